// Package bake makes of a model what an archive stores.
//
//	baked, err := bake.Bake(ctx, model, bake.Options{Bank: bake.BankFloat32})
//	if err != nil {
//		log.Fatal(err)
//	}
//	data, err := archive.Encode(&baked.Content)
//
// Model goes the other way: it gives the model of an archive to play.
//
// What comes out depends on the model and the options alone: it is the same on
// every processor and for any number of workers.
package bake
