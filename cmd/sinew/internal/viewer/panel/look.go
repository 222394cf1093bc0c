package panel

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
)

// Look is how things are drawn.
type Look struct {
	Skeleton, Grid, Bounds bool
	Background             gpu.Background // as the flags say
	hideMeshes             bool
	shading, edges         int // indices of their names
	backdrop               int // an index of backdropNames; 0 is Background
	names, axes            bool
}

var (
	shadingNames  = []string{"material", "matcap", "normals", "weights"}
	edgeNames     = []string{"none", "over", "alone"}
	backdropNames = []string{"own", "light", "dark", "black"}
)

// backdrops are the backgrounds after the first.
var backdrops = [...]gpu.Background{
	1: gpu.DefaultBackground(),
	2: stage.DarkBackground,
	3: {Top: gpu.SRGB(0, 0, 1), Bottom: gpu.SRGB(0, 0, 1)},
}

// Apply sets how a scene and its first item are drawn. joint is the one whose weights are
// shown.
func (l *Look) Apply(scene *gpu.Scene, joint int) {
	item := &scene.Items[0]
	item.HideMeshes = l.hideMeshes
	item.Shading, item.Shaded = gpu.Shading(l.shading), joint
	item.Edges = gpu.Edges(l.edges)
	scene.Background = l.Background
	if l.backdrop > 0 {
		scene.Background = backdrops[l.backdrop]
	}
}

// Key handles a key and reports whether it is one of its own.
func (l *Look) Key(k window.Key) (used bool) {
	switch k {
	case 'S':
		l.Skeleton = !l.Skeleton
	case 'M':
		l.hideMeshes = !l.hideMeshes
	case 'G':
		l.Grid = !l.Grid
	case 'W':
		l.edges = (l.edges + 1) % len(edgeNames)
	case 'T':
		l.shading = (l.shading + 1) % len(shadingNames)
	case 'B':
		l.Bounds = !l.Bounds
	case 'N':
		l.names = !l.names
	case 'X':
		l.axes = !l.axes
	case 'K':
		l.backdrop = (l.backdrop + 1) % len(backdropNames)
	default:
		return false
	}
	return true
}

// Draw shows the choices.
func (l *Look) Draw(u *overlay.UI) {
	u.Title("shading")
	u.Choice("shading", shadingNames, &l.shading)
	u.Split(1, 3)
	u.Label("edges")
	u.Choice("edges", edgeNames, &l.edges)
	u.Even(2)
	shown := !l.hideMeshes
	u.Toggle("skeleton", &l.Skeleton)
	if u.Toggle("meshes", &shown) {
		l.hideMeshes = !shown
	}
	u.Even(2)
	u.Toggle("grid", &l.Grid)
	u.Toggle("bounds", &l.Bounds)
	u.Even(2)
	u.Toggle("names", &l.names)
	u.Toggle("axes", &l.axes)
	u.Title("background")
	u.Choice("background", backdropNames, &l.backdrop)
}
