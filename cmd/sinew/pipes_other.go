//go:build !unix

package main

// survivePipes does nothing where there is no SIGPIPE.
func survivePipes() {}
