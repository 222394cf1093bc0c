package importer_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// killers are the files, by path below a folder of test models, on which
// libassimp brings the process down: it reads or writes where it must not, or
// takes all memory. Nothing but a process of its own survives them.
var killers = []string{
	"3MF/cube_gears_prod_req.3mf",           // aborts
	"CSM/invalid/DropoutBufferOverflow.csm", // memory fault
	"IQM/invalid/InvalidMeshOffset.iqm",     // takes all memory
	"MD5/invalid/Overflowing*.md5mesh",      // memory fault
	"X/malformed_skinweights_oob.x",         // memory fault
	"invalid/OutOfMemory.off",               // 16 GB and most of a minute, then an error
}

func killer(relative string) bool {
	for _, pattern := range killers {
		if ok, _ := filepath.Match(pattern, filepath.ToSlash(relative)); ok {
			return true
		}
	}
	return false
}

// corpus calls f for every file below a folder but the killers.
func corpus(t *testing.T, folder string, f func(path string)) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		if err == nil && !killer(relative) {
			f(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCorpus: every file imports into a model that is valid, plays, and puts
// everything somewhere, or gives an error that names the file and the cause.
func TestCorpus(t *testing.T) {
	imported, refused := 0, 0
	corpus(t, truth.Present(t, truth.InstalledRoot), func(path string) {
		var found report.Report
		m, err := importer.Load(context.Background(), path, importer.Options{ExactInfluences: true, Report: &found, Formats: ownFormat(path)})
		if err != nil {
			refused++
			checkRefusal(t, path, err)
			return
		}
		imported++
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		checkPlays(t, path, m)
		checkReport(t, path, m, &found)
	})
	t.Logf("%d files imported, %d refused", imported, refused)
	if imported < 200 {
		t.Errorf("only %d files imported", imported)
	}
}

// checkRefusal wants an error a caller can tell apart and a reader can act on.
func checkRefusal(t *testing.T, path string, err error) {
	t.Helper()
	text := err.Error()
	if !strings.Contains(text, path) {
		t.Errorf("the error does not name %s: %v", path, err)
	}
	if rest := strings.ReplaceAll(text, path, ""); len(rest) < len("import: ")+8 || strings.Contains(text, "\n") {
		t.Errorf("the error gives no cause, or not in one line: %q", text)
	}
	for _, kind := range []error{importer.ErrUnsupported, importer.ErrUnread, importer.ErrFormat, importer.ErrEmpty, importer.ErrTooLarge, assimp.ErrImport, fs.ErrNotExist} {
		if errors.Is(err, kind) {
			return
		}
	}
	t.Errorf("%s: the error matches none of the importer's: %v", path, err)
}

// checkPlays evaluates a model at rest and along each clip.
func checkPlays(t *testing.T, path string, m *soa.Model) {
	t.Helper()
	at := func(clips []*soa.Clip, seconds ...float64) {
		evaluate := byRuntime(t, m, clips)
		for _, s := range seconds {
			if bad := evaluate(s).notFinite(m); bad != "" {
				t.Errorf("%s at %v s: %s is nowhere", path, s, bad)
				return
			}
		}
	}
	at(nil, 0)
	for _, c := range m.Clips {
		at([]*soa.Clip{c}, c.Start, c.Start+0.37*c.Seconds(), c.End())
	}
}

// notFinite names what has no finite position.
func (e *evaluated) notFinite(m *soa.Model) string {
	for j := range e.joints {
		for _, v := range e.joints[j] {
			if math.IsNaN(v - v) {
				return "joint " + m.Skeleton.Name[j]
			}
		}
	}
	for i, mesh := range e.meshes {
		for _, p := range mesh {
			if l := p.Length(); math.IsNaN(l - l) {
				return "a vertex of mesh " + m.Meshes[i].Name
			}
		}
	}
	return ""
}

// animatedFiles is what animated lists, found once.
var animatedFiles []string

// animated lists the model files with animations below the folders of test
// models that are there, a file that lies in two of them once.
func animated(t *testing.T) []string {
	t.Helper()
	if animatedFiles != nil {
		return animatedFiles
	}
	folders := []string{filepath.Join(truth.Root(t), "testdata")}
	for _, folder := range []string{filepath.Join(truth.SharedRoot(t), "models"), truth.InstalledRoot} {
		if _, err := os.Stat(folder); err == nil {
			folders = append(folders, folder)
		}
	}
	type identity struct {
		name string
		size int64
	}
	seen := make(map[identity]bool)
	var files []string
	for _, folder := range folders {
		corpus(t, folder, func(path string) {
			info, err := os.Stat(path)
			must.Do(t, err)
			id := identity{filepath.Base(path), info.Size()}
			if seen[id] || !assimp.IsSupported(filepath.Ext(path)) {
				return
			}
			seen[id] = true
			s, err := openScene(path, 0)
			if err != nil {
				return
			}
			defer s.Close()
			if s.Animations() > 0 {
				files = append(files, path)
			}
		})
	}
	if len(files) < 8 {
		t.Fatalf("only %d animated files", len(files))
	}
	animatedFiles = files
	return files
}
