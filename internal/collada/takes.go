package collada

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Take is animations that play together: an animation clip of the file or, if it has none, an
// animation of several nodes with all nested ones, or all animations of one node each.
type Take struct {
	Name       string
	Start, End float64 // seconds, where Stated
	Stated     bool
	channels   []int
}

// takeClips makes a take of each animation clip, and one of the channels in no clip.
func (f *File) takeClips() {
	children := make([][]int, len(f.animations))
	own := make([][]int, len(f.animations)) // channels
	byID := make(map[string]int)
	for i, a := range f.animations {
		if a.parent >= 0 {
			children[a.parent] = append(children[a.parent], i)
		}
		if a.id != "" {
			first(byID, a.id, i)
		}
	}
	for c := range f.channels {
		own[f.channels[c].animation] = append(own[f.channels[c].animation], c)
	}
	used := make([]bool, len(f.channels))
	left := 4*len(f.channels) + 1024 // of all clips: a file may instance one animation any number of times
	for i := range f.clips {
		c := &f.clips[i]
		t := Take{Name: c.name, Start: c.start, End: c.end, Stated: c.end > c.start}
		if t.Name == "" {
			t.Name = c.id
		}
		seen := make(map[int]bool)
		for _, id := range c.animations {
			a, ok := byID[id]
			stack := []int{a}
			for ok && len(stack) > 0 && left > 0 {
				a := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if seen[a] {
					continue
				}
				seen[a] = true
				left -= 1 + len(own[a])
				t.channels = append(t.channels, own[a]...)
				stack = append(stack, children[a]...)
			}
		}
		slices.Sort(t.channels)
		for _, c := range t.channels {
			used[c] = true
		}
		if len(t.channels) > 0 {
			f.Takes = append(f.Takes, t)
		}
	}
	rest := Take{}
	for c := range f.channels {
		if !used[c] {
			rest.channels = append(rest.channels, c)
		}
	}
	if len(rest.channels) > 0 {
		f.Takes = append(f.Takes, rest)
	}
}

// takeAnimations makes takes of the outermost animations.
func (f *File) takeAnimations() {
	top := make([]int, len(f.animations))
	channels := make([][]int, len(f.animations))
	for i := range f.animations {
		top[i] = i
		if p := f.animations[i].parent; p >= 0 {
			top[i] = top[p]
		}
	}
	for c := range f.channels {
		t := top[f.channels[c].animation]
		channels[t] = append(channels[t], c)
	}
	var single []Take // of animations of one node each
	var taken []map[string]bool
	for i := range f.animations {
		if len(channels[i]) == 0 {
			continue
		}
		a := &f.animations[i]
		t := Take{Name: a.name, channels: channels[i]}
		if t.Name == "" {
			t.Name = a.id
		}
		if !f.oneNode(channels[i]) {
			f.Takes = append(f.Takes, t)
			continue
		}
		// It joins the first take without a common target.
		const most = 64
		k := 0
		for k < len(single) && k < most && f.overlaps(taken[k], channels[i]) {
			k++
		}
		if k == len(single) && k < most {
			single, taken = append(single, t), append(taken, make(map[string]bool))
			single[k].channels = nil
		}
		k = min(k, most-1)
		single[k].channels = append(single[k].channels, channels[i]...)
		for _, c := range channels[i] {
			taken[k][f.channels[c].target] = true
		}
	}
	f.Takes = append(f.Takes, single...)
}

// oneNode reports whether all channels have targets in one node.
func (f *File) oneNode(channels []int) bool {
	id := ""
	for k, c := range channels {
		node, _, _ := strings.Cut(f.channels[c].target, "/")
		if k > 0 && node != id {
			return false
		}
		id = node
	}
	return true
}

func (f *File) overlaps(taken map[string]bool, channels []int) bool {
	return slices.ContainsFunc(channels, func(c int) bool { return taken[f.channels[c].target] })
}

// target is the target of a channel.
type target struct {
	node, element int    // an element of a node
	morph         string // or a morph
	index         int    // the number of them that the channel's first dimension drives, −1: all
	member        string // X, ANGLE or the like, where it is named
	number        string // or a number of a node that is no transform
}

// find resolves the target of a channel.
func (f *File) find(text string) (t target, ok bool) {
	t = target{node: -1, element: -1, index: -1}
	id, path, deep := strings.Cut(text, "/")
	if !deep {
		id, t.index, _ = indexed(id)
		if c := f.morphOf(id); c != nil {
			t.morph = c.id
			return t, true
		}
		return t, false
	}
	if m := f.controllers[id]; m != nil && m.morph || f.weights[id] != nil {
		_, t.index, _ = indexed(path)
		t.morph = f.morphOf(id).id
		return t, true
	}
	i, found := f.byID[id]
	if !found {
		return t, false
	}
	for {
		sid, rest, more := strings.Cut(path, "/")
		if !more {
			break
		}
		if i, found = f.bySID[place{i, sid}]; !found {
			return t, false
		}
		path = rest
	}
	t.node = i
	if e, found := f.element[place{i, path}]; found {
		t.element = e
		return t, true
	}
	sid, index, row := indexed(path)
	if index >= 0 {
		if e, found := f.element[place{i, sid}]; found {
			if t.element, t.index = e, index; row >= 0 { // of a column and a row
				t.index = 4*row + index
			}
			return t, true
		}
	}
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		if e, found := f.element[place{i, path[:dot]}]; found {
			t.element, t.member = e, path[dot+1:]
			return t, true
		}
	}
	t.number = path
	return t, true
}

// morphOf returns the morph with an id, or with weights of that id.
func (f *File) morphOf(id string) *controller {
	if c := f.controllers[id]; c != nil && c.morph {
		return c
	}
	return f.weights[id]
}

// indexed splits name(i) and name(i)(j). Missing indices are −1.
func indexed(text string) (name string, i, j int) {
	name, rest, ok := strings.Cut(text, "(")
	if !ok {
		return text, -1, -1
	}
	number := func(s string) int {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 0 || n > math.MaxInt16 {
			return -1
		}
		return n
	}
	one, two, both := strings.Cut(strings.TrimSuffix(rest, ")"), ")(")
	i, j = number(one), -1
	if both {
		j = number(two)
	}
	return name, i, j
}
