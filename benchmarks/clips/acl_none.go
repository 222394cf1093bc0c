//go:build !acl

package clips

// acls is ACL, where the build has it; see package acl.
func acls() []Library { return nil }
