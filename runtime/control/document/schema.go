package document

import _ "embed" // the schema

// Schema is the JSON Schema (2020-12) of controls, by which editors complete and check
// them. What lies behind names, and whether numbers fit each other, Parse alone sees.
//
//go:embed schema.json
var Schema []byte
