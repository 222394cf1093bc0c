package summary

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// Write prints the description in 80 columns.
func (in *Model) Write(p *console.Page) {
	p.Line("%s", console.Printable(in.File))
	p.Wrapped("", in.headline())
	if units := in.unitsLine(); units != "" {
		p.Wrapped("", units)
	}
	if in.ModelBytes > 0 {
		p.Wrapped("", fmt.Sprintf("Memory: %s as parsed, %s as a model.", console.Kilobytes(in.SceneBytes),
			console.Kilobytes(in.ModelBytes)))
	}
	for _, o := range in.With {
		if o.Error != "" {
			p.Wrapped("", "No clips of "+console.Printable(o.File)+": "+console.Printable(o.Error)+".")
		}
	}
	in.writeSkeleton(p)
	in.writeClips(p)
	in.writeMeshes(p)
	in.writeMaterials(p)
	in.writeFloats(p)
	if in.Archive != nil {
		writeArchive(p, in.Archive)
	} else {
		in.writeFindings(p)
	}
}

func (in *Model) headline() string {
	if in.Archive != nil {
		return archiveHeadline(in.Archive, in.ImportSeconds)
	}
	s := fmt.Sprintf("%s, read by %s in %s, %s of them parsing",
		strings.ToUpper(in.Format), in.Importer, console.Milliseconds(in.ImportSeconds),
		console.Milliseconds(in.ParseSeconds))
	for _, o := range in.With {
		if o.Error != "" {
			continue
		}
		s += fmt.Sprintf("; with %s of %s in %s", console.Plural(o.Clips, "clip"), console.Printable(o.File),
			console.Milliseconds(o.ImportSeconds))
	}
	return s + "."
}

// unitsLine states the file's unit and axes if they are not the model's.
func (in *Model) unitsLine() string {
	var parts []string
	if in.MetresPerUnit > 0 && in.MetresPerUnit != 1 {
		parts = append(parts, fmt.Sprintf("a unit of %v m", in.MetresPerUnit))
	}
	if in.UpAxis != "" && in.UpAxis != "+Y" && in.UpAxis != "Y" {
		parts = append(parts, in.UpAxis+" up")
	}
	if len(parts) == 0 {
		return ""
	}
	return "The file has " + strings.Join(parts, " and ") + "; the model is in metres, Y up."
}

// writeSkeleton prints the joints as a tree.
func (in *Model) writeSkeleton(p *console.Page) {
	animated, skinned := 0, 0
	for _, j := range in.Joints {
		if j.Animated {
			animated++
		}
		if j.Skinned {
			skinned++
		}
	}
	if len(in.Joints) == 0 {
		console.Heading(p, "No skeleton")
		return
	}
	console.Heading(p, "Skeleton: %s, %d animated (*), %d skinned (+)", console.Plural(len(in.Joints), "joint"), animated,
		skinned)
	t := newTree(in.skeleton)
	for _, j := range t.order {
		mark := [2]byte{' ', ' '}
		if in.Joints[j].Animated {
			mark[0] = '*'
		}
		if in.Joints[j].Skinned {
			mark[1] = '+'
		}
		p.Line("  %s %s", mark, console.Cut(t.branch(j)+console.Named(in.Joints[j].Name), console.PageWidth-5))
	}
}

// tree is a skeleton in depth-first order.
type tree struct {
	parent []int16
	depth  []uint16
	last   []bool // the last child of its parent
	order  []int
}

func newTree(s *soa.Skeleton) *tree {
	n := s.Len()
	t := &tree{parent: s.Parent, depth: s.Depth, last: make([]bool, n)}
	children := make([][]int, n+1) // those of joint j at j+1, roots at 0
	for j, p := range s.Parent {
		children[p+1] = append(children[p+1], j)
	}
	stack := slices.Clone(children[0])
	slices.Reverse(stack)
	for len(stack) > 0 {
		j := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t.order = append(t.order, j)
		below := children[j+1]
		for i := len(below) - 1; i >= 0; i-- {
			t.last[below[i]] = i == len(below)-1
			stack = append(stack, below[i])
		}
	}
	return t
}

// deepest is the depth above which branches are counted, not drawn.
const deepest = 22

// branch draws the lines from a joint to its ancestors.
func (t *tree) branch(j int) string {
	if t.depth[j] == 0 {
		return ""
	}
	if t.depth[j] > deepest {
		return fmt.Sprintf("%s%d> ", strings.Repeat("· ", deepest-2), t.depth[j])
	}
	line := "├ "
	if t.last[j] {
		line = "└ "
	}
	for a := int(t.parent[j]); t.depth[a] > 0; a = int(t.parent[a]) {
		if t.last[a] {
			line = "  " + line
		} else {
			line = "│ " + line
		}
	}
	return line
}

func (in *Model) writeClips(p *console.Page) {
	if len(in.Clips) == 0 {
		console.Heading(p, "No clips")
		return
	}
	console.Heading(p, "Clips:")
	p.Line("  %3s  %-24s %8s %8s %8s %6s %8s", "", "", "start s", "end s", "ticks/s", "tracks", "keys")
	for i, c := range in.Clips {
		p.Line("  %3d  %s %8.3f %8.3f %8.6g %6d %8d", i, console.Column(console.Named(c.Name), 24), c.Start, c.End,
			c.TicksPerSecond, c.Tracks, c.Keys)
		if note := in.clipNote(&c); note != "" {
			p.Wrapped("       ", note)
		}
		if root := c.Root.note(c.End - c.Start); root != "" {
			p.Wrapped("       ", root)
		}
		if len(c.Events) > 0 {
			p.Wrapped("       events: ", eventsNote(c.Events))
		}
	}
}

