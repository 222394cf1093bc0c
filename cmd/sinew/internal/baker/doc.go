// Package baker makes archives of model files: it finds the models, leaves out archives that
// are up to date, and bakes several at the same time.
//
//	jobs, err := baker.Plan([]string{"models/"}, "baked", false, false)
//	b, err := baker.New(&config, baker.Options{Tool: "sinew 0.1"})
//	files, err := b.All(ctx, jobs, workers, func(f *baker.File) { f.Write(page) })
//
// An archive states the hashes of the files it was made from. It is up to date while these,
// the configuration and the version of the tool are the same.
package baker
