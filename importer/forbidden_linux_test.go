package importer_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// The parts "forbidden-…" are children in a container that forbids system calls with
// which they confine themselves.

// forbid makes system calls fail for good. Of prctl those of seccomp are meant.
func forbid(code unix.Errno, names ...string) func() error {
	return func() error {
		var of []seccomp.NameWithConditions
		if i := slices.Index(names, "prctl"); i >= 0 {
			names = slices.Delete(slices.Clone(names), i, i+1)
			of = []seccomp.NameWithConditions{{Name: "prctl", Conditions: seccomp.ArgumentConditions{{Operation: seccomp.Equal, Value: unix.PR_SET_SECCOMP}}}}
		}
		return seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
			DefaultAction: seccomp.ActionAllow,
			Syscalls:      []seccomp.SyscallGroup{{Names: names, NamesWithCondtions: of, Action: seccomp.ActionErrno | seccomp.Action(code)}},
		}})
	}
}

var landlockCalls = []string{"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"}

var forbiddenParts = map[string]func() error{
	"seccomp":  forbid(unix.EPERM, "seccomp", "prctl"),
	"landlock": forbid(unix.ENOSYS, landlockCalls...),
	"both":     forbid(unix.EPERM, append([]string{"seccomp", "prctl"}, landlockCalls...)...),
	"limits":   forbid(unix.EPERM, "prlimit64", "setrlimit"),
	"files":    forbid(unix.ENOENT, "openat", "open"), // as where /proc is missing
}

// TestForbiddenLayers: in containers that forbid layers imports work, the children tell
// which layers do not hold, and those that must hold are an error.
func TestForbiddenLayers(t *testing.T) {
	if !seccomp.Supported() {
		t.Skip("this system forbids nothing to programs")
	}
	usual := holds(t)
	for name, missing := range map[string][]string{
		"seccomp": {"seccomp"}, "landlock": {"landlock"}, "both": {"seccomp", "landlock"}, "limits": {"limits", "threads"},
		"files": {"descriptors", "limits", "oom", "user", "threads", "landlock"},
	} {
		limits := importer.Limits{Program: part(t, "forbidden-"+name)}
		layers, err := importer.Sandbox(t.Context(), limits)
		must.Do(t, err)
		if len(layers) != len(usual) {
			t.Errorf("%s: %d layers, want %d", name, len(layers), len(usual))
		}
		for _, l := range layers {
			if want := usual[l.Name] && !slices.Contains(missing, l.Name); l.Held != want {
				t.Errorf("without %s: %v", name, l)
			}
			if l.Held == strings.Contains(l.String(), "not applied") {
				t.Errorf("without %s: %v tells something else", name, l)
			}
		}
		if m, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &limits}); err != nil || len(m.Clips) == 0 {
			t.Errorf("without %s: %v", name, err)
		}
		policy(t, fmt.Sprintf(`{"sandbox": [%q]}`, missing[0]))
		if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &limits}); !errors.Is(err, importer.ErrSandbox) || !strings.Contains(err.Error(), missing[0]) {
			t.Errorf("without %s, which the policy wants: %v", name, err)
		}
		t.Setenv("SINEW_IMPORT_POLICY", "")
	}
}
