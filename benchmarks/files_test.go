//go:build cgo

package benchmarks

import (
	"context"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/soa"
)

// loadFiles imports a model and adds the clips of other files to it.
func loadFiles(ctx context.Context, files []string) (*soa.Model, error) {
	m, err := importer.Load(ctx, files[0], importer.Options{})
	if err != nil {
		return nil, err
	}
	for _, f := range files[1:] {
		if _, err := importer.AddClips(ctx, m, f, importer.Options{}); err != nil {
			return nil, err
		}
	}
	return m, nil
}
