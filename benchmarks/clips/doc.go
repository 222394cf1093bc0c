// Package clips measures compressed clips: size, error at any time, and time per joint of a
// pose, for Sinew and, where the build has them, packages acl and ozz:
//
//	sampled, err := clips.Sample(model, clip, clips.Rate(clip))
//	for _, library := range clips.Libraries() {
//		coded, err := library.Compress(sampled, 1e-4)
//		off, err := sampled.Off(coded)
//		took, err := clips.Time(sampled.Joints(), coded.Play, clips.Way{Characters: 1}, 50*time.Millisecond)
//	}
//
// All libraries get the clip as poses at a fixed sample rate, the input of other libraries.
// Errors are computed in float64 in model space, at the joint and at three points on its axes
// 3 cm from it, at samples and between them.
package clips
