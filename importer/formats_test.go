package importer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/internal/left"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/assimp"
)

// formatsGuide is the guide that has the table of formats, between the lines formatsBegin and formatsEnd.
const (
	formatsGuide = "../docs/importing.md"
	formatsBegin = "<!-- formats: go test ./importer -run FormatsGuide -update -->\n"
	formatsEnd   = "<!-- formats end -->\n"
)

// formatsTable writes the table of formats as the guide has it.
func formatsTable() string {
	var b strings.Builder
	b.WriteString("| format | extensions | reader | read | approximated | left out |\n|---|---|---|---|---|---|\n")
	for _, f := range importer.FileFormats() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", f.Name, strings.Join(f.Extensions, " "), f.Reader, f.Read, strings.Join(f.Approximated, "; "), strings.Join(f.Left, "; "))
	}
	return b.String()
}

// TestFormatsGuide: the guide's table is the importer's.
func TestFormatsGuide(t *testing.T) {
	data, err := os.ReadFile(formatsGuide)
	must.Do(t, err)
	head, rest, begins := strings.Cut(string(data), formatsBegin)
	have, tail, ends := strings.Cut(rest, formatsEnd)
	if !begins || !ends {
		t.Fatalf("%s has no table of formats between %q and %q", formatsGuide, formatsBegin, formatsEnd)
	}
	if *updateGolden {
		must.Do(t, os.WriteFile(formatsGuide, []byte(head+formatsBegin+formatsTable()+formatsEnd+tail), 0o644))
	} else if have != formatsTable() {
		t.Errorf("%s differs from the importer's table; write it with -update", formatsGuide)
	}
}

// libraryExtensions are those that libassimp 5.2 to 6.x read, and some that none does.
var libraryExtensions = strings.Fields(`3d 3ds 3mf a3d ac ac3d acc amf ase ask assbin b3d blend bsp bvh c4d cob csm dae dxf enff fbx glb gltf hmp ifc
	ifczip iqm irr irrmesh lwo lws lxo m3d md2 md3 md5anim md5camera md5mesh mdc mdl mesh mot ms3d ndo nff obj off ogex pk3 ply pmx prj q3o q3s
	raw scn sib smd step stl stp ter uc usd usda usdc usdz vrm vta wrl x x3d x3db xgl xml zae zgl txt jpg pmd vmd max ma blend1`)

// TestFormatsAreListed: every extension that is read is in the table, and the table has none twice but
// for the two versions of glTF.
func TestFormatsAreListed(t *testing.T) {
	rows := make(map[string]int)
	for _, f := range importer.FileFormats() {
		for _, e := range f.Extensions {
			rows[e]++
		}
	}
	for _, e := range libraryExtensions {
		if assimp.IsSupported(e) && rows[e] == 0 {
			t.Errorf("libassimp reads .%s, and the table does not have it", e)
		}
	}
	for e, n := range rows {
		if n > 1 && e != "gltf" && e != "glb" {
			t.Errorf("the table has .%s %d times", e, n)
		}
	}
}

// TestFormatsTellWhatTheyLeave: of all that the table says is approximated or left of a format there is a file
// that has it, and its import says so, with its size or its name.
func TestFormatsTellWhatTheyLeave(t *testing.T) {
	cases := leftCases()
	for _, f := range importer.FileFormats() {
		if f.Untested {
			continue
		}
		of := cases[f.Name]
		for item := range of {
			if !slices.Contains(f.Approximated, item) && !slices.Contains(f.Left, item) {
				t.Errorf("the table does not say that %q is left of %s", item, f.Name)
			}
		}
		for _, item := range slices.Concat(f.Approximated, f.Left) {
			if len(of[item]) == 0 {
				t.Errorf("no file of %s has %s", f.Name, item)
			}
			for i := range of[item] {
				t.Run(fmt.Sprintf("%s %s %d", f.Name, item, i), func(t *testing.T) { of[item][i].check(t, f.Extensions) })
			}
		}
	}
}

// check imports the file of a case.
func (c *leftCase) check(t *testing.T, extensions []string) {
	path := c.file(t)
	e := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if !slices.Contains(extensions, e) {
		t.Errorf("%s has none of the extensions %q", path, extensions)
	}
	var r report.Report
	_, err := importer.Load(context.Background(), path, importer.Options{Report: &r, Formats: ownFormat(path)})
	if err != nil && e == "irr" { // which libassimp 5.2 refuses
		for _, l := range left.Find(e, func() ([]byte, error) { return os.ReadFile(path) }, left.Has{}) {
			r.Add(report.Loss, l.Kind, "", "%s", l.Text)
		}
	} else if err != nil {
		t.Fatal(err)
	}
	says := regexp.MustCompile(c.says)
	if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Kind == c.kind && says.MatchString(f.String()) }) {
		t.Errorf("no finding of %s that says %q: %v", c.kind, c.says, r.Findings)
	}
}

// TestUntestedFormats: a file that no test reads says so.
func TestUntestedFormats(t *testing.T) {
	for _, f := range importer.FileFormats() {
		if f.Untested && len(f.Left) == 0 {
			t.Errorf("%s leaves nothing, though no test reads it", f.Name)
		}
	}
	path := installed("IFC/AC14-FZK-Haus.ifc")(t)
	var r report.Report
	if _, err := importer.Load(context.Background(), path, importer.Options{Report: &r}); err == nil && !hasFinding(&r, report.Info, report.LeftOut, "no test reads .ifc") {
		t.Errorf("%v", r.Findings)
	}
}
