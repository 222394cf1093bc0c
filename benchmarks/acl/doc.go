// Package acl runs a local Animation Compression Library (ACL 2.1) on the same samples as
// Sinew, for benchmarks. It is built with the tag acl only. ACL and RTM, its maths library,
// are headers:
//
//	git clone --branch v2.1.0 https://github.com/nfrechette/acl
//	git clone --branch v2.2.0 https://github.com/nfrechette/rtm
//
// and to measure, with the machine's fastest flags:
//
//	export CGO_CXXFLAGS="-I$PWD/acl/includes -I$PWD/rtm/includes -O3 -march=native -DNDEBUG"
//	go test -tags acl -bench 'Compress|Decode' ./benchmarks
//
// Clips are compressed with ACL's default settings and level medium, as in its published
// figures, and decompressed with its default settings, between samples too, by a writer that
// stores rotation, translation and scale of each joint. The rest pose is the default of
// constant sub-tracks, which ACL then does not store. The loop over poses is in C++, so that
// calls from Go do not count.
package acl
