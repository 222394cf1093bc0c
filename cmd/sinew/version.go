package main

import (
	"runtime"
	"runtime/debug"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// build is how the command was built.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"commit_time,omitempty"`
	Changed  bool   `json:"changed,omitempty"` // since the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Cgo      bool   `json:"cgo"`
}

func thisBuild() build {
	b := build{Version: "(unknown version)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Changed = s.Value == "true"
		case "CGO_ENABLED":
			b.Cgo = s.Value == "1"
		}
	}
	return b
}

// version returns the version of the module that the command was built from.
func version() string { return thisBuild().Version }

func newVersion() *cobra.Command {
	var out console.Output
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and how the command was built",
		Long: `Version prints the version and the commit of the command, and whether it was built with
cgo: without, it reads archives, glTF, VRM and BVH alone and does not draw.

Next: sinew doctor prints the versions of libraries and drivers too.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return out.Print(cmd.OutOrStdout(), thisBuild())
		},
	}
	out.AddFlags(cmd)
	return cmd
}

// Write prints the version, the commit and the build.
func (b build) Write(p *console.Page) {
	p.Line("sinew %s", b.Version)
	if b.Commit != "" {
		changed := ""
		if b.Changed {
			changed = ", changed since"
		}
		p.Line("commit %s of %s%s", b.Commit, b.Time, changed)
	}
	cgo := "without cgo"
	if b.Cgo {
		cgo = "with cgo"
	}
	p.Line("built by %s for %s %s", b.Go, b.Platform, cgo)
}
