// Command tool exports nothing.
package main

// Exported counts nowhere.
func Exported() { near() }

func near() {}

func main() {}
