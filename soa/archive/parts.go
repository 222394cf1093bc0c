package archive

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// open calls do, unless the archive is closed, and keeps it open meanwhile.
func (a *Archive) open(do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.closed {
		do()
	}
}

// Skeleton returns the model's skeleton, checked when the archive was opened, or nil
// after Close.
func (a *Archive) Skeleton() (s *soa.Skeleton) {
	a.open(func() { s = a.bare.Skeleton })
	return s
}

// Weights returns the model's morph weights, or nil after Close.
func (a *Archive) Weights() (list []soa.MorphWeight) {
	a.open(func() { list = a.bare.Weights })
	return list
}

// Floats returns the model's custom properties, or nil after Close.
func (a *Archive) Floats() (list []soa.NamedFloat) {
	a.open(func() { list = a.bare.Floats })
	return list
}

// Expressions returns the model's expressions, or nil after Close.
func (a *Archive) Expressions() (list []soa.Expression) {
	a.open(func() { list = a.bare.Expressions })
	return list
}

// Clips returns the number of clips.
func (a *Archive) Clips() int { return len(a.clips) }

// ClipName returns the name of clip i, or "" if there is none or the archive is closed.
func (a *Archive) ClipName(i int) (name string) {
	if i >= 0 && i < len(a.clips) {
		a.open(func() { name = a.name(a.clips[i]) })
	}
	return name
}

// ClipIndex returns the index of the first clip of that name, or soa.None, also after
// Close.
func (a *Archive) ClipIndex(name string) (index int) {
	index = soa.None
	a.open(func() { index = slices.IndexFunc(a.clips, func(i int) bool { return a.name(i) == name }) })
	return index
}

// Banks returns the number of banks.
func (a *Archive) Banks() int { return len(a.banks) }

// use checks that part i of n exists and locks the archive, unless it returns an error.
func (a *Archive) use(what string, i, n int) error {
	if i < 0 || i >= n {
		return fmt.Errorf("%w: %s %d of %d", soa.ErrRange, what, i, n)
	}
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return errClosed
	}
	return nil
}

// part returns part i of n, which is read at its first request.
func part[T any](list *[]*T, i, n int, read func(i int, v *T) error) (*T, error) {
	if *list == nil {
		*list = make([]*T, n)
	}
	kept := &(*list)[i]
	if *kept == nil {
		v := new(T)
		if err := read(i, v); err != nil {
			return nil, err
		}
		*kept = v
	}
	return *kept, nil
}

// IsPacked reports whether clip i is stored compressed, for Packed; Clip
// returns the others.
func (a *Archive) IsPacked(i int) bool {
	return i >= 0 && i < len(a.clips) && a.entries[a.clips[i]].kind == kindPacked
}

// Clip returns clip i. The error wraps ErrPacked for a compressed one,
// soa.ErrRange, soa.ErrClosed or the cause of an *Error.
func (a *Archive) Clip(i int) (*soa.Clip, error) {
	if err := a.use("clip", i, len(a.clips)); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	if a.IsPacked(i) {
		return nil, fmt.Errorf("%w: clip %q", ErrPacked, a.name(a.clips[i]))
	}
	return part(&a.clip, i, len(a.clips), a.readClip)
}

func (a *Archive) readClip(i int, c *soa.Clip) error {
	*c = soa.Clip{Name: a.name(a.clips[i])}
	return a.part(a.clips[i], func(f *fields) { clipFields(f, c) }, func() error { return a.bare.ValidateClip(c) })
}

// Packed returns the compressed clip i, for package internal/codec. Its
// errors are those of Clip, with ErrPacked for an uncompressed clip.
func (a *Archive) Packed(i int) (*soa.Packed, error) {
	if err := a.use("clip", i, len(a.clips)); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	if !a.IsPacked(i) {
		return nil, fmt.Errorf("%w: clip %q is not", ErrPacked, a.name(a.clips[i]))
	}
	return part(&a.packed, i, len(a.clips), a.readPacked)
}

func (a *Archive) readPacked(i int, p *soa.Packed) error {
	*p = soa.Packed{Exact: soa.Clip{Name: a.name(a.clips[i])}}
	return a.part(a.clips[i], func(f *fields) { packedFields(f, p) }, func() error {
		return p.Validate(a.bare.Skeleton.Len(), len(a.bare.Weights), len(a.bare.Floats))
	})
}

// Bank returns bank i: compiled clips for a crowd. The error wraps
// soa.ErrRange, soa.ErrClosed or the cause of an *Error.
func (a *Archive) Bank(i int) (*soa.Bank, error) {
	if err := a.use("bank", i, len(a.banks)); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	return part(&a.bank, i, len(a.banks), a.readBank)
}

func (a *Archive) readBank(i int, b *soa.Bank) error {
	*b = soa.Bank{Name: a.name(a.banks[i])}
	b.Expressions = a.bare.Expressions
	return a.part(a.banks[i], func(f *fields) { bankFields(f, b) }, func() error { return validateBank(b, &a.bare) })
}

