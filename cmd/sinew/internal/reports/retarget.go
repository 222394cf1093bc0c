package reports

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Retarget is the report of retarget.
type Retarget struct {
	Source string `json:"source"`
	Target string `json:"target"`
	Output string `json:"output,omitempty"`
	Bytes  int    `json:"bytes,omitempty"`
	// Written says what the output lacks.
	Written *converter.Result `json:"written,omitempty"`
	Clips   []RetargetClip    `json:"clips"`
}

// RetargetClip is the report of one clip.
type RetargetClip struct {
	Name     string                 `json:"name"`
	Seconds  float64                `json:"seconds"`
	Retarget *retarget.Report       `json:"retarget,omitempty"`
	Mirror   *retarget.MirrorReport `json:"mirror,omitempty"`
}

// WarnLimbs warns of limbs that are not mapped, each in the clip that turns it most.
func (r *Retarget) WarnLimbs(stderr io.Writer) {
	most := make(map[string]*retarget.LostLimb)
	clip := make(map[string]string)
	for i := range r.Clips {
		if r.Clips[i].Retarget == nil {
			continue
		}
		for k := range r.Clips[i].Retarget.Limbs {
			if l := &r.Clips[i].Retarget.Limbs[k]; most[l.Limb] == nil || l.Degrees > most[l.Limb].Degrees {
				most[l.Limb], clip[l.Limb] = l, r.Clips[i].Name
			}
		}
	}
	for _, limb := range slices.Sorted(maps.Keys(most)) {
		console.Warn(stderr, "%s: clip %s: %v; --map maps its joints", r.Source, console.Named(clip[limb]), most[limb])
	}
}

// Write prints the joints once, then each clip.
func (r *Retarget) Write(p *console.Page) {
	first := &r.Clips[0]
	if m := first.Retarget; m != nil {
		p.Line("%s onto %s", console.Printable(r.Source), console.Printable(r.Target))
		writeMapped(p, m)
	}
	if m := first.Mirror; m != nil {
		if first.Retarget == nil {
			p.Line("%s", console.Printable(r.Target))
		}
		writeMirrored(p, m)
	}
	for i := range r.Clips {
		r.Clips[i].Write(p)
	}
	if r.Written != nil {
		p.Line("")
		r.Written.Write(p)
	}
}

// writeMapped prints the mapped joints and the unmapped ones.
func writeMapped(p *console.Page, m *retarget.Report) {
	by := make(map[humanoid.How]int)
	for _, j := range m.Joints {
		by[j.How]++
	}
	var how []string
	for _, h := range []struct {
		how  humanoid.How
		text string
	}{{humanoid.ByTable, "by the table"}, {humanoid.ByBody, "by the names of a body"},
		{humanoid.ByShape, "by the shape of a body"}, {humanoid.ByName, "by equal names"}} {
		if by[h.how] > 0 {
			how = append(how, fmt.Sprintf("%d %s", by[h.how], h.text))
		}
	}
	p.Wrapped("  mapped     ", fmt.Sprintf("%s: %s", console.Plural(len(m.Joints), "joint"), strings.Join(how, ", ")))
	turned := ""
	if m.Turned {
		turned = ", turned to where the target faces"
	}
	p.Line("  scale      %.4g%s", m.Scale, turned)
	if len(m.Exchanged) > 0 {
		p.Wrapped("  sides      ", "left in names is right, as the feet point, in the "+strings.Join(m.Exchanged,
			" and the "))
	}
	writeAlike(p, "  chains     ", m.Chains, func(c retarget.ChainPair) (role, what string) {
		return c.Slot, fmt.Sprintf("of %d to %d", len(c.Source), len(c.Target))
	})
	writeRest(p, m.Rest, m.Reference.From == retarget.RestOfFile && m.Ground == nil)
	writeUnmapped(p, "  left over  ", m.Source)
	writeUnmapped(p, "  at rest    ", m.Target)
}

