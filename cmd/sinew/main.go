package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/unfinished"
)

// Window systems need the main thread, on which init runs.
func init() { runtime.LockOSThread() }

// graceful is the time for an orderly end after a signal.
const graceful = 250 * time.Millisecond

func main() {
	importer.ServeIsolated() // if this process is the child of an import
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal cancels the work. What cannot be cancelled, such as a draw of OpenGL or a
	// parse of libassimp, delays the end by at most graceful; a second signal ends at once.
	context.AfterFunc(ctx, func() {
		stop()
		time.Sleep(graceful)
		unfinished.Remove()
		console.Complain(os.Stderr, "interrupted")
		os.Exit(exitFailed)
	})
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
