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

// Window systems want the main thread, and init is the one place that surely
// runs on it.
func init() { runtime.LockOSThread() }

// graceful is the time that the work has to end in order after a signal.
const graceful = 250 * time.Millisecond

func main() {
	importer.ServeIsolated() // where this process is the child of an import
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the work in order. What cannot be interrupted, a picture that
	// OpenGL draws or a parse of libassimp, does not keep the process for longer than
	// graceful; a second signal ends it at once.
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
