//go:build cgo && unix

package stdfiles

// int sinew_closed_files(void);
import "C"

// Closed reports whether the standard file 0, 1 or 2 was closed when the process began.
func Closed(file int) bool { return C.sinew_closed_files()>>file&1 != 0 }
