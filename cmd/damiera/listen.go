package main

import (
	"fmt"
	"net"

	"github.com/spf13/cobra"
)

// listen opens a TCP port. Who opens it to other machines is warned: whoever
// reaches it may use this machine's time.
func listen(cmd *cobra.Command, flag, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usagef("%s %q is not HOST:PORT, such as 127.0.0.1:27531", flag, address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w (%s takes another address)", address, err, flag)
	}
	if ip := l.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		cmd.PrintErrf("damiera: warning: %s %s lets other machines connect (%s): there is no password; 127.0.0.1 keeps to this machine\n",
			flag, address, named(host))
	}
	return l, nil
}

// named tells what a host of a listener means.
func named(host string) string {
	if host == "" || net.ParseIP(host).IsUnspecified() {
		return "all its networks"
	}
	return "the network of " + host
}
