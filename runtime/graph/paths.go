package graph

import "github.com/sinew-anim/sinew/runtime/play"

// fade adds the paths of a machine that fades, and returns the first.
func (d *driver) fade(machine, above int) (first int) {
	st := &d.machines[machine]
	d.fades = true
	var share, end [maxEntries]float64
	st.shares(&share, 0)
	if d.looks {
		st.shares(&end, d.dt)
	}
	first = len(d.paths)
	d.paths = d.paths[:first+int(st.n)]
	from := &d.paths[above]
	for k := range int(st.n) {
		p := &d.paths[first+k]
		p.above, p.machine, p.entry = above, machine, k
		p.pace, p.start = float64(from.pace*max(least, share[k])), float64(from.start*share[k])
		p.end, p.covered = float64(from.end*end[k]), from.covered || st.covers(k, d.dt)
		if e := &st.entry[k]; k > 0 && e.rate > 0 && e.s < 1 {
			d.fastest = max(d.fastest, e.rate)
			if left := 1 - e.s; left < float64(2*float64(e.rate*d.dt)) { // otherwise it ends later
				d.fadeEnd = min(d.fadeEnd, left/e.rate)
			}
		}
	}
	return first
}

// weighPaths computes the weights of paths in paces t seconds after the start of the substep.
func (d *driver) weighPaths(t float64) {
	var share [maxEntries]float64
	for n := 1; n < len(d.paths); n++ {
		p := &d.paths[n]
		if p.entry == 0 {
			d.kept.machines[p.machine].shares(&share, t)
		}
		p.pace = float64(d.paths[p.above].pace * max(least, share[p.entry]))
	}
}

// endPaths computes the shares of paths in the pose at the end of the substep.
func (d *driver) endPaths() {
	var end [maxEntries]float64
	for n := 1; n < len(d.paths); n++ {
		p := &d.paths[n]
		if p.entry == 0 {
			d.kept.machines[p.machine].shares(&end, d.dt)
		}
		above := &d.paths[p.above]
		p.end, p.covered = float64(above.end*end[p.entry]), above.covered || d.kept.machines[p.machine].covers(p.entry, d.dt)
	}
}

// WeightsAt computes the weights of the last substep's clips t seconds after its start.
func (d *driver) WeightsAt(t float64, weight *[play.MaxLayers]float64) {
	*weight = [play.MaxLayers]float64{}
	for n := range d.played[:d.shows] {
		x := &d.played[n]
		for k, leaf := range d.g.active[d.i] {
			if int(leaf) == x.leaf+1 {
				weight[k] = float64(float64(x.shown) * d.share(x.path, t))
			}
		}
	}
	if !d.moved {
		return
	}
	for k := range weight { // clips that started
		if d.step.Used>>k&1 != 0 && (weight[k] == 0 || d.step.Clips[k].New) {
			weight[k] = float64(d.step.Clips[k].Weight)
		}
	}
}

// share is the share of a path in the pose t seconds after the start of the substep.
func (d *driver) share(path int, t float64) float64 {
	part := 1.
	var share [maxEntries]float64
	for ; path > 0; path = d.paths[path].above {
		p := &d.paths[path]
		d.kept.machines[p.machine].shares(&share, t)
		part = float64(part * share[p.entry])
	}
	return part
}
