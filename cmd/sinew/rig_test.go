package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// riggedJSON is what the tests read of --json.
type riggedJSON struct {
	Joints int
	Pose   string
	Steps  []struct {
		Change string
		After  int `json:"joints_after"`
		Notes  []string
		Apart  struct{ Joint, Vertex struct{ Millimetres float64 } }
	}
	Bound struct {
		Method   string
		Vertices int
	}
	Next string
}

func rigged(t *testing.T, args ...string) riggedJSON {
	t.Helper()
	return answer[riggedJSON](t, append([]string{"rig"}, args...)...)
}

// skinned counts the joints of a file that move vertices.
func skinned(in summary.Model) (n int) {
	for _, j := range in.Joints {
		if j.Skinned {
			n++
		}
	}
	return n
}

func hasJoint(in summary.Model, name string) bool {
	return slices.ContainsFunc(in.Joints, func(j summary.Joint) bool { return j.Name == name })
}

// Changes act in the order of their flags, and what is written plays as the file did.
func TestRigChangesJoints(t *testing.T) {
	dir := t.TempDir()
	file, out := strider(t, "strider.glb"), filepath.Join(dir, "out.glb")
	r := rigged(t, file, "--insert", "wrist.L=hand.L:0.9", "--insert", "hat=head@-0.56,1.9,-0.5", "--rename", "wrist.L=carpus.L",
		"--rename", "hand.L=carpus.R", "--remove", "carpus.L", "-o", out)
	var did []string
	for _, s := range r.Steps {
		did = append(did, s.Change)
		if s.Apart.Joint.Millimetres > 0.02 || s.Apart.Vertex.Millimetres > 0.02 {
			t.Errorf("after %s it is off: %+v", s.Change, s.Apart)
		}
	}
	if got := strings.Join(did, " "); got != "insert insert rename remove" || r.Joints != 34 || r.Steps[3].After != 35 {
		t.Errorf("it did %s: %+v", got, r)
	}
	// New joints get weights too; those that had none get none.
	bound := filepath.Join(dir, "bound.glb")
	succeed(t, "rig", file, "--insert", "knee.L=shin.L:0.9", "--method", "rigid", "-o", bound)
	if n := skinned(infoOf(t, bound)); n != 30 {
		t.Errorf("%d joints are skinned, 30 of 29 should be", n)
	}
	in := infoOf(t, out)
	for name, want := range map[string]bool{"hat": true, "carpus.R": true, "carpus.L": false, "hand.L": false} {
		if hasJoint(in, name) != want {
			t.Errorf("is there a joint %q: %v", name, !want)
		}
	}
}

// A pose that was taken is found in the file, whether the rest, the axes or the vertices changed.
func TestRigTakesPoses(t *testing.T) {
	dir := t.TempDir()
	file := strider(t, "strider.glb")
	if r := rigged(t, file); r.Pose != "other" || len(r.Steps) != 0 {
		t.Errorf("strider: %+v", r)
	}
	for as, want := range map[string]string{"rest": "T", "frames": "other", "bind": "T"} {
		out := filepath.Join(dir, as+".sinew")
		r := rigged(t, file, "--pose", "T", "--as", as, "-o", out)
		if d := r.Steps[0].Apart; d.Joint.Millimetres > 1e-3 || (d.Vertex.Millimetres > 1e-3) != (as == "bind") {
			t.Errorf("%s: %+v", as, d)
		}
		if got := rigged(t, out).Pose; got != want {
			t.Errorf("as %s the pose is %q, want %q", as, got, want)
		}
	}
}

