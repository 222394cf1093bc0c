package weights

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/soa"
)

// Displacement is how far the vertices of a model are in a clip from where they were with other
// weights.
type Displacement struct {
	Clip        string  `json:"clip,omitempty"` // "" at rest
	Millimetres float64 `json:"millimetres"`    // the largest
	Mean        float64 `json:"mean"`           // over vertices and moments, in millimetres
	Mesh        string  `json:"mesh,omitempty"` // of the largest
	Vertex      int     `json:"vertex"`
	Seconds     float64 `json:"seconds"` // after the clip's start
}

// Measure returns how far apart the vertices of two models are in each clip, at up to times moments
// (0 means 100), at keys and between them. Models without clips are measured at rest.
func Measure(ctx context.Context, before, after *soa.Model, times int) ([]Displacement, error) {
	d, err := inspect.Compare(ctx, before, after, inspect.CompareOptions{Times: cmp.Or(max(0, times), 100), ExactCurves: true})
	if err != nil {
		return nil, fmt.Errorf("measure displacement: %w", err)
	}
	var list []Displacement
	for i := range d.Clips {
		c := &d.Clips[i]
		list = append(list, Displacement{
			Clip: c.Name, Millimetres: 1000 * c.Vertex.Max, Mean: 1000 * c.Vertex.Mean,
			Mesh: c.Vertex.Part, Vertex: c.Vertex.Vertex, Seconds: c.Vertex.Time,
		})
	}
	return list, nil
}

// LargestDisplacement returns the largest displacement of several, or none.
func LargestDisplacement(list []Displacement) (most Displacement) {
	for _, d := range list {
		if d.Millimetres > most.Millimetres {
			most = d
		}
	}
	return most
}
