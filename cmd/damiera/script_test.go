package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"damiera": main, "garbage-engine": garbageEngine, "hanging-engine": hangingEngine,
	})
}

// TestScripts runs the transcripts in testdata/script. With UPDATE_SCRIPTS set
// the files that they compare with are rewritten. Beside testscript's own
// commands there are "exits CODE PROGRAM ARGUMENTS...", "spoil FILE", "converse" and "dxptalk".
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", os.DevNull) // no place for endgame databases
			return freePorts(e)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "converse": converse, "dxptalk": dxpTalk, "dxpwait": dxpWait, "spoil": spoil},
	})
}

// spoil flips bits in the second half of a file.
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: spoil FILE")
	}
	file := ts.MkAbs(args[0])
	data, err := os.ReadFile(file)
	ts.Check(err)
	for i := len(data) / 2; i < len(data); i++ {
		data[i] ^= 0x55
	}
	ts.Check(os.WriteFile(file, data, 0o644))
}

// exits runs a program that must end with the given exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENTS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}
