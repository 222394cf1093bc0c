// Package contact finds the ground contacts of feet in clips and stores them with the clips.
//
//	legs := retarget.Legs(model.Skeleton)
//	found, err := contact.Bake(ctx, model, legs, contact.Options{})   // changes the model's clips
//	left := contact.Property(model, legs[0])                     // of soa.Model.Floats
//	…
//	stands := crowd.Instance(i).Float(left)                      // 0 to 1, blended by the layers
//
// A foot stands while its tip, the toes or otherwise the ankle, is low, and slow or slipping by a
// small part of the clip's speed. Times are in seconds on the file's time line. Each foot has a
// custom property of the model, named Name and of the ankle's joint, with a track in each clip:
//
//	1      ┌─────────┐              ┌──
//	      ╱           ╲            ╱        it rises and falls within Options.Blend
//	0 ───┘             └──────────┘
//	       From     To
//
// As a custom property it is blended with the clips, stored in archives, mirrored by
// retarget.Mirror, and transferred by retarget.Retarget to models that have it too, see Declare.
package contact
