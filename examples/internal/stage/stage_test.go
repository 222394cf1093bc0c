package stage

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

func TestLoadRefuses(t *testing.T) {
	if _, err := Load(t.Context(), "nothing.fbx"); err == nil {
		t.Error("a file that is not there loads")
	}
	other := filepath.Join(t.TempDir(), "other.bvh")
	if err := os.WriteFile(other, []byte(otherBVH), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(t.Context(), truth.Testdata(t, "warden", "warden.md5mesh"), other); !errors.Is(err, importer.ErrNoMatch) {
		t.Errorf("clips of another skeleton: %v", err)
	}
}

// otherBVH moves a joint that the warden does not have.
const otherBVH = `HIERARCHY
ROOT Somebody
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	End Site
	{
		OFFSET 0 1 0
	}
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0
1 0 0 0 0 0
`
