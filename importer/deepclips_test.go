package importer_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
)

// Clips that libassimp takes long to read, outside of any context, end with the time that a
// child has.
func TestAddClipsEndsInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const joints = 32000
	file := filepath.Join(t.TempDir(), "chain.glb")
	if err := os.WriteFile(file, manyjoints.GLB(manyjoints.Chain, joints, 10), 0o600); err != nil {
		t.Fatal(err)
	}
	m := manyjoints.Model(manyjoints.Chain, joints, 10)
	limits := importer.Limits{Time: 2 * time.Second}
	begun := time.Now()
	_, err := importer.AddClips(t.Context(), m, file, importer.Isolated(limits))
	if took := time.Since(begun); !errors.Is(err, importer.ErrLimit) || took > limits.Time+late {
		t.Errorf("after %v: %v", took, err)
	} else {
		t.Logf("after %v: %v", took, err)
	}
}
