// Package ozz runs an ozz-animation that the user has built on the same
// skeleton and clips as Sinew, so that a benchmark can put both side by side. It
// is built with the tag ozz alone. To build ozz as fast as the machine allows:
//
//	git clone --branch 0.16.0 https://github.com/guillaumeblanc/ozz-animation
//	cmake -S ozz-animation -B ozz-build -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="-O3 -march=native" \
//		-DCMAKE_INSTALL_PREFIX="$HOME/ozz" -Dozz_build_postfix=OFF -Dozz_build_tools=OFF -Dozz_build_fbx=OFF \
//		-Dozz_build_gltf=OFF -Dozz_build_samples=OFF -Dozz_build_howtos=OFF -Dozz_build_tests=OFF
//	cmake --build ozz-build --target install
//
// and to measure, with the same flags for the few lines of C++ in here:
//
//	export CGO_CXXFLAGS="-I$HOME/ozz/include -O3 -march=native"
//	export CGO_LDFLAGS="-L$HOME/ozz/lib -lozz_animation_offline -lozz_animation -lozz_base"
//	go test -tags ozz -bench Crowd ./benchmarks
//	go run -tags ozz ./cmd/sinew bench walk.fbx
//
// The work is that of Sinew's whole chain: sample, local to model, one matrix
// product per palette entry, with 4x4 matrices as ozz has them; clips have been
// through ozz's optimizer with its defaults. Blends sample each layer with a context
// of its own, and go through BlendingJob, with joint weights or additive layers. Legs
// that reach and joints that look go through IKTwoBoneJob and IKAimJob after these, and
// the matrices below are made again. Path ozz takes one character through all jobs
// before the next, which keeps what lies between them in the cache; ozz-staged runs each
// job over all characters. Frames are looped over in C++, so that crossing from Go does
// not count.
package ozz
