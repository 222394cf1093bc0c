// Package models reads the model files that a command line names: one with the character,
// others with clips that join it, from model files, archives, folders and patterns.
//
//	src := models.Source{File: "hero.fbx", With: []string{"walk.fbx"}}
//	o, err := src.Open(ctx)          // o.Model, and what the imports reported
//	i, err := models.FindClip(o.Model.Clips, "walk")
//
// Without cgo only archives can be read.
package models
