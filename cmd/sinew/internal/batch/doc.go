// Package batch works through many model files, each by itself: it finds those of folders and
// patterns, names their outputs, and runs a command for several at a time.
//
//	files, err := batch.Find([]string{"models/"}, "out/")
//	outs, err := batch.Outputs(files.List, "out/{file}.glb", false)
//	err = batch.Run(cmd, out, batch.Work[*summary.Model]{Files: files.List, Each: read, Row: row})
//
// A file that fails does not stop the others: it has its place in the results, and the command
// fails after the last.
package batch
