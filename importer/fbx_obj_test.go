package importer_test

import (
	"bufio"
	"cmp"
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// objFolder is the folder data of ufbx (github.com/ufbx/ufbx): FBX files, and beside
// them what the program that wrote a file shows at some frame, as OBJ.
const objFolder = "SINEW_UFBX"

// TestFBXAgainstOBJ plays every FBX 7 file that has an OBJ of a frame beside it, and
// compares the vertices: those of one that the other has nowhere near differ.
func TestFBXAgainstOBJ(t *testing.T) {
	folder := os.Getenv(objFolder)
	if folder == "" {
		t.Skip(objFolder + " does not name the folder data of ufbx")
	}
	if testing.Short() {
		t.Skip("all files of a folder")
	}
	frames := objFrames(t, folder)
	agree, known, differ := 0, 0, 0
	for _, file := range fbxFiles(t, folder) {
		for _, o := range frames[fbxBase(file)] {
			r := compareOBJ(t, filepath.Join(folder, file), o)
			switch {
			case r.difference <= 1e-5*math.Max(r.size, 1e-3)+max(o.rounding, o.stated):
				agree++
			case objOther(o.name) != "":
				known++
				t.Logf("%-55s %-45s %9.3g of %7.3g: %s", file, o.name, r.difference, r.size, objOther(o.name))
			default:
				differ++
				t.Errorf("%-55s %-45s %9.3g of %7.3g at %v %s", file, o.name, r.difference, r.size, r.at, r.findings)
			}
		}
	}
	t.Logf("%d agree, %d show something else, %d differ", agree, known, differ)
}

// objOther tells why an OBJ does not show what the FBX file beside it states.
func objOther(name string) string {
	for _, o := range []struct{ why, names string }{
		{"a subdivided surface", "maya_subsurf blender_293_ngon_subsurf blender_293_suzanne_subsurf blender_293x blender_312x maya_vertex_crease"},
		{"splines", "maya_nurbs max_geometry_transform_types"},
		{"a point cache", "maya_cache max_cache marvelous maya_axes_anim_5 maya_axes_anim_8"},
		{"another pose than that of the file", "maya_poses_bind"},
		{"a curve without extrapolation", "maya_extrapolate_cube_noex"},
		{"a skin that its mesh's node moves once more, as Maya does", "maya_transformed_skin maya_instanced_skin"},
		{"not what ufbx evaluates of the file either", "maya_advanced_skinned_pivot maya_poses maya_anim_layers_over_acc_orders revit_wall_square"},
		{"one of two meshes", "blender_340_z_up"},
		{"a file that libassimp refuses", "maya_cube_big_endian"},
	} {
		for prefix := range strings.FieldsSeq(o.names) {
			if strings.HasPrefix(name, prefix) {
				return o.why
			}
		}
	}
	return ""
}

// objFrame is an OBJ file.
type objFrame struct {
	name     string
	clip     string  // part of a clip's name, or ""
	frame    float64 // −1 at rest
	position [][3]float64
	rounding float64 // of its numbers
	stated   float64 // how exact it is
}

var (
	fbxName   = regexp.MustCompile(`^(.*)_7\d\d\d_(ascii|binary)(.*)\.fbx$`)
	frameName = regexp.MustCompile(`^(.*)_(\d+)$`)
)

// fbxBase is the name of an FBX file without its version and format.
func fbxBase(file string) string {
	m := fbxName.FindStringSubmatch(file)
	return m[1] + m[3]
}

func fbxFiles(t *testing.T, folder string) (list []string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if fbxName.MatchString(e.Name()) {
			list = append(list, e.Name())
		}
	}
	return list
}

