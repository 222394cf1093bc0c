package importer_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// FuzzBVH holds that no BVH file panics, and that what is read is a valid model within the bounds: BVH is
// read in this process.
func FuzzBVH(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "bvh", "*.bvh"))
	must.Do(f, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		must.Do(f, err)
		f.Add(data)
	}
	f.Add([]byte("\xff\xfeR\x00O\x00O\x00T\x00 \x00a\x00{\x00O\x00F\x00F\x00S\x00E\x00T\x00 \x000\x00 \x001\x00 \x000\x00}\x00"))
	f.Add([]byte("ROOT a{OFFSET 0,5 1 0 CHANNELS 2 Yrotation, xposition}\rMOTION Frames:2 Frame Time:1/2\r90 1e3,-.5 nan // end\r"))
	f.Add([]byte("ROOT a{CHANNELS 1 Xscale JOINT\nb c{}}} MOTION\nFrames: 9\nFrame Time: -0\n1\n2 3\n#4\n5\njunk"))
	bounds := importer.Bounds{Joints: 50, Keys: 1000, Name: 40}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "fuzzed.bvh", importer.Options{Bounds: bounds})
		if err != nil {
			return
		}
		must.Do(t, m.Validate())
		keys := 0
		for _, c := range m.Clips {
			keys += len(c.Time)
		}
		if m.Skeleton.Len() > bounds.Joints || keys > bounds.Keys {
			t.Errorf("%d joints and %d keys", m.Skeleton.Len(), keys)
		}
	})
}
