// Package gltf reads glTF files and VRM avatars: skins, animations and custom properties are
// the file's own (see internal/gltf), meshes and materials are libassimp's.
package gltf
