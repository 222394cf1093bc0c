// Package acl runs an Animation Compression Library (ACL 2.1) that the user has
// on the same samples as Sinew, so that a benchmark can put both side by side. It
// is built with the tag acl alone. ACL and RTM, its maths, are headers:
//
//	git clone --branch v2.1.0 https://github.com/nfrechette/acl
//	git clone --branch v2.2.0 https://github.com/nfrechette/rtm
//
// and to measure, with the flags that make them as fast as the machine allows:
//
//	export CGO_CXXFLAGS="-I$PWD/acl/includes -I$PWD/rtm/includes -O3 -march=native -DNDEBUG"
//	go test -tags acl -bench 'Compress|Decode' ./benchmarks
//
// Clips are compressed with ACL's default settings, its level set to medium, as
// its own figures are, and poses taken with its default decompression settings,
// between samples too, by a writer that stores a rotation, a translation and a
// scale of each joint. A sub-track that stays at rest has the rest pose for its
// default, which the writer knows: ACL stores nothing of it then. Poses are looped
// over in C++, so that crossing from Go does not count.
package acl
