// Package avatar turns what a VRM file says of springs, constraints, gaze and bones into a
// control, in JSON.
package avatar
