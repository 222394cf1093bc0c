package importer

import "github.com/sinew-anim/sinew/importer/internal/child"

// Pool keeps children that are ready for imports: an isolated import then does not wait
// for a process to start.
//
//	pool := importer.NewPool(importer.PoolOptions{Children: 4})
//	defer pool.Close()
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.Pooled(pool))
//
// A pool may be used by any number of goroutines. Its children are started when the first
// import asks for one, and each after it while the import before is at work.
type Pool struct {
	children *child.Pool
	limits   Limits
}

// PoolOptions are the options of NewPool. A zero field means its default.
type PoolOptions struct {
	Children int    // that are kept ready; 2
	Limits   Limits // of every import
	// Imports is how many a child serves before another takes its place; 1. A file that
	// takes over its child reaches what the same child imports after it: more than one are
	// for files of one origin, and several times as fast.
	Imports int
}

// NewPool returns a pool without children. Close it.
func NewPool(o PoolOptions) *Pool {
	o.Children, o.Imports = max(o.Children, 0), max(o.Imports, 1)
	if o.Children == 0 {
		o.Children = 2
	}
	l := o.Limits.withDefaults()
	limits := l.forChild()
	limits.Imports = o.Imports
	return &Pool{child.NewPool(o.Children, limits), l}
}

// Pooled is Isolated with a child of a pool and its limits. After Close imports are errors
// that wrap soa.ErrClosed.
func Pooled(p *Pool) Option {
	return func(o *options) {
		limits := p.limits
		o.isolate, o.pool = &limits, p.children
	}
}

// Close ends the children that are idle, and those at work when they have done their
// import, and waits for the first.
func (p *Pool) Close() { p.children.Close() }
