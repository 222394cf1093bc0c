package codec

import "github.com/sinew-anim/sinew/soa"

// finer lists the refinements of the tracks' steps.
func (e *encoder) finer() []int {
	finer := make([]int, len(e.tracks))
	for i, t := range e.tracks {
		finer[i] = t.finer
	}
	return finer
}

// setFiner sets the refinements of the tracks' steps.
func (e *encoder) setFiner(finer []int) {
	for i, t := range e.tracks {
		t.finer = finer[i]
	}
}

// relaxWork bounds the work of relax, which long clips go without: joints that it poses.
const relaxWork = 1 << 17

// relax undoes, track by track, unnecessary sharpening beyond the steps of before: where a joint
// misses the bound several tracks are sharpened together, and finally all. It returns the
// smallest clip that holds the bound.
func (e *encoder) relax(packed *soa.Packed, shift, from int, before []int) *soa.Packed {
	first, last := e.work, min(e.work+relaxWork, int(e.most/2)) // one more try then stays within e.most
	e.meter.stage(1)
	for again := true; again; {
		again = false
		for i, t := range e.tracks {
			e.meter.at(float64(e.work-first) / float64(last-first))
			if t.kind != soa.PackedCoded || shift+t.finer <= from+before[i] || e.work > last {
				continue
			}
			t.finer -= shortSharpen
			if e.quantize(shift) <= e.bound {
				if p := e.write(); p.Size() <= packed.Size() && e.verify(p) {
					packed, again = p, true
					continue
				}
			}
			t.finer += shortSharpen
		}
	}
	return packed
}

// maxTries is how often a plan is tried with ever finer steps: up to fewTries of the
// joints that miss the bound, then of all.
const (
	fewTries = 64
	maxTries = 80
)

// Since each try of a long clip is expensive, its steps become finer by larger factors.
const (
	shortSharpen = 1
	burstSharpen = 2
	longSharpen  = 3
)

// sharpenBy returns by how many eighths of a power of two sharpen makes steps finer.
func (e *encoder) sharpenBy() int {
	switch {
	case e.long() && e.bursts:
		return burstSharpen
	case e.long():
		return longSharpen
	}
	return shortSharpen
}

// sharpen makes the steps of a joint, and of some above it, finer.
func (e *encoder) sharpen(j, joints int) {
	by := e.sharpenBy()
	for ; joints > 0 && j >= 0; j, joints = e.skel.Parent[j], joints-1 {
		for property := range e.driver {
			if t := e.driver[property][j]; t != nil && t.kind == soa.PackedCoded {
				t.finer += by
			}
		}
	}
}

// sharpenOthers makes the steps of weights and floats finer.
func (e *encoder) sharpenOthers() {
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded && t.Property >= soa.Weight {
			t.finer += shortSharpen
		}
	}
}
