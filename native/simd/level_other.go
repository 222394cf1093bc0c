//go:build purego || !(amd64 || arm64)

package simd

func machineLevels() []Level { return nil }