// objFrames lists the OBJ files by what FBX files they belong to.
func objFrames(t *testing.T, folder string) map[string][]objFrame {
	out := make(map[string][]objFrame)
	bases := make(map[string]bool)
	for _, f := range fbxFiles(t, folder) {
		bases[fbxBase(f)] = true
	}
	entries, err := filepath.Glob(filepath.Join(folder, "*.obj"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range entries {
		if strings.Contains(path, "_lefthanded") {
			continue // the same, mirrored
		}
		name := strings.TrimSuffix(filepath.Base(path), ".obj")
		o := objFrame{name: name, frame: -1}
		base := name
		if m := frameName.FindStringSubmatch(name); m != nil && !bases[base] {
			o.frame, _ = strconv.ParseFloat(m[2], 64)
			base = m[1]
		}
		o.read(t, path)
		if of, clip, ok := strings.Cut(base, "_sausage_"); ok && of != "motionbuilder" {
			// The sausage's clips follow each other on one time line, in one file or in
			// files of their own.
			if of == "maya_game" {
				o.frame += map[string]float64{"spin": 20, "deform": 40}[clip]
			}
			out[base] = append(out[base], o)
			if clip == "wiggle" && of == "maya_game" {
				out["synthetic_sausage_wiggle_no_link"] = append(out["synthetic_sausage_wiggle_no_link"], o)
				out["synthetic_sausage_wiggle_no_bind"] = append(out["synthetic_sausage_wiggle_no_bind"], o)
			}
			o.clip = clip
			base = of + "_sausage"
			if of == "maya_game" {
				base += "_combined"
			}
		}
		out[base] = append(out[base], o)
	}
	return out
}

func (o *objFrame) read(t *testing.T, path string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	var all [][3]float64
	var used []bool
	for s.Scan() {
		v := strings.Fields(s.Text())
		if len(v) == 0 {
			continue
		}
		switch {
		case v[0] == "v" && len(v) >= 4:
			var p [3]float64
			for c := range p {
				p[c], _ = strconv.ParseFloat(v[1+c], 64)
				if _, digits, ok := strings.Cut(v[1+c], "."); ok && !strings.ContainsAny(digits, "e") {
					o.rounding = max(o.rounding, 2*math.Pow(10, -float64(len(digits))))
				}
			}
			all, used = append(all, p), append(used, false)
		case v[0] == "f":
			for _, corner := range v[1:] {
				head, _, _ := strings.Cut(corner, "/")
				i, _ := strconv.Atoi(head)
				if i < 0 {
					i += len(all) + 1
				}
				if i > 0 && i <= len(all) {
					used[i-1] = true
				}
			}
		case strings.HasPrefix(v[len(v)-1], "ufbx:tolerance="):
			o.stated, _ = strconv.ParseFloat(strings.TrimPrefix(v[len(v)-1], "ufbx:tolerance="), 64)
		}
	}
	for i, p := range all {
		if used[i] {
			o.position = append(o.position, p)
		}
	}
}

type objResult struct {
	difference, size float64
	at               [3]float64
	findings         string
}

// compareOBJ imports and plays a file. Some OBJ files are in metres, or have Y up where
// the FBX file has Z or the other way round.
func compareOBJ(t *testing.T, path string, o objFrame) (out objResult) {
	var r report.Report
	m, err := importer.Load(context.Background(), path, importer.Options{Report: &r, FileAxes: true, FileUnits: true, NoTextures: true, ExactInfluences: true, CurveDistance: 1e-8, CurveAngle: 1e-4})
	if err != nil {
		return objResult{difference: math.Inf(1), findings: err.Error()}
	}
	got := o.play(t, m)
	out.difference = math.Inf(1)
	for _, scale := range []float64{1, r.MetresPerUnit, 100 * r.MetresPerUnit} {
		for _, up := range []float64{0, 1, -1} { // Z, −Y
			placed := make([][3]float64, len(got))
			for i, p := range got {
				placed[i] = [3]float64{p[0] * scale, p[1] * scale, p[2] * scale}
				if up != 0 {
					placed[i][1], placed[i][2] = up*placed[i][2], -up*placed[i][1]
				}
			}
			if difference, at, size := apart(placed, o.position); !(difference > out.difference) {
				out = objResult{difference: difference, size: size, at: at}
			}
		}
	}
	for _, f := range r.Findings {
		if f.Severity > report.Info {
			out.findings += "\n\t\t" + f.String()
		}
	}
	return out
}

// play returns the vertices of a model at the OBJ's frame.
func (o *objFrame) play(t *testing.T, m *soa.Model) (got [][3]float64) {
	rate := 24.0
	if strings.HasPrefix(o.name, "max") {
		rate = 30
	}
	var clips []*soa.Clip
	if i := slices.IndexFunc(m.Clips, func(c *soa.Clip) bool { return strings.Contains(strings.ToLower(c.Name), o.clip) }); i >= 0 && o.frame >= 0 {
		clips = m.Clips[i : i+1]
	}
	posed := oracle.Evaluate(m, clips, o.frame/rate)
	var scratch pose.SkinScratch
	var weights []float32
	for _, w := range posed.Weights {
		weights = append(weights, float32(w))
	}
	for _, mesh := range m.Meshes {
		position := make([]float32, len(mesh.Position))
		if err := pose.SkinVertices(mesh, m.SkinOf(mesh), paletteOf(posed, mesh), weights, &scratch, position, nil); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(position); i += 3 {
			got = append(got, [3]float64{float64(position[i]), float64(position[i+1]), float64(position[i+2])})
		}
	}
	return got
}

func paletteOf(p *oracle.Pose, mesh *soa.Mesh) (list []float32) {
	all := []oracle.Mat4{oracle.FromAffine(mesh.Offset)}
	switch {
	case mesh.Skin != soa.None:
		all = p.Palette[mesh.Skin]
	case mesh.Joint != soa.NoJoint:
		all[0] = p.Model[mesh.Joint].Mul(all[0])
	}
	for i := range all {
		for _, v := range all[i][:12] {
			list = append(list, float32(v))
		}
	}
	return list
}

// apart returns how far the point is from all of the other list that is the farthest.
func apart(a, b [][3]float64) (worst float64, at [3]float64, size float64) {
	if len(a) == 0 || len(b) == 0 {
		return math.Inf(1), at, 0
	}
	low, high := b[0], b[0]
	for _, p := range b {
		for c := range 3 {
			low[c], high[c] = min(low[c], p[c]), max(high[c], p[c])
		}
	}
	size = math.Sqrt(squared(high, low))
	for _, lists := range [2][2][][3]float64{{a, b}, {b, a}} {
		sorted := slices.Clone(lists[1])
		slices.SortFunc(sorted, func(p, q [3]float64) int { return cmp.Compare(p[0], q[0]) })
		for _, p := range lists[0] {
			if near := nearest(p, sorted, worst); !(near <= worst) {
				worst, at = near, p
			}
		}
	}
	return worst, at, size
}

// nearest returns how far the nearest of points is that are sorted by x, or any number
// up to enough.
func nearest(p [3]float64, sorted [][3]float64, enough float64) float64 {
	up, _ := slices.BinarySearchFunc(sorted, p[0], func(q [3]float64, x float64) int { return cmp.Compare(q[0], x) })
	near := math.Inf(1)
	for down := up - 1; up < len(sorted) || down >= 0; up, down = up+1, down-1 {
		done := true
		for _, k := range []int{up, down} {
			if k < 0 || k >= len(sorted) || math.Abs(sorted[k][0]-p[0]) >= near {
				continue
			}
			done = false
			near = min(near, math.Sqrt(squared(p, sorted[k])))
		}
		if done || near <= enough {
			break
		}
	}
	return near
}

func squared(p, q [3]float64) (d float64) {
	for c := range p {
		d += (p[c] - q[c]) * (p[c] - q[c])
	}
	return d
}
