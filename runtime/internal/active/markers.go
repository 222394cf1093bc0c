package active

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// markers are the events of a clip at which its group's phase is a whole number.
type markers struct {
	names uint64 // a bit per name of CrowdOptions.Markers
	list  []marker
}

type marker struct {
	at   float64 // seconds
	name uint8
}

// maxMarkers is the greatest number of names of markers.
const maxMarkers = 64

// FindMarkers lists the markers of each clip.
func FindMarkers(played []source.Clip, names []string) ([]markers, error) {
	if len(names) > maxMarkers {
		return nil, fmt.Errorf("%w: %d markers, at most %d are possible", soa.ErrOption, len(names), maxMarkers)
	}
	list := make([]markers, len(played))
	for k := range played {
		p, m := &played[k], &list[k]
		for _, e := range p.Events {
			if n := slices.Index(names, e.Name); n >= 0 {
				at := float64(e.Time) / p.PerSecond
				if at >= p.Clock.Seconds { // the end is the start
					at = 0
				}
				m.names |= 1 << n
				m.list = append(m.list, marker{at, uint8(n)})
			}
		}
		slices.SortStableFunc(m.list, func(a, b marker) int {
			switch {
			case a.at < b.at:
				return -1
			case a.at > b.at:
				return 1
			}
			return 0
		})
	}
	return list, nil
}
