// The C face of bridge.cc: everything that Go calls in libassimp goes through
// here, because C++ exceptions must not reach a Go stack frame, and because deep
// trees of nodes need a deep stack.
#ifndef SINEW_ASSIMP_BRIDGE_H
#define SINEW_ASSIMP_BRIDGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

// How long the texts of a scene are at most, with their end, as libassimp up to 5.3 and
// newer ones call it.
#ifdef AI_MAXLEN
#define SINEW_MAX_TEXT AI_MAXLEN
#else
#define SINEW_MAX_TEXT MAXLEN
#endif

#ifdef __cplusplus
extern "C" {
#endif

// sinew_result is the result of an import: a scene, or an error that is malloc'ed
// and belongs to the caller.
typedef struct {
	const struct aiScene *scene;
	char *error;
} sinew_result;

// The two ways in. The caller must hold the import lock: libassimp reports errors
// through a process-wide variable.
sinew_result sinew_import_path(const char *path, unsigned flags,
	const struct aiPropertyStore *properties);
// files is the cgo handle that sinewOpenFile resolves names with.
sinew_result sinew_import_files(uintptr_t files, const char *name, unsigned flags,
	const struct aiPropertyStore *properties);

// Sets the greatest stack that libassimp gets to run on.
void sinew_limit_stack(size_t size);

void sinew_release(const struct aiScene *scene);
// The bytes that a scene occupies.
size_t sinew_memory(const struct aiScene *scene);

// A property store; setting a property gives 0 where memory ran out.
struct aiPropertyStore *sinew_properties_new(void);
int sinew_properties_int(struct aiPropertyStore *store, const char *name, int value);
void sinew_properties_free(struct aiPropertyStore *store);

int sinew_extension_supported(const char *dotted);

// sinewOpenFile is Go's: the bytes of a file and their number, or null.
extern void *sinewOpenFile(uintptr_t files, char *name, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
