package protocol

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// dieWithParent lets the kernel end the program when this process is killed.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// spawner is one thread that starts all programs. The kernel ends a program
// when the thread that has started it ends (prctl(2), PR_SET_PDEATHSIG), so that
// must be one that lives as long as the process.
var spawner = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// startProgram starts a program from the thread that lives on.
func startProgram(cmd *exec.Cmd) (err error) {
	done := make(chan struct{})
	spawner() <- func() {
		err = cmd.Start()
		close(done)
	}
	<-done
	return err
}

// processTime returns the processor time that a process and its living
// descendants have used.
func processTime(pid int) (time.Duration, error) {
	// clock_getcpuclockid(3): the processor-time clock of a process is named by
	// the complement of its id; the low bits say CPUCLOCK_SCHED, which counts
	// nanoseconds where /proc/PID/stat has ticks of 10 ms.
	const schedClock = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^uint32(pid)<<3|schedClock), &t); err != nil {
		return 0, fmt.Errorf("processor time of process %d: %w", pid, err)
	}
	total := time.Duration(t.Nano())
	for _, child := range children(pid) {
		if used, err := processTime(child); err == nil {
			total += used
		}
	}
	return total, nil
}

// children returns the ids of the children of a process.
func children(pid int) (ids []int) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return nil
	}
	for _, thread := range threads {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		if err != nil {
			continue
		}
		for _, field := range strings.Fields(string(text)) {
			if id, err := strconv.Atoi(field); err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
