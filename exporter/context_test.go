package exporter_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// asked is a context that is cancelled when it has been asked a number of times.
type asked struct {
	context.Context
	times, most int
}

func (a *asked) Err() error {
	if a.times++; a.times > a.most {
		return context.Canceled
	}
	return nil
}

// Every function that writes asks its context about each mesh, track or frame at least, and stops at
// the first question that says so.
func TestContextsAreAsked(t *testing.T) {
	path := truth.Testdata(t, "strider", "strider.glb")
	data, err := os.ReadFile(path)
	must.Do(t, err)
	var found report.Report
	m, err := importer.Load(t.Context(), path, importer.Options{Report: &found, Origin: true})
	must.Do(t, err)
	source, err := exporter.NewSource(t.Context(), data, nil, found.Origin)
	must.Do(t, err)
	wave, person := m.Clip("wave"), avatar(t)
	tracks := 0
	for _, c := range m.Clips {
		tracks += len(c.Tracks)
	}
	for name, c := range map[string]struct {
		write func(ctx context.Context) error
		least int // questions
	}{
		"GLB": {func(ctx context.Context) error { return exporter.GLB(ctx, io.Discard, m, exporter.Options{}) }, tracks + len(m.Meshes)},
		"GLB, reduced": {func(ctx context.Context) error {
			return exporter.GLB(ctx, io.Discard, m, exporter.Options{Rate: 10, Reduce: 1e-3})
		}, 3 * tracks},
		"GLB, compressed": {func(ctx context.Context) error {
			return exporter.GLB(ctx, io.Discard, m, exporter.Options{Quantize: true, Meshopt: true})
		}, tracks + 2*len(m.Meshes)},
		"GLB within its source": {func(ctx context.Context) error {
			return exporter.GLB(ctx, io.Discard, m, exporter.Options{Source: source})
		}, len(m.Meshes)},
		"glTF": {func(ctx context.Context) error {
			return exporter.GLTF(ctx, io.Discard, io.Discard, "m.bin", m, exporter.Options{})
		}, tracks + len(m.Meshes)},
		"VRM":  {func(ctx context.Context) error { return exporter.VRM(ctx, io.Discard, person, nil, exporter.Options{}) }, 2},
		"VRMA": {func(ctx context.Context) error { return exporter.VRMA(ctx, io.Discard, person, exporter.Options{}) }, 2},
		"BVH": {func(ctx context.Context) error {
			return exporter.BVH(ctx, io.Discard, m, wave, exporter.BVHOptions{Rate: 100})
		}, int(100 * wave.Seconds())},
		"AddClips": {func(ctx context.Context) error {
			return exporter.AddClips(ctx, io.Discard, data, m, []*soa.Clip{wave}, exporter.Options{})
		}, len(wave.Tracks)},
	} {
		whole := &asked{t.Context(), 0, 1 << 30}
		must.Do(t, c.write(whole))
		if whole.times < c.least {
			t.Errorf("%s asks %d times, want %d", name, whole.times, c.least)
		}
		for _, most := range []int{0, 1, whole.times / 2, whole.times - 1} {
			ctx := &asked{t.Context(), 0, most}
			if err := c.write(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: cancelled after %d of %d questions: %v", name, most, whole.times, err)
			}
			if ctx.times > most+3 {
				t.Errorf("%s asks %d times more", name, ctx.times-most)
			}
		}
	}
}

// stopping is a writer that cancels a context with its first bytes.
type stopping struct {
	bytes.Buffer
	cancel func()
}

func (s *stopping) Write(p []byte) (int, error) {
	s.cancel()
	return s.Buffer.Write(p)
}

// A file is cut short by its context: of megabytes, nothing follows what was being written.
func TestWritingStops(t *testing.T) {
	m := swing(1000)
	var whole bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &whole, m, exporter.Options{}))
	ctx, cancel := context.WithCancel(t.Context())
	part := &stopping{cancel: cancel}
	if err := exporter.GLB(ctx, part, m, exporter.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if whole.Len() < 1<<20 || part.Len() == 0 || part.Len() > 1<<17 || !bytes.HasPrefix(whole.Bytes(), part.Bytes()) {
		t.Errorf("%d of %d bytes are written", part.Len(), whole.Len())
	}
}
