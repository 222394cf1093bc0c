// Package film writes pictures and animations to files that appear complete or not at
// all.
//
//	Create("walk.gif") ── Add(frame) … ──► Close: the file exists
//	                               └─────► Abort: no file
//
// The extension chooses the format:
//
//	.png   one frame: a still; several: a contact sheet
//	.gif   an animation of at most 255 colours, per file or per frame
//	.apng  a lossless animation
//	.mp4   a film in H.264, by the program ffmpeg
//	.webm  a film in VP9, by the program ffmpeg
//
// The package needs neither OpenGL nor cgo. One goroutine uses a Writer at a time;
// Writers are independent of each other.
//
// # Errors
//
//	ErrUnsupported   the file name's extension is no known format
//	ErrNoFFmpeg      a film needs the program ffmpeg
//	ErrFrames        the frames do not fit together
//	soa.ErrOption    the frame rate is out of range
//	soa.ErrClosed    the Writer was closed or aborted
//	*fs.PathError    the file cannot be written
package film
