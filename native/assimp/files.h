// Custom file I/O for libassimp: files come from Go as whole byte slices and
// are read here without crossing the language border again.
#ifndef SINEW_ASSIMP_FILES_H
#define SINEW_ASSIMP_FILES_H

#include "bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

// sinew_file_io makes the aiFileIO whose names the cgo handle files resolves.
struct aiFileIO sinew_file_io(uintptr_t files);

#ifdef __cplusplus
}
#endif

#endif
