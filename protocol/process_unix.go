//go:build unix

package protocol

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a program the leader of a process group of its own, so that
// it can be ended with everything that it has started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
}

// killGroup ends a program and its process group at once.
func killGroup(p *os.Process) {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	_ = p.Kill()
}
