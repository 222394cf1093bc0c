// Package converter writes models as files of other formats, for sinew convert.
//
//	opened ─► model ─► files in a folder beside the output ─► read again, compared ─► renamed
//
// Nothing is left of an output that cannot be written whole.
package converter
