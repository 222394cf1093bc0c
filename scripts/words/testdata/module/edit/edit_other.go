//go:build neverbuilt

package edit

func beside() {}
