package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/interrupts"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stdfiles"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/unfinished"
)

// Window systems need the main thread, on which init runs.
func init() { runtime.LockOSThread() }

// graceful is the time for an orderly end after a signal.
const graceful = 250 * time.Millisecond

func main() {
	importer.ServeIsolated() // if this process is the child of an import
	survivePipes()
	ctx, cancel := context.WithCancel(context.Background())
	ctx, desk := interrupts.NewContext(ctx)
	go endOnSignal(desk, cancel)
	var stdout io.Writer = os.Stdout
	if stdfiles.Closed(1) {
		stdout = closedOutput{}
	}
	os.Exit(run(ctx, os.Args[1:], os.Stdin, stdout, os.Stderr))
}

// endOnSignal cancels the work on the first signal, unless it is an interrupt that the command takes. What cannot be cancelled,
// such as a draw of OpenGL or a parse of libassimp, delays the end by at most graceful; a second signal ends at once.
func endOnSignal(desk *interrupts.Desk, cancel func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	for <-signals == os.Interrupt && desk.Offer() {
	}
	signal.Stop(signals)
	cancel()
	time.Sleep(graceful)
	unfinished.Remove()
	console.Complain(os.Stderr, "interrupted")
	os.Exit(exitFailed)
}