// Columns returns what the columns of the archive's clips follow from, or nil where it does not
// keep it. The error wraps soa.ErrClosed or the cause of an *Error.
func (a *Archive) Columns() (*soa.ClipColumns, error) {
	if err := a.use("columns", 0, 1); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	if a.columns == soa.None {
		return nil, nil
	}
	c := new(soa.ClipColumns)
	if err := a.part(a.columns, func(f *fields) { columnsFields(f, c) }, c.Validate); err != nil {
		return nil, err
	}
	return c, nil
}

// Meta returns the origin of the archive.
func (a *Archive) Meta() (*Meta, error) {
	if err := a.use("metadata", 0, 1); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	m := new(Meta)
	if a.meta != soa.None {
		if err := a.part(a.meta, m.fields, func() error { return nil }); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Graph returns the archive's animation graph in JSON, for package runtime/graph, or nil
// where it has none. It must not be written to.
func (a *Archive) Graph() ([]byte, error) {
	return a.text("graph", &a.graph)
}

// Control returns the archive's control in JSON, for package runtime/control, or
// nil where it has none. It must not be written to.
func (a *Archive) Control() ([]byte, error) {
	return a.text("control", &a.control)
}

// text returns a chunk of JSON, or nil.
func (a *Archive) text(what string, chunk *int) ([]byte, error) {
	if err := a.use(what, 0, 1); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	if *chunk == soa.None {
		return nil, nil
	}
	var data []byte
	err := a.part(*chunk, func(f *fields) { f.walk(&data) }, func() error { return validateJSON(what, data) })
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Model returns the model with its uncompressed clips. bake.Model, in package
// bake, returns it with all clips.
func (a *Archive) Model() (*soa.Model, error) {
	m, err := a.Still()
	if err != nil {
		return nil, err
	}
	for i := range a.clips {
		if a.IsPacked(i) {
			continue
		}
		c, err := a.Clip(i)
		if err != nil {
			return nil, err
		}
		if m.Clips == nil {
			m.Clips = make([]*soa.Clip, 0, len(a.clips)-i)
		}
		m.Clips = append(m.Clips, c)
	}
	return m, nil
}

// part reads a chunk and validates the result.
func (a *Archive) part(i int, walk func(*fields), validate func() error) error {
	return a.guard(func() error {
		f, err := a.read(i)
		if err != nil {
			return err
		}
		walk(f)
		if err := f.end(); err != nil {
			return err
		}
		return a.valid(i, validate())
	})
}

// Guard calls do, which may read slices that the archive returned, and returns its error. It
// returns ErrTruncated if the archive's file has become shorter by the time do ends, and ErrChanged if it was
// written to: do may have read zeros, or have ended at a page that is gone. Only the calling goroutine is guarded, and
// the workers that Sinew's packages start for it. The archive stays open until do ends; a closed
// one gives soa.ErrClosed. Methods of the archive, package bake
// and crowds guard themselves.
func (a *Archive) Guard(do func() error) error {
	release, err := a.Retain()
	if err != nil {
		return err
	}
	defer release()
	return a.guard(do)
}

func (a *Archive) guard(do func() error) error { return a.mapped.Guard(do) }

// Verify reads and checks everything, chunks of unknown kinds too. It keeps no
// clips or banks.
func (a *Archive) Verify() error {
	if _, err := a.Meta(); err != nil {
		return err
	}
	if _, err := a.Control(); err != nil {
		return err
	}
	if _, err := a.Graph(); err != nil {
		return err
	}
	if _, err := a.Columns(); err != nil {
		return err
	}
	if _, err := a.Still(); err != nil {
		return err
	}
	if err := a.use("archive", 0, 1); err != nil {
		return err
	}
	defer a.mu.Unlock()
	if err := a.verifyClips(); err != nil {
		return err
	}
	var bank soa.Bank
	for i := range a.banks {
		if err := a.readBank(i, &bank); err != nil {
			return err
		}
	}
	for i := range a.entries {
		if !known(a.entries[i].kind) {
			if err := a.guard(func() error { _, err := a.load(i); return err }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *Archive) verifyClips() error {
	var clip soa.Clip
	var packed soa.Packed
	for i := range a.clips {
		var err error
		if a.IsPacked(i) {
			err = a.readPacked(i, &packed)
		} else {
			err = a.readClip(i, &clip)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Chunk describes one chunk of an archive, for inspection.
type Chunk struct {
	Kind    string // four letters
	Version int
	Name    string
	Bytes   int64
}

// Chunks lists all chunks in order, or none after Close.
func (a *Archive) Chunks() (list []Chunk) {
	a.open(func() {
		for i, e := range a.entries {
			list = append(list, Chunk{e.kind.String(), int(e.version), a.name(i), e.length})
		}
	})
	return list
}
