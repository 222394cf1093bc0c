// Package archive stores models for games: one file from which skeletons,
// clips, banks, meshes and pictures are used where they lie, mapped or embedded,
// without copying and without cgo.
//
//	a, err := archive.Open("strider.sinew")
//	if err != nil {
//		log.Fatal(err)
//	}
//	defer a.Close() // invalidates what the archive returned; crowds that play it go on
//	walk, err := a.Clip(a.ClipIndex("walk"))
//
// # The file
//
// All numbers are little-endian. Everything begins at a multiple of 64 bytes, the
// gaps are zero, and every byte is covered by a checksum or has only one valid
// value: a flipped bit anywhere is detected.
//
//	     0 ┌──────────────────────────────────────────────┐
//	       │ header, 64 bytes                             │
//	    64 ├──────────────────────────────────────────────┤
//	       │ table: 32 bytes for each chunk, filled to 64 │
//	       ├──────────────────────────────────────────────┤
//	       │ chunk 0: head │ array │ array │ …            │
//	       ├──────────────────────────────────────────────┤
//	       │ chunk 1 …                                    │
//	       ├──────────────────────────────────────────────┤
//	       │ zeros up to a multiple of 4,096              │
//	       ├──────────────────────────────────────────────┤
//	       │ mark, 64 bytes: the magic, eight times       │
//	       └──────────────────────────────────────────────┘
//
//	header   0  8  magic: 89 53 4E 57 0D 0A 1A 0A ("\x89SNW\r\n\x1a\n")
//	         8  4  u32 version of the header, table and end: 2
//	        12  4  u32 number of chunks
//	        16  8  u64 length of the file
//	        24  4  u32 CRC of the table, with its padding
//	        28 32  zero
//	        60  4  u32 CRC of the header's first 60 bytes
//
//	table    0  4  kind of the chunk, four letters
//	entry    4  2  u16 version of the chunk
//	         6  2  u16 flags: bit 0, a reader that does not know the kind must
//	               refuse the file instead of skipping the chunk; others zero
//	         8  8  u64 offset in the file: the end of the chunk before
//	        16  8  u64 length, a multiple of 64
//	        24  4  u32 CRC of the chunk
//	        28  4  u32 name, a string
//
// A CRC is CRC-32C (Castagnoli: polynomial 1EDC6F41, reflected, initial value and
// final XOR FFFFFFFF), for which processors have an instruction.
//
// A chunk is a head of fields without gaps, padded with zeros to a multiple of 64,
// and then the arrays that its fields announce, in that order, each padded to a
// multiple of 64. Arrays need no offsets: they follow from the lengths, cannot
// overlap and end where the chunk ends.
//
//	head     u32 length of the head, these four bytes included
//	         fields:
//	           u8 u16 u32 u64 i16 i32 f32 f64   numbers; i32 −1 is "none"
//	           bool                             u8, 0 or 1
//	           string                           u32 index in the string table
//	           T[]                              u32 n: an array of n values
//	           n × { … }                        u32 n, then n times the fields
//
// # Chunks
//
// In any order, but STRS comes first, and chunks of one kind are numbered in
// order of the table. CLIP and PACK share one numbering, that of the model's
// clips. The name of a clip, skeleton (the model's), bank, mesh or texture is
// in the table. Types and meanings are those of package soa; mat is 12 f32.
//
//	STRS  once      u32[] start, one more than strings; u8[] bytes.
//	                String i is bytes[start[i]:start[i+1]]; string 0 is "".
//	META  once      string tool · string options · n × { string file · u64 bytes · u8 × 32 SHA-256 }
//	SKEL  once      i16[] Parent · u16[] Depth · f32[] Unit · f32[] Rest: TX, TY, TZ, RX … SZ of all joints ·
//	                string × joints: Name · i16[] Static.Joint · mat[] Static.Local ·
//	                n × { string Mesh · string Target · f32 Rest }: the morph weights
//	FLTS  once      n × { string Name · i16 Joint · f32 Rest }: the model's custom properties, if any; bit 0 is set
//	EXPR  once      n × { string Name · bool Preset, Binary · i32 Float · u8 × 3 Overrides · n × { i32 Weight · f32 Value }: the binds }:
//	                the model's expressions, if any
//	VISI  once      n × { i32 Mesh · i32 Float }: the floats that show and hide meshes, if any
//	AVTR  once      string Name · bool Backward, Animation · n × { string Bone · node }: bones ·
//	                bool gaze, and if so bool Bones · f64 × 3 Offset · f64 × 2 Inner, Outer, Down, Up ·
//	                n × { string Name · n × { node · f64 Stiffness, Power, Drag, Radius · f64 × 3 Gravity }: joints ·
//	                      bool tail, and if so node · f64 Tip · n × i32 Colliders · bool center, and if so node }: springs ·
//	                n × { node · string Shape · f64 × 3 Offset, Tail, Normal · f64 Radius · bool Inside }: colliders ·
//	                n × { node · node Source · string Kind · string Axis · f64 Weight }: constraints ·
//	                i32 FirstPerson: the model's avatar, if any; a node is i32 Joint · string Name
//	GRPH  once      u8[] JSON of an animation graph, as package runtime/graph writes it, if there is one
//	CTRL  once      u8[] JSON of a control, as package runtime/control writes it, if there is one
//	CLIP  per clip  f64 TicksPerSecond · f64 Start · f64 Duration · bool Loop ·
//	                track[] { i16 Target · u8 Property · u8 Interpolation · u32 First · u32 FirstTangent } ·
//	                f32[] Time, X, Y, Z, W · f32×4[] In, Out · events · bool Additive · motion
//	       events:  n × { f32 Time · f32 Length · string Name }
//	       motion:  bool motion, and if so i16 Joint · f32[] Time, X, Y, Z, Yaw
//	PACK  per clip  the fields of CLIP, for what is not compressed · i32 Joints · i32 Weights ·
//	                f64 Bound, Error, ErrorDistance, WeightBound, WeightError ·
//	                bool OnFrames · n × { u32 Intervals · u32 PerSegment, and in bit 31 Curve }: the grids · u32[] Segment ·
//	                i32 Floats · f64 FloatBound, FloatError · u8 Coding ·
//	                u32 k, s, g, l, n, n, p · u8[]: Kind, Step, Grid, l bytes Left, n First, n Knot, p Parts, the rest Data
//	COLS  once      i32 clips · u8 Form · f32 K · u8[] Moves · f32×3[] Pivot, Scale · u8[] WeightMoves · f32[] WeightRest, Reference ·
//	                f64[] Scaled · u8[] Moved · i32 Spare: what their columns follow from, if it is kept
//	SKIN  per skin  u16[] Joint · mat[] InverseBind
//	TEXR  texture   string Path · i32 Width · i32 Height · u8[] Data
//	MATL  once      n × { string Name · f32 × 4 BaseColor · f32 Metallic, Roughness · f32 × 3 Emissive · bool Unlit, DoubleSided ·
//	                u8 Alpha · f32 AlphaCutoff ·
//	                n × { u8 Role · i32 Texture · u8 UVSet · f32 Strength · u8 WrapU, WrapV, Mag, Min, Mipmap ·
//	                      bool transform, and if so f32 × 2 Offset · f32 Rotation · f32 × 2 Scale }: the maps }
//	MESH  per mesh  string Node · f32[] Position, Normal, Tangent, UV, UV2, Color · u32[] Index ·
//	                i32 Skin · i16 Joint · mat Offset · u8 Influences · u16[] BoneIndex · f32[] BoneWeight ·
//	                bool exact, and if so u32[] Start · u16[] Bone · f32[] Weight ·
//	                i32 Material · n × { string Name · i32 Weight · u64 zero · u32[] Vertex · f32[] Position, Normal, Tangent } ·
//	                u8 Skinning · f32[] Blend
//	BANK  per bank  u8 Form · f32 K · i16[] Joint, Parent · f32×3[] Pivot, Scale · i16[] TranslationColumn, ScaleColumn ·
//	                mat[] InverseBind, Bind · i16[] Static.Joint · mat[] Static.Local · i16[] Slot, WeightColumn ·
//	                f32[] WeightRest · i32 Others · f32[] Rest, Reference ·
//	                n × { u16[] Slot · mat Offset }: skins · n × { i16 Slot · mat Offset }: meshes ·
//	                n × { i32 Slots · u16[] StandIn }: levels · f32[] FloatRest ·
//	                f32[] Rows · cell[] { u32 Row · u32 Parts · f32 Split } ·
//	                n × { string Name · f64 Start, Seconds · bool Loop, Additive · f64 TicksPerSecond · events · motion ·
//	                      f64 Rate · u32 Frames, Row, Rows · i32 FirstCell · bool OnFrames · f64 Bound, Error, ErrorDistance, WeightError · f64×2[] Gaps · f64[] LevelError } ·
//	                per clip: bool floats, and if so u64 zero · the fields of CLIP
//
// # Versions
//
// A reader skips chunks of unknown kinds. It refuses a chunk of another version,
// and an unknown one with flag bit 0, with ErrVersion. The encoding of a packed
// clip's Data belongs to the version of PACK. All chunks are of version 1. No
// release has been made: until version 1.0 a format may change without a reader
// for its past, and from then on every reader reads all formats since 1.0.
//
// # Trust
//
// Open, OpenReaderAt, OpenFS and Decode check the header, the table, the end, the string
// table, the skeleton and the names of custom properties, and nothing else, so that
// their time does not depend on the size of an archive. A part (a clip, a bank, the
// meshes) is checked at its first request: its checksum, its structure and, with
// the type's own Validate, everything that an evaluator relies on, in one pass.
// Verify checks everything. No input makes a reader panic or allocate more than
// four times the length of the file.
//
// Open reads archives of less than a megabyte into memory and maps larger ones; OpenWith
// chooses. Whether the bytes of a mapped file stay depends on other processes. One of them can
// cut it short: then the kernel takes away the pages behind its new end, and after that
// zeroes what is left in the page of that end. (Linux does so on ext4, btrfs and tmpfs. XFS zeroes
// first, and the pages go microseconds later.) The mark lies in a page of its own, where pages
// have 4 kB, so that it is gone before anything else is zero. Methods of the archive,
// package bake and crowds read it after
// they have read the mapping: after a cut they return what was read before it, or ErrTruncated,
// whether it came as a fault or as zeros. A program that reads the slices of an archive itself,
// or hands them to other packages, does so within Archive.Guard, or sets OpenOptions.Copy.
//
// The file may also be whole again by then, or be written to in place. So the same calls compare its size and its
// times of modification and change with those that it had when its content was right, and return
// ErrChanged if it was written to. The next call compares all chunks with their checksums first, once the
// kernel's clock has ticked, and goes on if they match. Another file may take the place of a mapped one,
// which may be renamed, linked, removed and given other rights: that is no error. What a process writes through a
// shared memory map is not detected. A mapped archive keeps its file open.
//
// The most memory that the content of an archive of n bytes can take, once it passes all
// checks:
//
//	a clip's or bank's arrays, meshes, names    its own bytes, and copies of them
//	bake.Unpack, bake.Model                 20 bytes for a key, 52 on curves; 64·n + 65,536 keys per clip, at most 2²⁷ of
//	                                            a clip, and bake.MaxUnpacked bytes of all
//	runtime.Archived, a crowd                   the same while clips of packed keys are planned, at most
//	                                            CrowdOptions.UnpackedBytes; then, for each instance,
//	                                            48 bytes a slot (at most 32,764 slots, 72 bytes of the archive each) and
//	                                            4 a morph weight, and CrowdOptions.CacheBytes for each worker
//	an update                                   time in proportion to slots and columns, whatever dt is; at most
//	                                            CrowdOptions.MaxEvents events
//	a texture                                   what its picture says: gpu.Options.Texels bounds it
//
// Checks take time in proportion to the length of what they check and, for a clip or bank
// that scales joints, to the number of joints.
//
// All numbers are less than soa.MaxMagnitude, and so is the product of the scales along
// any chain of joints, so that palettes are finite. Of packed clips that product shows when
// they are decoded: bake.Unpack, bake.Model and every crowd refuse those in which it
// is larger, with soa.ErrInvalid; crowds also refuse banks in which the lengths of rotations
// along a chain multiply to 2⁴ or more, or to 2⁻⁴ or less. Checksums detect accidents; they do not
// say who wrote a file. If others could tamper with archives, sign them and check the signatures
// before opening them: the format has none.
//
// Slices point into the file's bytes if the processor is little-endian and the
// bytes are aligned for the type, as in mapped files they always are; otherwise
// they are copies. They must not be written to. Strings are copies and outlive
// Close.
//
// Memory besides the file's own: an open archive takes about 1.5 kB, 40 bytes for
// each chunk, 16 for each joint, and each name once; a requested clip takes 0.3 kB,
// a compressed one 0.7 kB, and its events. For a character of 67 joints with 20
// clips that is 1.2 % of 400 kB, and 4.8 % with all 20 requested. Verify keeps no
// more than Still.
//
// Any number of goroutines may use an Archive at once.
//
// # Errors
//
// A damaged file gives an [*Error] that names the chunk and the offset and wraps one of
//
//	soa.ErrFormat    the bytes are no archive, or their structure is broken
//	ErrChecksum      bytes differ from those that were written
//	ErrVersion       another version of Sinew wrote the archive
//	soa.ErrInvalid   a part does not pass Validate
//
// Methods of an Archive also return soa.ErrRange for an index without a part,
// ErrPacked for a clip of the other kind, soa.ErrClosed, and where the file of a mapped archive has
// become shorter or was written to, ErrTruncated or ErrChanged; Encode returns soa.ErrInvalid and
// soa.ErrTooLarge.
package archive