// writeAlike prints a list by parts of a body, once for both sides if they are alike.
func writeAlike[T any](p *console.Page, lead string, list []T, say func(T) (role, what string)) {
	var parts []string
	said := make(map[string]string)
	for _, e := range list {
		role, what := say(e)
		other, sided := humanoid.SwapSide(role)
		switch {
		case sided && said[other] == what:
			bare, _ := humanoid.SplitRole(role)
			at := slices.Index(parts, other+" "+what)
			parts[at] = "both " + bare + " " + what
		default:
			parts = append(parts, role+" "+what)
		}
		said[role] = what
	}
	if len(parts) > 0 {
		p.Wrapped(lead, strings.Join(parts, ", "))
	}
}

// writeRest prints the angles between limbs at rest. Those of legs are small if both bodies
// stand.
func writeRest(p *console.Page, list []retarget.Difference, file bool) {
	const standing = 15 // degrees
	angles := make(map[string][]string)
	var order []string
	walks := false
	for _, d := range list {
		bare, _ := humanoid.SplitRole(d.Slot)
		if angles[bare] == nil {
			order = append(order, bare)
		}
		angles[bare] = append(angles[bare], fmt.Sprintf("%.0f°", d.Degrees))
		walks = walks || strings.HasSuffix(bare, "Leg") && d.Degrees > standing
	}
	for i, bare := range order {
		order[i] = bare + " " + strings.Join(angles[bare], " and ")
	}
	if len(order) > 0 {
		p.Wrapped("  rest       ", strings.Join(order, ", "))
	}
	if walks && file {
		p.Wrapped("             ", "one of them does not stand at rest; if that is the pose of a clip, "+
			"name the character's file and add the clips by --with")
	}
}

// writeReference prints which pose of the source was taken for its rest, unless it is the file's.
func writeReference(p *console.Page, r *retarget.Reference) {
	if r.From == retarget.RestOfFile {
		return
	}
	said := fmt.Sprintf("frame %d, at %.3f s", r.Frame, r.Seconds)
	switch {
	case !r.Found:
	case r.Arms != "other":
		said += fmt.Sprintf(": it stands in the %s pose", r.Arms)
	default:
		said += fmt.Sprintf(": it stands most upright there, its trunk leans by %.0f° and its legs by %.0f°", r.Lean, r.Legs)
	}
	if f := r.File; f != nil && r.Found {
		said += fmt.Sprintf("; in the file's rest pose the trunk leans by %.0f°, the legs by %.0f°", f.Lean, f.Legs)
	}
	p.Wrapped("  rest pose  ", said)
}

// writeGround prints how heights were measured, if in the clip.
func writeGround(p *console.Page, g *retarget.Ground) {
	if g == nil {
		return
	}
	how, levelled := "as in that pose", 0.
	if g.Raised != 0 {
		how = "where feet stand in the clip"
	}
	said := []string{"heights are above the ground, " + how}
	millimetres := func(v float64, what string) {
		if v >= 0.5e-3 || v <= -0.5e-3 {
			said = append(said, fmt.Sprintf(what, 1000*v))
		}
	}
	millimetres(g.Raised, "the source's rest pose was raised by %.0f mm to it")
	millimetres(g.Hover, "the target rests %.0f mm above it")
	millimetres(g.Settled, "hips raised by %.0f mm for its legs")
	millimetres(g.Sunk, "feet kept from sinking by up to %.0f mm")
	for _, f := range g.Feet {
		levelled = max(levelled, f.Levelled, -f.Levelled)
		if f.Moments == 0 && g.Raised != 0 {
			said = append(said, f.Foot+" is never seen to stand")
		}
	}
	if levelled > 0 {
		said = append(said, fmt.Sprintf("feet levelled by up to %.1f°", levelled))
	}
	p.Wrapped("  ground     ", strings.Join(said, "; "))
}

// writeUnmapped prints joints without a counterpart, those with similar names first.
func writeUnmapped(p *console.Page, lead string, list []retarget.Unmapped) {
	if len(list) == 0 {
		return
	}
	var names, nearby []string
	for _, u := range list {
		switch {
		case u.Uneven:
			nearby = append(nearby, console.Named(u.Joint)+" (scaled unevenly)")
		case len(u.Near) > 0:
			nearby = append(nearby, fmt.Sprintf("%s (near %s)", console.Named(u.Joint), listNames(u.Near)))
		default:
			names = append(names, console.Named(u.Joint))
		}
	}
	names = append(nearby, names...)
	more := ""
	if len(names) > models.MaxNear {
		more = fmt.Sprintf(", %d more", len(names)-models.MaxNear)
		names = names[:models.MaxNear]
	}
	p.Wrapped(lead, fmt.Sprintf("%s: %s%s", console.Plural(len(list), "joint"), strings.Join(names, ", "), more))
}

