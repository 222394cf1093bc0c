// The C face of bridge.cc: everything that Go calls in libassimp goes through
// here, because C++ exceptions must not reach a Go stack frame.
#ifndef SINEW_ASSIMP_BRIDGE_H
#define SINEW_ASSIMP_BRIDGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <assimp/camera.h>
#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/light.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#ifdef __cplusplus
extern "C" {
#endif

// sinew_result is what an import came to. Exactly one of scene and error is
// set. error and log are malloc'ed and belong to the caller; log is null where
// no log was asked for.
typedef struct {
	const struct aiScene *scene;
	char *error;
	char *log;
	size_t log_size;
} sinew_result;

// The three ways in. The caller must hold the import lock: libassimp reports
// errors and log lines through process-wide variables.
sinew_result sinew_import_path(const char *path, unsigned flags,
	const struct aiPropertyStore *properties, int log);
sinew_result sinew_import_memory(const void *data, size_t size, const char *hint,
	unsigned flags, const struct aiPropertyStore *properties, int log);
// files is the cgo handle that sinewOpenFile resolves names with.
sinew_result sinew_import_files(uintptr_t files, const char *name, unsigned flags,
	const struct aiPropertyStore *properties, int log);

void sinew_release(const struct aiScene *scene);

// Property stores. The setters give 0 where memory ran out.
struct aiPropertyStore *sinew_properties_new(void);
int sinew_properties_int(struct aiPropertyStore *store, const char *name, int value);
int sinew_properties_float(struct aiPropertyStore *store, const char *name, float value);
int sinew_properties_string(struct aiPropertyStore *store, const char *name,
	const char *value, size_t size);
int sinew_properties_matrix(struct aiPropertyStore *store, const char *name,
	const float *row_major);
void sinew_properties_free(struct aiPropertyStore *store);

// sinew_extensions gives "*.3ds;*.fbx;…", malloc'ed, or null.
char *sinew_extensions(void);
int sinew_extension_supported(const char *dotted);

// sinewOpenFile is Go's: the bytes of a file and their number, or null.
extern void *sinewOpenFile(uintptr_t files, char *name, size_t *size);

// Versions and sizes, as the headers had them when this was compiled.
enum {
	SINEW_QUAT_KEY_SIZE = sizeof(struct aiQuatKey),
	SINEW_MAX_STRING = sizeof(((struct aiString *)0)->data) - 1,
};

#ifdef __cplusplus
}
#endif

#endif
