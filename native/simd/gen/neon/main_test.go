package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What is checked in must be what the program writes.
func TestOutputIsCheckedIn(t *testing.T) {
	for name, want := range files() {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s differs; run: (cd native/simd/gen/neon && go run . -out ../..)", name)
		}
	}
}
