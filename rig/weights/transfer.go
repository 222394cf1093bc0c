package weights

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/soa"
)

type (
	// Transfer takes weights from the surface of other meshes, or of another level of detail: from
	// the nearest place, if that is near and faces the same way. All other vertices are inpainted:
	// their weights are the smoothest ones between those that were found (Abdrashitov, Raichstat,
	// Monsen, Hill: Robust Skin Weights Transfer via Weight Inpainting, 2023). Pieces in which no
	// vertex was found take the weights of the nearest place, however far it is.
	//
	// Joints are found by name, and where a name is missing by their nearest ancestor.
	Transfer struct {
		From   *soa.Model
		Meshes []string // of From; nil: all with a skin
		// Within is the largest distance in metres: 0 means 2.5 % of the size of From's meshes.
		Within float64
		// Angle is the largest angle between the normals in degrees: 0 means 30. 180 tests nothing.
		Angle float64
	}
	// Copy takes the weights of the meshes of the same name of another model, vertex by vertex and
	// joint by joint, see Groups.Copied. Meshes of another number of vertices are an error of
	// ErrShape; those that From lacks are unchanged.
	Copy struct{ From *soa.Model }
)

func (Transfer) Name() string { return "transfer" }
func (Copy) Name() string     { return "copy" }

func (o Copy) run(w *work) error {
	if o.From == nil {
		return optionError("From", nil, "a model")
	}
	taken := make([]bool, len(o.From.Meshes))
	for _, b := range w.bodies {
		for i, mesh := range b.meshes {
			at := slices.IndexFunc(o.From.Meshes, func(m *soa.Mesh) bool {
				return m.Skin != soa.None && m.Name == b.model.Meshes[mesh].Name
			})
			for at >= 0 && taken[at] && at+1 < len(taken) && o.From.Meshes[at+1].Name == b.model.Meshes[mesh].Name {
				at++ // parts of a mesh have its name
			}
			if at < 0 {
				continue
			}
			taken[at] = true
			from, err := GroupsOf(o.From, at)
			if err != nil {
				return err
			}
			if b.groups[i], _, w.of[mesh].Lost, err = b.groups[i].Copied(from); err != nil {
				return err
			}
		}
	}
	return nil
}

// source is a body that gives weights to another.
type source struct {
	*body
	points *Groups
	names  names // to the groups that take them
}

func (o Transfer) run(w *work) error {
	switch {
	case o.From == nil:
		return optionError("From", nil, "a model")
	case !(o.Within >= 0):
		return optionError("Within", o.Within, "at least 0")
	case !(o.Angle >= 0 && o.Angle <= 180):
		return optionError("Angle", o.Angle, "0 to 180")
	}
	if o.Angle == 0 {
		o.Angle = 30
	}
	sources, size, err := o.sources(w.ctx)
	if err == nil {
		err = weld(w.ctx, w.bodies)
	}
	if err != nil {
		return err
	}
	if o.Within == 0 {
		o.Within = size / 40
	}
	for _, b := range w.bodies {
		if err := o.apply(w, b, sources); err != nil {
			return err
		}
	}
	return nil
}

// sources returns the surfaces that give weights, and the size of the largest.
func (o Transfer) sources(ctx context.Context) (list []source, size float64, err error) {
	from, chosen := *o.From, []*soa.Mesh{}
	if _, err := choose(o.From, o.Meshes); err != nil {
		return nil, 0, err
	}
	for _, mesh := range o.From.Meshes {
		if o.Meshes == nil || slices.Contains(o.Meshes, mesh.Name) {
			chosen = append(chosen, mesh)
		}
	}
	from.Meshes = chosen
	bodies, err := bodiesOf(&from, nil)
	if err == nil {
		err = weld(ctx, bodies)
	}
	if err != nil {
		return nil, 0, err
	}
	for _, b := range bodies {
		list = append(list, source{body: b, points: b.points()})
		size = max(size, b.Size())
	}
	return list, size, nil
}

// apply gives weights to a body.
func (o Transfer) apply(w *work, b *body, sources []source) error {
	points := b.points()
	for i := range sources {
		sources[i].names = points.match(sources[i].points)
	}
	_, cos := exact.SinCos(o.Angle * math.Pi / 180)
	if o.Angle == 180 {
		cos = -2
	}
	known, lost := make([]bool, len(b.Position)), make([]float64, len(b.Position))
	taken, err := points.mapped(w.ctx, func(p int, _ Row) (r Row) {
		r, lost[p], known[p] = take(sources, b.Position[p], b.Normal[p], o.Within, cos)
		return r
	})
	if err != nil {
		return err
	}
	unreached := b.withoutAny(known)
	taken, err = taken.mapped(w.ctx, func(p int, r Row) Row {
		if unreached[p] {
			r, _, _ = take(sources, b.Position[p], exact.Vec{}, math.Inf(1), -2)
		}
		return r
	})
	if err != nil {
		return err
	}
	taken, err = b.inpaint(w.ctx, taken, known, unreached)
	if err != nil {
		return err
	}
	for p := range known {
		for _, c := range b.Copies(p) {
			r := w.of[b.meshes[c.Part]]
			r.Lost = max(r.Lost, lost[p])
			if !known[p] {
				r.Unmatched++
			}
			if unreached[p] {
				r.Unreached++
			}
		}
	}
	b.spread(taken)
	return nil
}

// take returns the weights of the nearest place of several surfaces, what of them no joint has, and
// whether it is near and faces as the normal does.
func take(sources []source, at, normal exact.Vec, within, cos float64) (row Row, lost float64, ok bool) {
	for i := range sources {
		s := &sources[i]
		hit, found := s.Nearest(at, within, nil)
		if !found {
			continue
		}
		within = hit.Distance
		ok = normal == exact.Vec{} || s.facing(hit).Dot(normal) >= cos
		row, lost = s.names.translate(s.points.At(s.place(hit), nil), nil)
	}
	sum := row.Sum()
	if !ok || !(sum > 0) {
		return nil, lost, false
	}
	for i := range row {
		row[i].Value /= sum
	}
	return row.tidy(), lost, true
}

// facing returns the unit normal at a place: between those of the corners, or that of the triangle.
func (b *body) facing(h surface.Hit) (n exact.Vec) {
	for k, c := range b.Triangle[h.Triangle] {
		n = n.Add(b.Normal[c].Scale(h.Weight[k]))
	}
	if l := n.Length(); l > 1e-6 {
		return n.Scale(1 / l)
	}
	return b.FaceNormal[h.Triangle]
}

// withoutAny reports the points of pieces in which none is known.
func (b *body) withoutAny(known []bool) []bool {
	any := make([]bool, b.Pieces)
	for p, k := range known {
		any[b.Component[p]] = any[b.Component[p]] || k
	}
	out := make([]bool, len(known))
	for p := range out {
		out[p] = !any[b.Component[p]]
	}
	return out
}
