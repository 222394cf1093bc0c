// Package stdfiles tells which of the standard files were closed when the process began. Go opens /dev/null in place of
// them, into which output would vanish without an error; code in C looks before.
package stdfiles
