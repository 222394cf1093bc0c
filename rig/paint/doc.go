// Package paint paints weights: by lists of strokes and other operations in JSON, and by a brush.
//
//	{
//	  "paint": {
//	    "version": 1,
//	    "steps": [
//	      {
//	        "add": {"joint": "upperarm.L", "value": 0.3},
//	        "masks": [{"stroke": {"points": [[0.2, 1.4, 0], [0.3, 1.4, 0]], "radius": 0.06}}],
//	        "locked": ["hips"],
//	        "mirrored": true
//	      },
//	      {"smooth": {"rounds": 3}, "masks": [{"sphere": {"center": [0, 1, 0], "radius": 0.2}}]},
//	      {"limit": {"influences": 4}}
//	    ]
//	  }
//	}
//
//	document, err := paint.Parse(data)
//	document.Models = paint.RelativeReader(file, load)             // for transfers from other files, if it has some
//	painted, report, err := document.Apply(ctx, model)     // the model stays as it is
//
// A step is an operation with masks. Each is one struct: its fields are those of the document. Schema
// and fields.md are derived from the structs. Joints, meshes and materials have their names, and places
// are those of the surface at rest, so that a list applies to the model that was exported again, with
// other vertices too.
//
//	masks       stroke sphere ball side vertices mesh material threshold     0 … 1 at each point
//	operation   replace add subtract scale smooth blur gradient levels      of one joint; the others
//	                                                                        of the vertex make up for it
//	            smooth mirror limit prune quantize hammer transfer          of all joints
//
// Vertices at one place, such as on both sides of a seam, are one point and get the same weights. The
// amount of a step at a point is the product of its masks and its strength. The result depends on the
// weights before the step and on amounts alone.
//
// # Brush
//
//	p, err := paint.Open(ctx, model, document)   // document: the list that was saved, or nil
//	err = p.Begin(step)                          // its first mask is a stroke
//	p.To(place)                                  // as the mouse moves; p.Pick finds the place
//	p.End()
//	p.Undo()
//	data, err := p.Document().JSON()
//
// Undo shortens the list. A saved list, applied to the same model, gives the same weights bit for bit.
//
// Results have the same bits on every processor. Errors begin with a JSON pointer to their place. They
// wrap ErrList, ErrLimit, soa.ErrFormat, soa.ErrInvalid, the errors of packages weights and retarget, or
// that of the context.
package paint
