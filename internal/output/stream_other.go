//go:build !unix

package output

import "os"

// openStream opens a device or a pipe for writing.
func openStream(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }
