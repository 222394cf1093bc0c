package play

// ActiveClip is the state of a clip in an instance, see Instance.ActiveClips.
type ActiveClip struct {
	Layer  int
	Clip   int // an index, Rest, or soa.None for a pose that Frozen or DeadBlend holds
	Kind   Kind
	Mask   int     // as play.Options.Mask
	Cycle  int64   // whole periods since the clip's start
	Phase  float64 // seconds in the period
	Time   float64 // on the clip file's own time line
	Weight float64 // of the clip now: the layer's weight and its part in the fade
	Fade   float64 // 0 to 1: how far the clip has come in
	Queued bool
}