// clipNote describes what is not in a clip's columns.
func (in *Model) clipNote(c *Clip) string {
	var parts []string
	if utf8.RuneCountInString(c.Name) > 24 {
		parts = append(parts, console.Named(c.Name))
	}
	if c.Additive {
		parts = append(parts, "additive")
	}
	if c.Loop {
		parts = append(parts, "loops")
	}
	if c.Constant > 0 {
		parts = append(parts, fmt.Sprintf("%d constant", c.Constant))
	}
	for _, kind := range []string{"step", "cubic"} {
		if n := c.Interpolation[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, kind))
		}
	}
	if c.Spacing > 0 {
		parts = append(parts, fmt.Sprintf("a key every %s", console.Milliseconds(c.Spacing)))
	}
	if b := c.Bend; b != nil {
		parts = append(parts, fmt.Sprintf("bends between frames by up to %.3g mm (%s; %s)", 1000*b.Largest,
			console.Named(b.Joint), console.Plural(b.Joints, "joint")))
	}
	if c.File != in.File {
		parts = append(parts, "of "+console.Printable(c.File))
	}
	return strings.Join(parts, ", ")
}

func (in *Model) writeMeshes(p *console.Page) {
	if len(in.Meshes) == 0 {
		console.Heading(p, "No meshes")
		return
	}
	console.Heading(p, "Meshes:")
	p.Line("  %3s  %-22s %9s %9s  %s", "", "", "vertices", "triangles", "moved by")
	for i := range in.Meshes {
		m := &in.Meshes[i]
		p.Line("  %3d  %s %9d %9d  %s", i, console.Column(console.Named(m.Name), 22), m.Vertices, m.Triangles,
			console.Cut(in.mover(m), 28))
		p.Wrapped("       on the GPU: ", m.Vertex)
		if len(m.MorphTargets) > 0 {
			targets := make([]string, len(m.MorphTargets))
			for k, t := range m.MorphTargets {
				targets[k] = console.Named(t)
			}
			p.Wrapped("       morph targets: ", strings.Join(targets, ", "))
		}
	}
	for i, s := range in.Skins {
		p.Line("  skin %d: %s, %s", i, console.Plural(s.Joints, "joint"), console.Plural(len(s.Meshes), "mesh"))
		in.writeHistogram(p, s.Meshes)
	}
}

// writeHistogram prints the numbers of influences of vertices in the file.
func (in *Model) writeHistogram(p *console.Page, meshes []int) {
	var count [9]int
	most, lost := 1, float32(0)
	for _, k := range meshes {
		for n, v := range in.Meshes[k].Histogram {
			count[n] += v
			most = max(most, count[n])
		}
		lost = max(lost, in.Meshes[k].LostWeight)
	}
	const width = 40
	for n, v := range count {
		if v == 0 {
			continue
		}
		label := fmt.Sprint(n)
		if n == len(count)-1 {
			label += "+"
		}
		p.Line("    %2s influences %8d  %s", label, v, strings.Repeat("#", (v*width+most-1)/most))
	}
	if lost > 0 {
		p.Line("    the limit cut up to %.3g of a vertex's weight", lost)
	}
}

// skinning returns the method by which a mesh is skinned, or "".
func skinning(m *soa.Mesh) string {
	if m.Skin == soa.None {
		return ""
	}
	return m.Skinning.String()
}

// mover describes what moves a mesh.
func (in *Model) mover(m *Mesh) string {
	switch {
	case m.Skin != soa.None:
		by := fmt.Sprintf("skin %d, %d a vertex", m.Skin, m.Influences)
		if m.Skinning != soa.LinearBlend.String() {
			by += ", " + m.Skinning
		}
		return by
	case m.Joint != soa.NoJoint:
		return "joint " + console.Named(in.Joints[m.Joint].Name)
	}
	return "nothing"
}

// maxPageFindings is the number of findings of one severity on the page.
const maxPageFindings = 20

func (in *Model) writeFindings(p *console.Page) {
	if len(in.Findings) == 0 {
		console.Heading(p, "The import reports no findings.")
		return
	}
	console.Heading(p, "Findings:")
	for _, severity := range [...]string{models.Loss.String(), models.Repair.String(), models.Info.String()} {
		alike := in.alike(severity)
		for _, group := range alike[:min(len(alike), maxPageFindings)] {
			p.Wrapped(fmt.Sprintf("  %-6s ", severity), in.sum(group))
		}
		if more := len(alike) - maxPageFindings; more > 0 {
			p.Line("  %-6s and %d more, which --json lists", severity, more)
		}
	}
}

// alike groups the findings of a severity, of each file by itself, in their order.
func (in *Model) alike(severity string) (groups []group) {
	var files []string
	of := make(map[string][]report.Finding)
	for _, f := range in.Findings {
		if f.Severity != severity {
			continue
		}
		if of[f.File] == nil {
			files = append(files, f.File)
		}
		of[f.File] = append(of[f.File], report.Finding{
			Kind: report.Kind(f.Kind), Where: console.Printable(f.Where), Message: console.Printable(f.Message), Size: report.Size{Value: f.Size, Unit: f.SizeUnit},
		})
	}
	for _, file := range files {
		for _, g := range report.Alike(of[file]) {
			groups = append(groups, group{g, file})
		}
	}
	return groups
}

// group is findings of a file that are alike.
type group struct {
	report.Group
	file string
}

// sum formats a group of findings: the names, and the message of the worst.
func (in *Model) sum(g group) string {
	text := g.Message
	if places := g.Places(); places != "" {
		text = places + ": " + text
	}
	if g.file != in.File {
		text = filepath.Base(console.Printable(g.file)) + ": " + text
	}
	text += " [" + string(g.Kind)
	if g.Count > 1 {
		text += ", " + g.Total()
	}
	return text + "]"
}
