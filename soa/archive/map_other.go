//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package archive

import (
	"errors"
	"os"
)

func mapFile(*os.File, int64) (source, error) { return nil, errors.ErrUnsupported }
