// Package kernel holds the arithmetic of Sinew's hot loop: one function per kernel,
// over plain slices of float32, for 16 instances at a time.
//
//	bank        row r │ q0 q1 q2 q3 … │ t0 … │      quads of a frame, one row each    Rows
//	            row r+1 …
//	                │  SampleRows16                 lane l: between two rows, alpha[l]  Frames
//	                ▼
//	pose        q0.x │ 16 lanes │                   [column][x y z w 1/|q|²][lane]     Columns
//	            q0.y │ 16 lanes │
//	            …
//	                │  RigPalette16, GeneralPalette16
//	                ▼
//	palettes    instance 0 │ joint 0: 12 │ joint 1: 12 │ …                             Palettes
//	            instance 1 │ …
//
// AccumulatePose16, FinishPose16, OverPose16, AddPose16 and OffsetPose16 combine poses
// before their palettes are computed; the kernels of rows do the same for one instance.
//
// SampleKeys16 writes poses from the keys of a clip (KeyClip), UnpackSpan rows of keys from
// a compressed one. Clocks holds the time of each instance. SampleRows1, SampleKeys,
// RigPalette1 and GeneralPalette1 evaluate one instance, whose pose is a row: on amd64 with
// joints as lanes, elsewhere joint by joint. BlendRows16 and BlendRows1 sample, accumulate
// and finish poses of rows in one pass. PlaceJoints reads matrices of joints out of palettes: in the
// model, or where instances stand.
//
// # Definition
//
// The plain-Go body of a kernel defines it; all other forms compute the same bits, on every
// processor. It uses only IEEE addition, subtraction, multiplication, division and square
// root, in one fixed order, and writes every product that feeds a sum as float32(x*y): the
// conversion forbids compilers to fuse the two.
//
// Affine matrices are 3x4 in row-major order, twelve float32 each:
//
//	m[0] m[1] m[2]  m[3]
//	m[4] m[5] m[6]  m[7]
//	m[8] m[9] m[10] m[11]
//
// Quaternions are x, y, z, w. A rotation of a pose need not be of unit length: the
// fifth component of its column, 1/|q|², makes up for it.
//
// # Files
//
//	x.go             definition, and the exported function, which checks lengths
//	poses.go …       definitions of kernels that combine poses: of 16, and poserows.go of one
//	x_amd64.s        kernels of AVX2 and AVX-512
//	x_arm64.s        those of NEON
//	dispatch_*.go    declarations of kernels, and the choice among them: on amd64, on
//	                 arm64, and on others or with the build tag purego the definition;
//	                 dispatch_x_* are those of x_amd64.s and x_arm64.s, where formulas make these
//	x_amd64.go …     Go between the two that does more than hand arguments over
//
// The program in folder gen writes all assembly and dispatch_*.go. A new kernel takes
//
//	of poses that are combined   a formula (formula/pose*.go), a line in gen/lanes/poses.go, x.go
//	of a solver                  a formula, a line in gen/lanes/files.go
//	by hand                      its instructions (gen/avx, gen/neon), a line in gen/table.go, x.go
//
// where x.go has the exported function, which checks its arguments.
//
// # Errors
//
// Functions check the lengths of slices before they touch memory: ErrLength. They trust
// indices inside slices (parents, keys), which package soa's Validate checks. Constructors
// return ErrSkeleton for invalid joints and ErrKeys for invalid keys, Similarities ErrShear.
//
// Kernels hold no state: goroutines may call them concurrently if the memory they write
// does not overlap. Blocks, rows and palettes are types of package native/simd, which also
// chooses the instruction set.
package kernel

//go:generate go -C gen run . -dir ..
