//go:build !cgo

package runtime_test

import (
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// sharedModel loads nothing: importers are written in C.
func sharedModel(testing.TB, string) *soa.Model { return nil }
