// Package list reads, checks and applies lists of edits in JSON, which can be kept beside a model
// and applied to its next version.
//
//	{
//	  "edits": {
//	    "version": 1,
//	    "clips": [
//	      {"clip": "walk", "as": "stroll", "edits": [
//	        {"trim": {"from": 0.2, "to": 1.1}},
//	        {"speed": {"factor": 0.8}},
//	        {"setKey": {"track": {"joint": "head", "property": "rotation"}, "time": 0.3, "value": [0, 20, 0]}},
//	        {"reduce": {"millimetres": 0.1}}
//	      ]}
//	    ]
//	  }
//	}
//
//	document, err := list.Parse(data)
//	edited, report, err := document.Apply(ctx, model)      // the model stays as it is
//
// Each edit is one struct, a pointer to which is an Edit: its fields are those of the document, and
// it calls the function of package edit of its name. Schema and fields.md are derived from the
// structs.
//
// Errors begin with a JSON pointer to their place. They wrap ErrDocument, ErrLimit, soa.ErrFormat,
// the errors of package edit, or that of the context.
package list
