//go:build cgo

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPipes: a pipe into which nobody writes is refused, not waited for.
func TestPipes(t *testing.T) {
	walk := strider(t, "strider_walk.fbx")
	for _, name := range []string{"pipe.fbx", "pipe.sinew"} {
		pipe := filepath.Join(t.TempDir(), name)
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		for _, args := range [][]string{{"info", pipe}, {"pose", pipe}, {"diff", walk, pipe}, {"info", walk, "--with", pipe}, {"bake", pipe, "-o", t.TempDir()}} {
			ended := make(chan string, 1)
			go func() {
				code, _, stderr := sinew(t, args...)
				ended <- fmt.Sprint(code, " ", stderr)
			}()
			select {
			case said := <-ended:
				if !strings.HasPrefix(said, "1 ") || !strings.Contains(said, name) {
					t.Errorf("%v: %s", args, said)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%v waits", args)
			}
		}
	}
}

// TestInterrupted: a cancelled context ends a command with one line.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"info", strider(t, "strider_walk.fbx")}, {"pose", strider(t, "strider_walk.fbx")}, {"bench", strider(t, "strider_walk.fbx")}} {
		interrupted(t, ctx, args...)
	}
}
