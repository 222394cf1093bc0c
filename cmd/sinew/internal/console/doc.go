// Package console has what commands share to read a command line and to print results: usage
// errors, numbers, pages, JSON, progress bars, and files that are written completely or not at
// all.
//
//	p := &console.Page{To: os.Stdout}
//	p.Line("%s, %s", console.Named(clip.Name), console.Plural(clip.Tracks, "track"))
//	err := p.Flush()
package console
