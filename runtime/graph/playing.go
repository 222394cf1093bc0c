package graph

// Playing is a state that plays.
type Playing struct {
	Machine string // its place in the graph
	State   string
	Time    float64 // seconds since it began
	Weight  float64 // in its machine
	Leaving bool    // it fades out
}

// States appends the states that play in instance i to list, machine by machine, those that fade
// out first. Machines in states that do not play are left out.
func (g *Instances) States(list []Playing, i int) []Playing {
	if i < 0 || i >= g.n || !g.started[i] {
		return list
	}
	d := driver{g: g, p: g.p}
	d.turn(i)
	d.walk(0, func(m int) {
		of, st := &g.p.machines[m], &d.machines[m]
		var share [maxEntries]float64
		st.shares(&share, 0)
		for k := range st.n {
			e := &st.entry[k]
			list = append(list, Playing{of.path, of.states[e.state].name, e.time, share[k], k+1 < st.n})
		}
	})
	return list
}
