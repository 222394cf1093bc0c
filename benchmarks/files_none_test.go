//go:build !cgo

package benchmarks

import (
	"context"
	"errors"

	"github.com/sinew-anim/sinew/soa"
)

func loadFiles(context.Context, []string) (*soa.Model, error) {
	return nil, errors.New("files cannot be imported without cgo")
}
