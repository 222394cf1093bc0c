package gpu

import (
	"errors"

	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/model"
)

// Errors wrap these; package soa has the others.
var (
	// ErrOpenGL: the context has no OpenGL 3.3.
	ErrOpenGL = driver.ErrOpenGL
	// ErrItem: the arrays of an Item do not fit its model.
	ErrItem = errors.New("item does not fit its model")
)

// Warnings of Upload wrap these.
var (
	// ErrTexture: a texture is missing or unreadable, and drawn plain.
	ErrTexture = model.ErrTexture
	// ErrDownscaled: a texture is above the driver's maximum size, and drawn smaller.
	ErrDownscaled = model.ErrDownscaled
	// ErrMorph: morph targets exceed the driver's memory for them, and are not drawn.
	ErrMorph = model.ErrMorph
)
