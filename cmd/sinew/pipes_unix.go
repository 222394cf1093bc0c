//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// survivePipes makes writes to a pipe without a reader fail with EPIPE. Otherwise SIGPIPE would end the process
// at once, and leave its temporary files.
func survivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
