package soa

// Frame is a part of an instance's pose: of a bank's rows Row and Row+1, Alpha of the way
// from one to the other. A pose is the mean of its frames by Weight; weight missing from
// 1 is the rest pose's.
type Frame struct {
	Row    uint32
	Alpha  float32 // 0 to 1
	Weight float32 // 0 to 1
}

// InstanceFrames is the number of frames of an instance: one of a clip, and one of
// another during a cross-fade. A frame without weight is not read.
const InstanceFrames = 2
