//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package archive

import "os"

const openNonblock = 0

func mapFile(*os.File, int64) (*mapping, error) { return nil, errNotMapped }
