// Package files finds files with clips, for tests that go through all of them.
package files
