package gltf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/draco"
	"github.com/sinew-anim/sinew/soa"
)

// draco reads how a primitive is compressed, or nil.
func (d *Document) draco(v value) *Draco {
	if !v.there() {
		return nil
	}
	out := &Draco{View: v.at("bufferView").orParent(v).index(len(d.Views), "buffer views")}
	attributes := v.object("attributes")
	for k := range attributes.len() {
		a := attributes.child(k)
		out.Attributes = append(out.Attributes, DracoAttribute{a.key(), uint32(a.count(0))})
	}
	return out
}

// dracoTypes are the components of attributes in streams.
var dracoTypes = map[draco.Type]Component{
	draco.Int8: Int8, draco.Uint8: Uint8, draco.Int16: Int16, draco.Uint16: Uint16, draco.Uint32: Uint32, draco.Float32: Float32,
}

// Expand decompresses a primitive: its accessors then have what the stream says. A primitive
// without Draco stays as it is.
func (d *Document) Expand(p *Primitive, triangles, vertices int) error {
	if p.Draco == nil {
		return nil
	}
	stream, err := d.ViewData(p.Draco.View)
	if err != nil {
		return err
	}
	// Primitives may share a stream, each of whose bytes may be an attribute.
	if err := d.take(p.place, len(stream), 16); err != nil {
		return err
	}
	mesh, err := draco.Decode(stream, draco.Limits{Faces: triangles, Points: vertices, Bytes: int(min(d.meter.Left(), math.MaxInt)), Meter: d.meter})
	switch {
	case d.meter.Err() != nil:
		return fmt.Errorf("%s: %w", p.place.pointer(), d.meter.Err())
	case errors.Is(err, draco.ErrLimit):
		return fmt.Errorf("%w: %s: %w", soa.ErrTooLarge, p.place.pointer(), err)
	case err != nil:
		return p.Error("%w", err)
	}
	for _, of := range p.Draco.Attributes {
		a, from := p.Attribute(of.Name), mesh.Attribute(of.ID)
		if a < 0 || from == nil {
			return p.Error("the stream has no attribute %d, %s", of.ID, of.Name)
		}
		if err := d.adopt(&d.Accessors[a], from, mesh.Points); err != nil {
			return err
		}
	}
	if p.Indices < 0 {
		return p.Error("no indices")
	}
	if err := d.take(p.place, len(mesh.Indices), 4); err != nil {
		return err
	}
	packed := make([]byte, 0, 4*len(mesh.Indices))
	for _, i := range mesh.Indices {
		packed = binary.LittleEndian.AppendUint32(packed, i)
	}
	a := &d.Accessors[p.Indices]
	a.Component, a.Count, a.packed, a.View, a.Sparse = Uint32, len(mesh.Indices), packed, -1, nil
	p.Draco, p.Mode = nil, Triangles // which strips became
	return nil
}

// adopt gives an accessor the values of an attribute.
func (d *Document) adopt(a *Accessor, from *draco.Attribute, points int) error {
	component, ok := dracoTypes[from.Type]
	if !ok || from.Components != a.Width() {
		return a.place.error("%d components of type %d in the stream of Draco", from.Components, from.Type)
	}
	a.Component, a.Count, a.packed, a.View, a.Sparse, a.floats = component, points, from.Data, -1, nil, nil
	return nil
}
