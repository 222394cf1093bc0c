package graph

// Snap settles instance i in its next step that is not negative, as after a spawn or a teleport:
// parameters take their values without smoothing, fades are at their end, transitions that are
// taken in the step do not fade, and nothing dies out of the poses before.
//
//	err = instances.Set(i, speed, 2.5)
//	instances.Snap(i)
//	err = crowd.Update(0) // runs, and has never stood
func (g *Instances) Snap(i int) {
	if i >= 0 && i < g.n {
		g.snaps[i] = true
	}
}

// settle ends the fades of all machines.
func (d *driver) settle() {
	copy(d.smooth, d.raw)
	for m := range d.machines {
		if st := &d.machines[m]; st.n > 1 {
			st.entry[0], st.n = st.entry[st.n-1], 1
		}
	}
}
