// Package contact finds when feet stand on the ground, and stores it with clips.
//
//	legs := retarget.Legs(model.Skeleton)
//	found, err := contact.Bake(model, legs, contact.Options{})   // changes the model's clips
//	left := contact.Property(model, legs[0])                     // of soa.Model.Floats
//	…
//	stands := crowd.Float(i, left)                               // 0 to 1, as the layers blend it
//
// A foot stands while its tip, the toes or otherwise the ankle, is slow, or slips by little of
// the speed at which the whole gets on, and low. When is told in seconds on the file's own
// time line. Of each foot that makes a custom property of the model, named Name and of the
// ankle's joint, and in each clip a track of it:
//
//	1      ┌─────────┐              ┌──
//	      ╱           ╲            ╱        it sets in and ends within Options.Blend
//	0 ───┘             └──────────┘
//	       From     To
//
// As a custom property it is blended as the clips are, stored in archives, exchanged
// between left and right by retarget.Mirror, and carried over by retarget.Retarget to models
// that have it too, see Declare.
package contact