// A skeleton is fitted between markers of a file or of flags, and bound.
func TestRigFitsSkeleton(t *testing.T) {
	dir := t.TempDir()
	markers, out := filepath.Join(dir, "markers.json"), filepath.Join(dir, "out.glb")
	put(t, markers, `{"kind": "biped", "markers": {"chin": [-0.52, 1.6, -0.42], "groin": [-0.554, 0.95, -0.491],
		"leftWrist": [0.019, 1.38, -0.778], "leftElbow": [-0.197, 1.462, -0.698], "leftKnee": [-0.458, 0.643, -0.526],
		"rightWrist": [-1.05, 1.249, -0.194], "rightElbow": [-0.896, 1.391, -0.321], "rightKnee": [-0.638, 0.643, -0.435]}}`)
	r := rigged(t, strider(t, "strider.glb"), "--markers", markers, "--rename", "head=skull", "-o", out)
	if len(r.Steps) != 3 || r.Steps[1].Change != "bind" || r.Steps[0].After != 22 || r.Bound.Method != "heat" || r.Bound.Vertices != 2727 {
		t.Errorf("%+v", r)
	}
	if in := infoOf(t, out); !hasJoint(in, "skull") || skinned(in) != 22 {
		t.Errorf("the joints are %+v", in.Joints)
	}
	// A pose moves the vertices of the new skeleton.
	bare, posed, still := filepath.Join(dir, "bare.glb"), filepath.Join(dir, "posed.glb"), filepath.Join(dir, "still.glb")
	succeed(t, "convert", strider(t, "strider.glb"), "--except", "*", "-o", bare)
	for file, more := range map[string][]string{posed: {"--pose", "T", "--as", "bind"}, still: nil} {
		rigged(t, append([]string{bare, "--markers", markers, "--method", "rigid", "-o", file}, more...)...)
	}
	if moved := diffJSON(t, posed, still).Clips[0].Vertex.Max; !(moved > 0.2 && moved < 1) {
		t.Errorf("arms were moved by %v m", moved)
	}
	r = rigged(t, strider(t, "strider.glb"), "--marker", "chin=-0.52,1.6,-0.42", "--marker", "groin=-0.554,0.95,-0.491", "--marker", "leftWrist=0.019,1.38,-0.778",
		"--marker", "leftElbow=-0.197,1.462,-0.698", "--marker", "leftKnee=-0.458,0.643,-0.526", "--marker", "rightKnee=-0.638,0.643,-0.435",
		"--method", "rigid", "-o", out)
	if r.Bound.Method != "rigid" || r.Steps[0].After != 22 {
		t.Errorf("%+v", r)
	}
}

// Where no joint moves a mesh the report says how to bind it, and that does it.
func TestRigAdvises(t *testing.T) {
	m, err := importer.Load(t.Context(), strider(t, "strider.glb"), importer.Options{})
	must.Do(t, err)
	for _, mesh := range m.Meshes {
		mesh.Skin, mesh.Joint, mesh.Offset, mesh.Skinning, mesh.Exact = soa.None, soa.NoJoint, soa.IdentityAffine(), soa.LinearBlend, nil
		mesh.Influences, mesh.BoneIndex, mesh.BoneWeight = 0, nil, nil
	}
	m.Skins = nil
	dir := t.TempDir()
	file, out, bound := encoded(t, "bare.sinew", m), filepath.Join(dir, "out.sinew"), filepath.Join(dir, "bound.sinew")
	if r := rigged(t, file, "--rename", "head=skull", "-o", out); !strings.Contains(r.Next, "sinew weights "+out+" --method heat") {
		t.Errorf("next: %q", r.Next)
	}
	succeed(t, "weights", out, "--method", "heat", "-o", bound)
	if r := rigged(t, bound); r.Next != "" {
		t.Errorf("of a model that is bound: %q", r.Next)
	}
	if r := rigged(t, file, "--method", "rigid", "-o", out); r.Next != "" || r.Bound.Vertices == 0 {
		t.Errorf("of a model that it binds: %q", r.Next)
	}
}

// An archive's control has the new names of joints, and says which it needs.
func TestRigTakesControlAlong(t *testing.T) {
	dir := t.TempDir()
	control, baked, out := filepath.Join(dir, "control.json"), filepath.Join(dir, "baked.sinew"), filepath.Join(dir, "out.sinew")
	put(t, control, `{"control": {"version": 1, "modifiers": [{"lookAt": {"joints": ["neck", "head"], "weights": [0.5], "forward": [0, 1, 0], "up": [0, 0, 1], "target": [0, 2, 3]}}]}}`)
	succeed(t, "bake", strider(t, "strider.glb"), "--control", control, "-o", baked)
	succeed(t, "rig", baked, "--rename", "head=skull", "-o", out)
	if m := answer[reports.Control](t, "control", out).Modifiers; !slices.Equal(m[0].Joints, []string{"neck", "skull"}) {
		t.Errorf("the control is %+v", m)
	}
	for names, args := range map[string][]string{`"head"`: {"--remove", "head"}, "--pose": {"--pose", "T", "--as", "frames"}} {
		refused(t, exitFailed, append([]string{"rig", baked, "-o", filepath.Join(dir, "no.sinew")}, args...), "baked.sinew", names)
	}
}
