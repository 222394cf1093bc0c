// Package clips measures compressed clips: how large they are, how far off at any
// time, and what a joint of a pose takes. It takes Sinew's, those of package acl
// and of package ozz where the build has them, all of one clip:
//
//	sampled, err := clips.Sample(model, clip, clips.Rate(clip))
//	for _, library := range clips.Libraries() {
//		coded, err := library.Compress(sampled, 1e-4)
//		off, err := sampled.Off(coded)
//		took, err := clips.Time(sampled.Joints(), coded, clips.Way{Characters: 1}, 50*time.Millisecond)
//	}
//
// All of them get the clip as poses at a fixed rate of samples per second, the input
// of other libraries, and all errors are computed in float64 and in the same way: model space, the joint and three points 3 cm from it on its axes, at the
// samples and between them.
package clips
