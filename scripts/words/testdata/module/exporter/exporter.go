// Package exporter names types of other packages.
package exporter

import (
	"example.com/house/edit"
	"example.com/house/internal/hidden"
)

// Vec and Track have two names.
type (
	Vec   = hidden.Vec
	Track = edit.Track
)

// Writer writes.
type Writer interface{ Write(v hidden.Vec) error }
