// Package plain is package formula for float32: what compiles to code for one lane. But for
// this file and number.go the program gen writes it, T by T, because calls through a type
// parameter take several times as long.
//
//	x := plain.Float(3)
//	x.Times(x).Root()       // 3
//	x.Less(2, 10, 20)       // 20: 3 is not less than 2
//
// The package has no promise of compatibility.
package plain
