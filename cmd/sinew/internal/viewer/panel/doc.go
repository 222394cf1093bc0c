// Package panel is the parts of a viewer's panels. Each part shows and changes one thing and
// knows none of the others:
//
//	Clips, Joints, Mix         on the left
//	Look, Curves, Morphs,
//	Dials, Modifiers, Ghosts   on the right
//	KeyEditor                  above the time line
//	Timeline                   at the foot
//	Help                       over the picture
//
// A part draws itself in the panel that an overlay.UI has open, and reads the input of the
// same frame. Drawing allocates nothing while nothing changes.
package panel
