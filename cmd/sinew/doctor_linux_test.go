//go:build cgo

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"
)

// forbidding makes the command forbid system calls to itself and its children, as a
// container does: their names, with commas between them.
const forbidding = "SINEW_TEST_FORBID"

func init() {
	names := os.Getenv(forbidding)
	if names == "" || os.Getenv(asCommand) == "" {
		return
	}
	err := seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls:      []seccomp.SyscallGroup{{Names: strings.Split(names, ","), Action: seccomp.ActionErrno | seccomp.Action(unix.EPERM)}},
	}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
}

// TestDoctorInContainer: where a container forbids layers of the sandbox, models are
// imported all the same, and the command tells which do not hold.
func TestDoctorInContainer(t *testing.T) {
	if !seccomp.Supported() {
		t.Skip("this system forbids nothing to programs")
	}
	for layer, calls := range map[string]string{"seccomp": "seccomp", "landlock": "landlock_create_ruleset,landlock_restrict_self"} {
		env := []string{forbidding + "=" + calls}
		cmd, stdout, stderr := process(t, env, nil, "doctor")
		if err := cmd.Run(); err != nil || !strings.Contains(stdout.String(), layer+": does not hold") {
			t.Errorf("without %s: %v: %s%s", layer, err, stdout, stderr)
		}
		cmd, _, stderr = process(t, env, nil, "info", strider(t, "strider_walk.fbx"))
		if err := cmd.Run(); err != nil {
			t.Errorf("without %s: %v: %s", layer, err, stderr)
		}
	}
}
