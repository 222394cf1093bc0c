// Package curves is the editor of keys behind the viewer's curve panel, without a screen: it finds
// what is below the mouse, keeps what is selected, and makes a list of edits of what is dragged.
//
//	s, err := curves.Open(model, document)     // document: the list that was saved, or nil
//	e := curves.NewEditor(s)
//	e.Choose(0)                                 // the first clip
//	e.Show(curves.Joint(joint))                 // or curves.Weight(k), curves.Float(k)
//	e.View.W, e.View.H = 600, 200               // where it is drawn, in pixels
//
//	e.Press(x, y, false)                        // on a key, a handle, or beside them for a box
//	err = e.Drag(x+20, y)                       // shown by e.Curve, e.Dots and e.Playing, and no edit yet
//	err = e.Release()                           // one more step in the list
//	e.Undo()
//	data, err := s.Document().JSON()
//
// A Session keeps a list of steps per clip, each the edits of package edit/list that one action
// made. The model's clips stay as they were read: the panel shows them with the list applied. Undo
// shortens the list. A saved list, applied to the same model, gives the same clips bit for bit.
//
//	Session   steps, undo and redo, the document
//	Editor    what is shown and selected; Press, Drag, Release, Insert, Delete, Tangents
//	Subject   a joint, a weight or a float: what has curves, and a row of the dope sheet
//	View      time and value ⇄ pixels
//	Curve     a track as three lines, rotations as angles
//	Posing    a joint that is dragged in the picture, keyed at a time
//	IK        a chain of a control whose target is dragged: the joints are keyed as it solves them
package curves
