// Package console is what the commands of sinew share to read a command line and to answer
// on it: usage errors, numbers, pages for people, JSON for programs, progress bars, and
// outputs that are complete or absent.
//
//	p := &console.Page{To: os.Stdout}
//	p.Line("%s, %s", console.Named(clip.Name), console.Plural(clip.Tracks, "track"))
//	err := p.Flush()
package console
