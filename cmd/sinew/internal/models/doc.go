// Package models reads the models of a command line: one with the character and others with
// clips for it, from model files, archives, folders and patterns.
//
//	src := models.Source{File: "hero.fbx", With: []string{"walk.fbx"}}
//	o, err := src.Open(ctx)          // o.Model, and what the imports reported
//	i, err := models.FindClip(o.Model.Clips, "walk")
//
// Without cgo archives, glTF and VRM are read.
package models
