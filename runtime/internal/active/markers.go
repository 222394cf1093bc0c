package active

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/phase"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/soa"
)

// markers are the events of a clip at which its group's phase is a whole number.
type markers struct {
	names uint64 // a bit per name of CrowdOptions.Markers
	list  []phase.Marker
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
		m.list = phase.Markers(p.Events, p.PerSecond, p.Clock.Seconds, names)
		for n := range m.list {
			m.names |= 1 << m.list[n].Name
		}
	}
	return list, nil
}
