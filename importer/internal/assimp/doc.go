// Package assimp implements scene.Format on libassimp's scene. Formats with their own reader
// embed its Format and override what libassimp gets wrong.
package assimp
