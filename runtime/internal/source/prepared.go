package source

import (
	"reflect"
	"slices"
	"sync"

	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// prepared is what a source has made, once per layout options; its crowds share it.
type prepared[T any] struct {
	lock sync.Mutex
	list []preparedLayout[T]
}

type preparedLayout[T any] struct {
	options pose.LayoutOptions
	made    T
}

// get returns what is prepared for a layout, or prepares it of perhaps mapped files.
func (p *prepared[T]) get(o pose.LayoutOptions, mapped fault.Set, prepare func() (T, error)) (T, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for i := range p.list {
		if reflect.DeepEqual(p.list[i].options, o) {
			return p.list[i].made, nil
		}
	}
	var made T
	err := mapped.Guard(func() (err error) {
		made, err = prepare()
		return err
	})
	if err == nil {
		o.Joints, o.Only, o.Reserve, o.Levels = slices.Clone(o.Joints), slices.Clone(o.Only), slices.Clone(o.Reserve), slices.Clone(o.Levels)
		p.list = append(p.list, preparedLayout[T]{o, made})
	}
	return made, err
}
