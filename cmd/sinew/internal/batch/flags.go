package batch

import (
	"runtime"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// maxWorkers keeps a typing error from filling the memory.
const maxWorkers = 1024

// AddWorkers adds the flag --workers to a command that takes many files.
func AddWorkers(cmd *cobra.Command, workers *int) {
	if f := cmd.Flags().Lookup("as-one"); f != nil {
		f.Hidden = false
	}
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), "number of files worked on at the same time")
}

// CheckWorkers returns an error for a number of workers out of range.
func CheckWorkers(workers int) error {
	if workers < 1 || workers > maxWorkers {
		return console.Usagef("--workers: %d is not from 1 to %d", workers, maxWorkers)
	}
	return nil
}

// AddFullNames adds the flag --full-names.
func AddFullNames(cmd *cobra.Command, full *bool) {
	cmd.Flags().BoolVar(full, "full-names", false, "in a folder, keep the models' extensions: walk.fbx.glb, not walk.glb")
}
