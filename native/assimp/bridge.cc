//go:build cgo

// Entry points into libassimp that let no C++ exception out, the assert
// interposer, and the log stream.

#include "bridge.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "files.h"

#ifdef ASSIMP_DOUBLE_PRECISION
#error "libassimp was built with ASSIMP_DOUBLE_PRECISION; sinew needs the usual single precision build"
#endif

namespace {

// What one thread's import in progress wants to know. Log lines and assertion
// failures arrive on the thread that runs the import.
struct Call {
	std::string *log = nullptr;  // where log lines go, or null
	std::string failed;          // the assertion that failed, or empty
};

thread_local Call *current = nullptr;

char *copy(const char *text, size_t size) noexcept {
	char *out = static_cast<char *>(malloc(size + 1));
	if (out != nullptr) {
		memcpy(out, text, size);
		out[size] = 0;
	}
	return out;
}

char *copy(const std::string &text) noexcept { return copy(text.data(), text.size()); }

// on_log_line gets every line of every import of the process once the stream
// is attached; lines of imports that did not ask for a log are dropped.
void on_log_line(const char *line, char *) {
	if (current == nullptr || current->log == nullptr || line == nullptr) {
		return;
	}
	try {
		current->log->append(line);
	} catch (...) {
		// Out of memory: the line is lost, the import is not.
	}
}

// attach_log attaches the one log stream of the process. It stays attached:
// libassimp 6 keeps a reference to the struct, and detaching the last stream
// deletes the logger under imports of other users of the library. The caller
// holds the import lock.
void attach_log() {
	static aiLogStream stream = {on_log_line, nullptr};
	static bool attached = false;
	if (!attached) {
		attached = true;
		aiAttachLogStream(&stream);
	}
}

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
sinew_result guarded(int log, Import import) noexcept {
	sinew_result result = {nullptr, nullptr, nullptr, 0};
	try {
		Call call;
		std::string lines, error;
		if (log) {
			attach_log();
			call.log = &lines;
		}
		current = &call;
		try {
			result.scene = import();
		} catch (const std::exception &e) {
			error = e.what();
		} catch (...) {
			error = "libassimp threw an exception that says nothing";
		}
		call.log = nullptr;
		if (result.scene == nullptr) {
			if (error.empty()) error = take_error();
			if (error.empty()) error = call.failed;
			if (error.empty()) error = "libassimp gave no reason (out of memory, or an exception inside it)";
			result.error = copy(error);
		}
		current = nullptr;
		if (log) {
			result.log = copy(lines);
			result.log_size = result.log == nullptr ? 0 : lines.size();
		}
	} catch (...) {
		current = nullptr;
	}
	if (result.scene == nullptr && result.error == nullptr) {
		static const char none[] = "out of memory";
		result.error = copy(none, sizeof none - 1);
	}
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
	if (current == nullptr) {
		// Not inside one of our imports: nobody is there to catch it.
		fprintf(stderr, "%s\n", text.c_str());
		abort();
	}
	current->failed = text;
	throw std::runtime_error(text);
}

}  // namespace Assimp

sinew_result sinew_import_path(const char *path, unsigned flags,
	const aiPropertyStore *properties, int log) {
	return guarded(log, [=] {
		return aiImportFileExWithProperties(path, flags, nullptr, properties);
	});
}

sinew_result sinew_import_memory(const void *data, size_t size, const char *hint,
	unsigned flags, const aiPropertyStore *properties, int log) {
	return guarded(log, [=] {
		return aiImportFileFromMemoryWithProperties(static_cast<const char *>(data),
			static_cast<unsigned>(size), flags, hint, properties);
	});
}

sinew_result sinew_import_files(uintptr_t files, const char *name, unsigned flags,
	const aiPropertyStore *properties, int log) {
	return guarded(log, [=] {
		aiFileIO io = sinew_file_io(files);
		return aiImportFileExWithProperties(name, flags, &io, properties);
	});
}

void sinew_release(const aiScene *scene) {
	attempt(0, [=] { aiReleaseImport(scene); return 0; });
}

aiPropertyStore *sinew_properties_new(void) {
	return attempt<aiPropertyStore *>(nullptr, [] { return aiCreatePropertyStore(); });
}

int sinew_properties_int(aiPropertyStore *store, const char *name, int value) {
	return attempt(0, [=] { aiSetImportPropertyInteger(store, name, value); return 1; });
}

int sinew_properties_float(aiPropertyStore *store, const char *name, float value) {
	return attempt(0, [=] { aiSetImportPropertyFloat(store, name, value); return 1; });
}

int sinew_properties_string(aiPropertyStore *store, const char *name,
	const char *value, size_t size) {
	return attempt(0, [=] {
		aiString text;
		if (size > SINEW_MAX_STRING) return 0;
		memcpy(text.data, value, size);
		text.data[size] = 0;
		text.length = static_cast<decltype(text.length)>(size);
		aiSetImportPropertyString(store, name, &text);
		return 1;
	});
}

int sinew_properties_matrix(aiPropertyStore *store, const char *name, const float *m) {
	return attempt(0, [=] {
		aiMatrix4x4 matrix(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7],
			m[8], m[9], m[10], m[11], m[12], m[13], m[14], m[15]);
		aiSetImportPropertyMatrix(store, name, &matrix);
		return 1;
	});
}

void sinew_properties_free(aiPropertyStore *store) {
	attempt(0, [=] { aiReleasePropertyStore(store); return 0; });
}

char *sinew_extensions(void) {
	return attempt<char *>(nullptr, [] {
		aiString list;
		aiGetExtensionList(&list);
		return copy(list.data, list.length);
	});
}

int sinew_extension_supported(const char *dotted) {
	return attempt(0, [=] { return aiIsExtensionSupported(dotted) ? 1 : 0; });
}
