package archive

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/soa"
)

// Content is the input of Encode.
type Content struct {
	Model *soa.Model
	// Packed is empty, or has for each clip of the model the compressed clip that
	// is stored in its place, or nil.
	Packed  []*soa.Packed
	Banks   []*soa.Bank
	Columns *soa.ClipColumns // of clips that are played without a bank, or nil
	Graph   []byte           // an animation graph in JSON, or nil
	Control []byte           // a control in JSON, or nil
	Meta    Meta
}

// Encode returns an archive as bytes, which are the same for the same content on every machine.
// The error wraps soa.ErrInvalid for content that does not pass Validate, or soa.ErrTooLarge.
func Encode(c *Content) ([]byte, error) {
	if c.Model == nil {
		return nil, fmt.Errorf("encode an archive: %w: no model", soa.ErrInvalid)
	}
	if err := c.validate(); err != nil {
		return nil, fmt.Errorf("encode %q: %w", c.Model.Name, err)
	}
	w := &writer{strings: newStringTable(), chunks: make([][]byte, 1), entries: make([]entry, 1)}
	c.write(w)
	w.strings.fields(w.begin())
	w.entries[0], w.chunks[0] = entry{kind: kindStrings, version: chunkVersion}, w.open.finish()
	data := w.join()
	for i := range w.entries {
		// Where lengths do not fit their fields the result does not read back.
		if int64(len(w.chunks[i])) > math.MaxInt32 {
			return nil, fmt.Errorf("encode %q: %w: a %q of %d bytes", c.Model.Name, soa.ErrTooLarge, w.entries[i].kind, len(w.chunks[i]))
		}
	}
	return data, nil
}

func (c *Content) validate() error {
	if err := c.Model.Validate(); err != nil {
		return err
	}
	if n := len(c.Packed); n != 0 && n != len(c.Model.Clips) {
		return fmt.Errorf("%w: %d packed clips for %d", soa.ErrInvalid, n, len(c.Model.Clips))
	}
	for _, p := range c.Packed {
		if p == nil {
			continue
		}
		if err := p.Validate(c.Model.Skeleton.Len(), len(c.Model.Weights), len(c.Model.Floats)); err != nil {
			return err
		}
	}
	if c.Columns != nil {
		if err := c.Columns.Validate(); err != nil {
			return err
		}
	}
	for _, text := range c.texts() {
		if err := validateJSON(text.what, *text.data); err != nil {
			return err
		}
	}
	for _, b := range c.Banks {
		if b == nil {
			return fmt.Errorf("%w: a bank is nil", soa.ErrInvalid)
		}
		if err := validateBank(b, c.Model); err != nil {
			return err
		}
	}
	return nil
}

// text is a chunk of JSON.
type text struct {
	what string
	kind kind
	data *[]byte
}

// texts lists the chunks of JSON that the content has.
func (c *Content) texts() []text {
	list := []text{{"graph", kindGraph, &c.Graph}, {"control", kindControl, &c.Control}}
	return slices.DeleteFunc(list, func(t text) bool { return *t.data == nil })
}

// validateBank checks a bank, and that it has the model's joints, weights,
// floats and expressions.
func validateBank(b *soa.Bank, m *soa.Model) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if len(b.Slot) != m.Skeleton.Len() || len(b.WeightColumn) != len(m.Weights) || len(b.FloatRest) != len(m.Floats) {
		return fmt.Errorf("%w: bank %q is for %d joints, %d weights and %d floats, the model has %d, %d and %d", soa.ErrInvalid,
			b.Name, len(b.Slot), len(b.WeightColumn), len(b.FloatRest), m.Skeleton.Len(), len(m.Weights), len(m.Floats))
	}
	if len(b.Expressions) != len(m.Expressions) {
		return fmt.Errorf("%w: bank %q is for %d expressions, the model has %d", soa.ErrInvalid, b.Name, len(b.Expressions), len(m.Expressions))
	}
	return nil
}

// validateJSON checks that a graph or a control is JSON: its reader, package runtime/graph or
// runtime/control, checks the rest.
func validateJSON(what string, data []byte) error {
	if !json.Valid(data) || !utf8.Valid(data) {
		return fmt.Errorf("%w: the %s is not JSON", soa.ErrInvalid, what)
	}
	return nil
}

// write adds all chunks but the strings, small ones first, so that the parts that are always read
// lie together.
func (c *Content) write(w *writer) {
	m := c.Model
	c.Meta.fields(w.begin())
	w.end(kindMeta, "")
	skeletonFields(w.begin(), m.Skeleton, &m.Weights)
	w.end(kindSkeleton, m.Name)
	if len(m.Floats) > 0 {
		floatFields(w.begin(), &m.Floats)
		w.end(kindFloats, "")
		w.entries[len(w.entries)-1].flags = flagRequired // clips have tracks of them
	}
	if len(m.Expressions) > 0 {
		expressionFields(w.begin(), &m.Expressions)
		w.end(kindFaces, "")
	}
	if len(m.Visibility) > 0 {
		visibilityFields(w.begin(), &m.Visibility)
		w.end(kindVisible, "")
	}
	if m.Avatar != nil {
		avatarFields(w.begin(), m.Avatar)
		w.end(kindAvatar, "")
	}
	for _, text := range c.texts() {
		w.begin().walk(text.data)
		w.end(text.kind, "")
	}
	for _, s := range m.Skins {
		skinFields(w.begin(), s)
		w.end(kindSkin, "")
	}
	if len(m.Materials) > 0 {
		materialFields(w.begin(), &m.Materials)
		w.end(kindMaterials, "")
	}
	if c.Columns != nil {
		columnsFields(w.begin(), c.Columns)
		w.end(kindColumns, "")
	}
	for i, clip := range m.Clips {
		if len(c.Packed) > 0 && c.Packed[i] != nil {
			packedFields(w.begin(), c.Packed[i])
			w.end(kindPacked, c.Packed[i].Exact.Name)
			continue
		}
		clipFields(w.begin(), clip)
		w.end(kindClip, clip.Name)
	}
	for _, b := range c.Banks {
		bankFields(w.begin(), b)
		w.end(kindBank, b.Name)
	}
	for _, mesh := range m.Meshes {
		meshFields(w.begin(), mesh)
		w.end(kindMesh, mesh.Name)
	}
	for i := range m.Textures {
		textureFields(w.begin(), &m.Textures[i])
		w.end(kindTexture, m.Textures[i].Name)
	}
}

// writer collects chunks. The first is reserved for the strings.
type writer struct {
	strings *stringTable
	open    *fields
	chunks  [][]byte
	entries []entry
}

func (w *writer) begin() *fields {
	w.open = newWriter(w.strings)
	return w.open
}

// end closes the open chunk.
func (w *writer) end(k kind, name string) {
	w.chunks = append(w.chunks, w.open.finish())
	w.entries = append(w.entries, entry{kind: k, version: chunkVersion, name: w.strings.add(name)})
}

// join returns header, table, chunks and end.
func (w *writer) join() []byte {
	at := headerSize + tableSize(len(w.entries))
	for i, chunk := range w.chunks {
		e := &w.entries[i]
		e.offset, e.length, e.crc = at, int64(len(chunk)), checksum(chunk)
		at += e.length
	}
	size := markAt(at) + int64(len(mark))
	b := appendFront(make([]byte, 0, size), w.entries, size)
	for _, chunk := range w.chunks {
		b = append(b, chunk...)
	}
	return appendEnd(b)
}
