// Gen writes the warden: an MD5 character with its textures and two clips.
//
//	go run ./testdata/warden/gen                      # into testdata/warden
//	go run ./testdata/warden/gen -o /some/folder
//
// The output is deterministic. Its space is that of Blender's MD5 exporters: Z up, the character faces -Y with its left
// hand at +X, one unit is about an inch. The skeleton, seen from the front:
//
//	                  plume.1 ── plume.2
//	                    head
//	                    neck
//	        clavicle.R  chest  clavicle.L          cape.1
//	   upperarm.R       spine       upperarm.L     cape.2   (behind the chest)
//	 forearm.R          pelvis        forearm.L    cape.3
//	hand.R        thigh.R   thigh.L      hand.L
//	lantern.chain  shin.R   shin.L
//	lantern        foot.R   foot.L
//	               toe.R    toe.L
//	                    origin
//
// Each surface is a closed tube or sheet in [mesh], bound to the joints near it; a clip is a function from a phase in [0, 1) to a
// [pose]; the MD5 text is written from both, rounded once, so that all weights of a vertex give the same rest position.
package main
