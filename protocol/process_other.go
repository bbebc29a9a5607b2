//go:build !linux

package protocol

import (
	"errors"
	"os/exec"
	"time"
)

func startProgram(cmd *exec.Cmd) error { return cmd.Start() }

func processTime(int) (time.Duration, error) {
	return 0, errors.New("the processor time of other programs can be measured on Linux only")
}
