// Package painting is the brush behind the viewer's weights mode, without a screen: it keeps the list of
// strokes, the settings of the brush, and the surface in the pose that is painted.
//
//	s, err := painting.Open(ctx, model, document)   // document: the list that was saved, or nil
//	b, err := s.Brush()                             // with the model's surface, when it is first painted
//	b.Joint = model.Skeleton.Joint("upperarm.L")
//	err = b.Pose(joints, weights)                   // model-space joints of a frame
//
//	hit, ok := b.Over(ray)                          // what is below the mouse
//	err = b.Press(ray)                              // begins a stroke
//	b.Drag(ray)
//	b.Release()                                     // one more step in the list
//	data, err := s.Document().JSON()
//
// The model stays as it was read: the viewer shows it with the list applied. Undo shortens the list. A
// saved list, applied to the same model, gives the same weights bit for bit.
//
//	Session   the list, whether it is saved, the painted model
//	Brush     settings, Press, Drag, Release, undo and redo
//	Preview   the model as it is drawn: the painted weights, coloured by those of a joint. The renderer skins it,
//	          by matrices or dual quaternions; for rays the blocks of triangles near them are skinned here
package painting
