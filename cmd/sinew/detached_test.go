//go:build cgo

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestDetachedValues: a value after a flag that may stand alone, without "=", is an error
// that says how to write it, of every such flag of every command.
func TestDetachedValues(t *testing.T) {
	flags := 0
	for _, cmd := range newRoot().Commands() {
		if cmd.DisableFlagParsing {
			continue
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal == "" || f.Name == "help" {
				return
			}
			flags++
			value := "xz,yaw"
			if f.Value.Type() == "bool" {
				value = "false"
			}
			code, stdout, stderr := sinew(t, cmd.Name(), "--"+f.Name, value, "walk.fbx")
			if code != exitUsage || stdout != "" || !strings.Contains(stderr, "--"+f.Name+"="+value) {
				t.Errorf("%s --%s %s: %d, %s", cmd.Name(), f.Name, value, code, stderr)
			}
		})
	}
	if flags < 20 {
		t.Errorf("%d flags", flags)
	}
}

// TestDetachedValuesAreNoFiles: what is or may be a file, or the value of another flag, is
// left to the command.
func TestDetachedValuesAreNoFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "motion"), "")
	t.Chdir(dir)
	for _, c := range []struct {
		args string
		want bool
	}{
		{"bake --root-motion xz,yaw walk.fbx -o a.sinew", true},
		{"bake walk.fbx -o a.sinew --root-motion xz", true},
		{"bake walk.fbx -o a.sinew --root-motion clip=walk.*", true},
		{"info --strict all walk.fbx", true},
		{"info --json true", true},
		{"info --root-motion=xz all", false},
		{"info --strict motion", false}, // a file
		{"info --strict=motion all", false},
		{"info --strict walk.fbx", false},
		{"info --strict clips/walk", false},
		{"info --strict walk*", false},
		{"info --strict -- all", false},
		{"info --json all", false},
		{"info --with --strict all", false}, // the value of --with
		{"bake -o --root-motion xz", false},
		{"bake -obaked xz --root-motion", false},
		{"info --nothing all", false},
		{"nothing --strict all", false},
		{"render walk.fbx --root-motion yaw -o a.png", true},
	} {
		_, err := detachedValue(newRoot(), strings.Fields(c.args))
		if (err != nil) != c.want {
			t.Errorf("%s: %v", c.args, err)
		}
	}
	// Shorthands, of which each but the last stands alone.
	cmd := &cobra.Command{Use: "test"}
	cmd.Flags().BoolP("quick", "q", false, "")
	cmd.Flags().StringP("output", "o", "", "")
	for arg, complete := range map[string]bool{"-q": false, "-qo": false, "-qoa.png": true, "-o": false} {
		f, got := flagOf(cmd, arg)
		if want := map[bool]string{true: "output", false: "quick"}[strings.Contains(arg, "o")]; f == nil || f.Name != want || got != complete {
			t.Errorf("%s: %v, %v", arg, f, got)
		}
	}
}