// writeMirrored prints the pairs of sides.
func writeMirrored(p *console.Page, m *retarget.MirrorReport) {
	p.Line("  mirror     at a right angle to %s: %s, %d in the middle", m.Plane, console.Plural(len(m.Joints), "pair"),
		len(m.Middle))
	var odd []string
	for _, j := range m.Joints {
		if j.How == humanoid.ByShape {
			odd = append(odd, console.Named(j.A)+" and "+console.Named(j.B))
		}
	}
	if len(odd) > 0 {
		p.Wrapped("  by place   ", listNames(odd))
	}
	if len(m.Kept) > 0 {
		p.Wrapped("  as before  ", fmt.Sprintf("%s without another side: %s", console.Plural(len(m.Kept), "joint"),
			listNames(m.Kept)))
	}
	if len(m.Rolled) > 0 {
		p.Wrapped("  rolls      ", fmt.Sprintf("only an uneven rest pose tells those of %s: %s", console.Plural(len(m.Rolled), "joint"),
			listNames(m.Rolled)))
	}
}

func (c *RetargetClip) Write(p *console.Page) {
	console.Heading(p, "clip %s, %.3f s", console.Named(c.Name), c.Seconds)
	if m := c.Mirror; m != nil && len(m.Names) > 0 {
		p.Wrapped("  exchanged  ", listNames(m.Names))
	}
	if m := c.Mirror; m != nil && m.Off != nil {
		p.Line("  sides      differ: %s is up to %.0f mm from the mirror image, at %.3f s", console.Named(m.Off.Joint), 1000*m.Off.Metre, m.Off.Seconds)
	}
	m := c.Retarget
	if m == nil {
		return
	}
	writeReference(p, &m.Reference)
	writeGround(p, m.Ground)
	added := ""
	if m.Added > 0 {
		added = fmt.Sprintf(", at %s between those of the clip too", console.Plural(m.Added, "moment"))
	}
	p.Wrapped("  keys       ", fmt.Sprintf("%d%s", m.Keys, added))
	for i := range m.Limbs {
		p.Wrapped("  unmapped   ", m.Limbs[i].String())
	}
	lost := make(map[string][]string)
	var kinds []string
	for _, l := range m.Lost {
		if lost[l.What] == nil {
			kinds = append(kinds, l.What)
		}
		lost[l.What] = append(lost[l.What], l.Name)
	}
	for _, what := range kinds {
		p.Wrapped("  lost       ", fmt.Sprintf("the %s of %s", what, listNames(lost[what])))
	}
	for _, s := range m.Steps {
		p.Line("  planted    %s, %.3f to %.3f s, %.0f mm from its unlocked place", s.Foot, s.From, s.To, 1000*s.Slid)
	}
	for _, s := range m.Short {
		p.Line("  too short  %s, by up to %.0f mm", s.Limb, 1000*s.Metre)
	}
	if s := m.Stray; s != nil {
		p.Line("  jumps      %s, by up to %.2g mm between keys, at %.3f s", console.Named(s.Joint), 1000*s.Metre, s.Seconds)
	}
}

// RetargetColumns are the heads of Row.
func RetargetColumns() []string { return []string{"clips", "joints", "seconds", "size"} }

// Row is the line of a table of results, after the source's name.
func (r *Retarget) Row() []string {
	joints, seconds := 0, 0.0
	for i := range r.Clips {
		c := &r.Clips[i]
		seconds += c.Seconds
		if c.Retarget != nil {
			joints = len(c.Retarget.Joints)
		}
	}
	size := "-"
	if r.Output != "" {
		size = console.Kilobytes(int64(r.Bytes))
	}
	return []string{strconv.Itoa(len(r.Clips)), strconv.Itoa(joints), fmt.Sprintf("%.2f", seconds), size}
}
