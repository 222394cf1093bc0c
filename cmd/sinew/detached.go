package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// detachedValue returns an error if an argument after a flag with an optional value can only be
// meant as its value, as in --root-motion xz,yaw: such values need a "=", and the argument
// would be taken for a file.
func detachedValue(root *cobra.Command, args []string) (*cobra.Command, error) {
	cmd, rest, err := root.Find(args)
	if err != nil || cmd.DisableFlagParsing {
		return root, nil
	}
	cmd.InitDefaultHelpFlag()
	cmd.InheritedFlags() // which makes Flags all of them
	for i := 0; i < len(rest); i++ {
		if rest[i] == "--" {
			break
		}
		flag, complete := flagOf(cmd, rest[i])
		switch {
		case flag == nil || complete || i+1 == len(rest):
		case flag.NoOptDefVal == "":
			i++ // its value
		case isDetached(flag, rest[i+1]):
			return cmd, console.Usagef("%s %s: no file is called %q; a value of --%s is written --%s=%s", rest[i], rest[i+1],
				rest[i+1], flag.Name, flag.Name, rest[i+1])
		}
	}
	return cmd, nil
}

// flagOf returns the flag of an argument, or nil, of several shorthands the last one; complete
// reports whether the argument contains its value.
func flagOf(cmd *cobra.Command, arg string) (f *pflag.Flag, complete bool) {
	if name, long := strings.CutPrefix(arg, "--"); long {
		name, _, complete = strings.Cut(name, "=")
		return cmd.Flags().Lookup(name), complete
	}
	if len(arg) < 2 || arg[0] != '-' {
		return nil, false
	}
	for k := 1; k < len(arg); k++ {
		f = cmd.Flags().ShorthandLookup(arg[k : k+1])
		if f == nil || f.NoOptDefVal == "" {
			return f, k+1 < len(arg)
		}
	}
	return f, false
}

// isDetached reports whether an argument after a flag with an optional value is that value: a
// bool, or for other flags a word that does not look like a file name. An existing file is a
// file.
func isDetached(f *pflag.Flag, arg string) bool {
	if arg == "" || arg[0] == '-' {
		return false
	}
	if _, err := os.Lstat(arg); err == nil {
		return false
	}
	if f.Value.Type() == "bool" {
		_, err := strconv.ParseBool(arg)
		return err == nil
	}
	if strings.Contains(arg, "=") {
		return true
	}
	return filepath.Base(arg) == arg && filepath.Ext(arg) == "" && !strings.ContainsAny(arg, `*?[`)
}
