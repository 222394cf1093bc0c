// Package transfer rewrites the clips of one file for the skeleton of another: joints are
// matched by name and ancestors, and their frames and units compared.
package transfer
