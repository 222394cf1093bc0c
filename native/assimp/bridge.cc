//go:build cgo

// Entry points into libassimp that let no C++ exception out, and the assert interposer.

#include "bridge.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "deep.h"
#include "files.h"

#ifdef ASSIMP_DOUBLE_PRECISION
#error "libassimp was built with ASSIMP_DOUBLE_PRECISION; sinew needs the usual single precision build"
#endif

namespace {

// The assertion that failed in the import that runs on this thread, or empty;
// null outside imports.
thread_local std::string *failed = nullptr;

// nonsense is a format that no importer has. Importing it replaces libassimp's
// global error string, which nothing else can do, by a text that names it.
const char *const nonsense = "sinew-no-such-format";

bool stale(const char *error) {
	return error == nullptr || *error == 0 || strstr(error, nonsense) != nullptr;
}

// take_error copies the global error string after a failed import and then
// overwrites it, so that the next failure cannot be taken for this one:
// libassimp leaves the string alone when an exception ends an import.
std::string take_error() {
	const char *error = aiGetErrorString();
	if (stale(error)) {
		return std::string();
	}
	std::string text(error);
	if (text == "std::bad_alloc") {
		text = "out of memory, or the file asks for an absurd amount of it";
	}
	(void)aiImportFileFromMemory("?", 1, 0, nonsense);
	return text;
}

// guarded runs one import and turns every way it can fail into a text.
template <typename Import>
sinew_result guarded(Import import) noexcept {
	sinew_result result = {nullptr, nullptr};
	try {
		std::string assertion, error;
		failed = &assertion;
		try {
			result.scene = import();
		} catch (const std::exception &e) {
			error = e.what();
		} catch (...) {
			error = "libassimp threw an exception that says nothing";
		}
		if (result.scene == nullptr) {
			if (error.empty()) error = take_error();
			if (error.empty()) error = assertion;
			if (error.empty()) error = "libassimp gave no reason (out of memory, or an exception inside it)";
			result.error = strdup(error.c_str());
		}
	} catch (...) {
		// Out of memory.
	}
	failed = nullptr;
	if (result.scene == nullptr && result.error == nullptr) {
		result.error = strdup("out of memory");
	}
	return result;
}

// deeply_guarded is guarded on a deep stack.
template <typename Import>
sinew_result deeply_guarded(Import import) noexcept {
	sinew_result result;
	sinew_deeply([&] { result = guarded(import); });
	return result;
}

// attempt gives fallback where body throws.
template <typename T, typename Body>
T attempt(T fallback, Body body) noexcept {
	try {
		return body();
	} catch (...) {
		return fallback;
	}
}

}  // namespace

namespace Assimp {

// Distributions build libassimp with assertions on, and some valid files fail
// them. The library aborts the process from this function; this definition, in
// the executable, takes its place and throws instead, which libassimp itself
// turns into an import error. It is weak so that a program that brings its own
// still links.
__attribute__((weak, visibility("default"), noreturn)) void aiAssertViolation(
	const char *expression, const char *file, int line) {
	std::string text = "assertion failed in libassimp: ";
	text += expression == nullptr ? "?" : expression;
	const char *base = file == nullptr ? nullptr : strrchr(file, '/');
	text += " (";
	text += base != nullptr ? base + 1 : file != nullptr ? file : "?";
	text += ":" + std::to_string(line) + ")";
	if (failed == nullptr) {
		// Outside this package's imports nothing catches it.
		fprintf(stderr, "%s\n", text.c_str());
		abort();
	}
	*failed = text;
	throw std::runtime_error(text);
}

}  // namespace Assimp

sinew_result sinew_import_path(const char *path, unsigned flags,
	const aiPropertyStore *properties) {
	return deeply_guarded([=] {
		return aiImportFileExWithProperties(path, flags, nullptr, properties);
	});
}

sinew_result sinew_import_files(uintptr_t files, const char *name, unsigned flags,
	const aiPropertyStore *properties) {
	return deeply_guarded([=] {
		aiFileIO io = sinew_file_io(files);
		return aiImportFileExWithProperties(name, flags, &io, properties);
	});
}

void sinew_release(const aiScene *scene) {
	sinew_deeply([=] { attempt(0, [=] { aiReleaseImport(scene); return 0; }); });
}

size_t sinew_memory(const aiScene *scene) {
	aiMemoryInfo info = {};
	sinew_deeply([=, &info] { attempt(0, [=, &info] { aiGetMemoryRequirements(scene, &info); return 0; }); });
	return info.total;
}

aiPropertyStore *sinew_properties_new(void) {
	return attempt<aiPropertyStore *>(nullptr, [] { return aiCreatePropertyStore(); });
}

int sinew_properties_int(aiPropertyStore *store, const char *name, int value) {
	return attempt(0, [=] { aiSetImportPropertyInteger(store, name, value); return 1; });
}

void sinew_properties_free(aiPropertyStore *store) {
	attempt(0, [=] { aiReleasePropertyStore(store); return 0; });
}

int sinew_extension_supported(const char *dotted) {
	return attempt(0, [=] { return aiIsExtensionSupported(dotted) ? 1 : 0; });
}
