package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// CrowdOptions are the options of NewCrowd. The zero value works on the calling
// goroutine alone, and every instance rests.
type CrowdOptions struct {
	// Workers is the number of goroutines that share an Update, the caller's included, at most
	// 1,024; 0 means 1. The others wait for the next Update, spinning first, until Close.
	Workers int
	// Play, where not nil, are the options with which all instances play Clip from the start.
	Clip int
	Play *play.Options
	// LODs are the levels of detail that Instance.SetLOD chooses from; instances begin
	// with the first. Without any there is one: everything, at each update.
	LODs []play.LOD
	// Layers is the number of clips that an instance can play at once, fading ones
	// included, and so of its layers: at most MaxLayers; 0 means 4.
	Layers int
	// Masks are those that layers can have. Morph weights take a mask's
	// smallest joint weight: a layer of an arm leaves the face alone.
	Masks []pose.Mask
	// Markers are the names of events at which clips that are synchronized meet, see
	// play.Options.Sync.
	Markers []string
	// MaxEvents is the greatest number of events of an update, or of a RunBlocks, see Crowd.Events:
	// at most MostEvents; 0 means 4,096. If there are more, each instance keeps the same number of
	// its first ones, at least MaxEvents by the number of instances: none is silenced by others. It
	// bounds the time for events, too.
	MaxEvents int
	// RootMotion says what happens to the movement of the root.
	RootMotion play.RootMotion
	// Layout is for Keyframes and Compressed; a bank has a layout of its own.
	Layout pose.LayoutOptions
	// UnpackedBytes is the greatest memory of the keys of Compressed, which are unpacked while they
	// are prepared: a few bytes can stand for any number of constant keys. More is soa.ErrTooLarge.
	// 0 means 1 GiB.
	UnpackedBytes int64
	// CacheBytes is the approximate limit, in bytes, of the decoded keys of Compressed that each
	// worker keeps; 0 means 8 MB. In a crowd of fewer than 16 instances the cache begins with room for
	// one part of a clip each, up to nine intervals between keys, and doubles as other parts come.
	CacheBytes int
}

// maxWorkers is the greatest CrowdOptions.Workers.
const maxWorkers = 1024

// maxValues is the greatest number of float32 in one slice of a crowd: 8 GB, or as
// many as an int counts.
const maxValues = min(math.MaxInt32, math.MaxInt/4)
