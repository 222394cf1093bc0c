package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// Window systems want the main thread, and init is the one place that surely
// runs on it.
func init() { runtime.LockOSThread() }

func main() {
	serveImport() // where this process is the child of an import
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the work in order; from then on a second one ends
	// the process, since libassimp's parse cannot be interrupted.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
