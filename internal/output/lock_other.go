//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package output

import (
	"errors"
	"os"
)

// lockFile is not there on this system.
func lockFile(*os.File) error { return errors.ErrUnsupported }
