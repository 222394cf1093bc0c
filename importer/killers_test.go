package importer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// ends are the ways in which an import may end.
type ends []error

var (
	// A child's end: a fault, an abort, or a limit; which of them depends on
	// where in memory the library's fault strikes.
	childDies  = ends{importer.ErrCrashed, importer.ErrLimit}
	overLimits = ends{importer.ErrLimit, importer.ErrCrashed}
)

// deadly are the files on which libassimp 5.2 dies, hangs or eats all memory,
// and how an isolated import of each may end; where libassimp has learned to
// refuse or read one, that is as well.
var deadly = map[string]ends{
	"MD5/invalid/OverflowingTriangleIndex.md5mesh": childDies,
	"MD5/invalid/OverflowingVertexIndex.md5mesh":   childDies,
	"MD5/invalid/OverflowingWeightIndex.md5mesh":   childDies,
	"CSM/invalid/DropoutBufferOverflow.csm":        childDies,
	"X/malformed_skinweights_oob.x":                childDies,
	"3MF/cube_gears_prod_req.3mf":                  childDies,
	"IQM/invalid/InvalidMeshOffset.iqm":            overLimits,
	"invalid/OutOfMemory.off":                      overLimits,
}

// modelRoots are the folders of libassimp's own test models: those that
// Debian's package has, which leaves the deadly ones out, and those that
// SINEW_ASSIMP_MODELS lists.
func modelRoots() []string {
	return append([]string{truth.InstalledRoot}, filepath.SplitList(os.Getenv("SINEW_ASSIMP_MODELS"))...)
}

// TestIsolatedSurvivesKillers names each deadly file, and the valid one at
// which a library built with assertions aborts.
func TestIsolatedSurvivesKillers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a child for every known killer")
	}
	before, found := survey(t), 0
	for _, name := range slices.Sorted(maps.Keys(deadly)) {
		for _, root := range modelRoots() {
			if path := filepath.Join(root, name); survives(t, path, deadly[name]) {
				found++
			}
		}
	}
	if survives(t, filepath.Join(truth.SharedRoot(t), "models/fbx/properties.fbx"), nil) {
		found++
	}
	survey(t).compare(t, before)
	if found == 0 {
		t.Skip("none of the known killers is here (SINEW_ASSIMP_MODELS lists folders of libassimp's test models)")
	}
}

// survives imports a file, if it is there, in a child: a model, a refusal, or
// one of the ends.
func survives(t *testing.T, path string, may ends) bool {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		return false
	}
	limits := importer.Limits{Time: 20 * time.Second, Memory: 512 << 20}
	begun := time.Now()
	m, err := importer.Load(context.Background(), path, importer.Options{Isolation: &limits, Formats: ownFormat(path)})
	took := time.Since(begun)
	t.Logf("%.2f s: %v", took.Seconds(), err)
	if took > limits.Time+5*time.Second {
		t.Errorf("%s took %v", path, took)
	}
	if err == nil && m == nil || err != nil && !strings.Contains(err.Error(), filepath.Base(path)) {
		t.Errorf("%s: neither a model nor a clear error: %v", path, err)
	}
	if died := errors.Is(err, importer.ErrCrashed) || errors.Is(err, importer.ErrLimit); died && !slices.ContainsFunc(may, func(e error) bool { return errors.Is(err, e) }) {
		t.Errorf("%s: %v", path, err)
	}
	return true
}

// TestIsolatedSurvivesMadeKillers sends the same faults, in files made here.
func TestIsolatedSurvivesMadeKillers(t *testing.T) {
	md5 := func(vert, tri, weight string) []byte {
		return fmt.Appendf(nil, "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\nmesh {\nshader \"\"\n"+
			"numverts 1\nvert %s ( 0 0 ) 0 1\nnumtris 1\ntri %s 0 0 0\nnumweights 1\nweight %s 0 1 ( 0 0 0 )\n}\n", vert, tri, weight)
	}
	const far = "4294967295"
	var dropouts bytes.Buffer
	dropouts.WriteString("$Filename a\n$order\nA\nB\n$points\n0 DROPOUT 0 0 0\n")
	for i := 1; i < 400; i++ {
		fmt.Fprintf(&dropouts, "%d %d 1 2 3 4 5\n", i, i)
	}
	iqm := append([]byte("INTERQUAKEMODEL\x00"), make([]byte, 108)...)
	for at, v := range map[int]uint32{16: 2, 20: uint32(len(iqm)), 36: 1, 40: uint32(len(iqm))} {
		binary.LittleEndian.PutUint32(iqm[at:], v)
	}
	const one = "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;"
	x := "xof 0303txt 0032\nFrame Root {\n FrameTransformMatrix {\n " + one + "\n }\n Mesh M {\n 3;\n 0.0;0.0;0.0;,\n 1.0;0.0;0.0;,\n 0.0;1.0;0.0;;\n 1;\n 3;0,1,2;;\n" +
		" XSkinMeshHeader {\n 1;\n 1;\n 1;\n }\n SkinWeights {\n \"Root\";\n 1;\n 900000000;\n 1.0;\n " + one + "\n }\n }\n}\n"
	before := survey(t)
	for name, data := range map[string][]byte{
		"vertex.md5mesh": md5(far, "0", "0"), "triangle.md5mesh": md5("0", far, "0"), "weight.md5mesh": md5("0", "0", far),
		"dropout.csm": dropouts.Bytes(), "offset.iqm": iqm, "skin.x": []byte(x),
	} {
		survives(t, store(t, name, data), childDies)
	}
	survey(t).compare(t, before)
}

// checkEnd wants a model, or an error that names the file.
func checkEnd(t *testing.T, path string, none bool, err error) {
	t.Helper()
	switch {
	case err == nil && none:
		t.Errorf("%s: neither a model nor an error", path)
	case err != nil && (!strings.Contains(err.Error(), filepath.Base(path)) || len(err.Error()) < len(filepath.Base(path))+12):
		t.Errorf("%s: the error does not name the file and the cause: %v", path, err)
	}
}

// TestIsolatedInvalidCorpus sends every file that was made to break an importer
// through an isolated one.
func TestIsolatedInvalidCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a child for every invalid file")
	}
	before := survey(t)
	var outcome outcomes
	for _, root := range modelRoots() {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() || !strings.Contains(path, "invalid") && !strings.Contains(filepath.Base(path), "malformed") {
				return nil
			}
			m, err := importer.Load(context.Background(), path, importer.Options{Isolation: &importer.Limits{Time: 20 * time.Second, Memory: 512 << 20}, Formats: ownFormat(path)})
			outcome.add("", err)
			checkEnd(t, path, m == nil, err)
			return nil
		})
		must.Do(t, err)
	}
	t.Log(&outcome)
	survey(t).compare(t, before)
	if outcome.total == 0 {
		t.Skip("no invalid models are installed (assimp-testmodels)")
	}
}
