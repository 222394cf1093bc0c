//go:build cgo

// aiFileIO over byte slices that Go keeps pinned until the import returns.
// Opening a file calls Go once; reading, seeking and telling do not.

#include "files.h"

#include <cstring>
#include <new>

namespace {

struct Bytes {
	aiFile file;
	const char *data;
	size_t size;
	size_t at;
};

Bytes &bytes(aiFile *file) { return *reinterpret_cast<Bytes *>(file->UserData); }

// read gives whole elements as fread does: a last, partial element is copied
// but not counted.
size_t read(aiFile *file, char *to, size_t size, size_t count) {
	Bytes &b = bytes(file);
	const size_t left = b.size - b.at;
	if (size == 0 || count == 0 || left == 0) {
		return 0;
	}
	const size_t want = count > left / size ? left : size * count;
	memcpy(to, b.data + b.at, want);
	b.at += want;
	return want / size;
}

size_t write(aiFile *, const char *, size_t, size_t) { return 0; }

size_t tell(aiFile *file) { return bytes(file).at; }

size_t file_size(aiFile *file) { return bytes(file).size; }

// seek refuses to leave the file. Offsets are signed numbers in an unsigned
// type; from the end, libassimp's own streams disagree about the sign, and both
// are taken.
aiReturn seek(aiFile *file, size_t offset, aiOrigin origin) {
	Bytes &b = bytes(file);
	const bool back = static_cast<ptrdiff_t>(offset) < 0;
	const size_t distance = back ? size_t(0) - offset : offset;
	size_t base = 0;
	bool down = back;
	switch (origin) {
	case aiOrigin_SET:
		break;
	case aiOrigin_CUR:
		base = b.at;
		break;
	case aiOrigin_END:
		base = b.size;
		down = true;
		break;
	default:
		return aiReturn_FAILURE;
	}
	if (distance > (down ? base : b.size - base)) {
		return aiReturn_FAILURE;
	}
	b.at = down ? base - distance : base + distance;
	return aiReturn_SUCCESS;
}

void flush(aiFile *) {}

aiFile *open(aiFileIO *io, const char *name, const char *mode) {
	if (name == nullptr || (mode != nullptr && strpbrk(mode, "wa+") != nullptr)) {
		return nullptr;  // importing never writes
	}
	size_t size = 0;
	const void *data = sinewOpenFile(reinterpret_cast<uintptr_t>(io->UserData),
		const_cast<char *>(name), &size);
	if (data == nullptr) {
		return nullptr;
	}
	Bytes *b = new (std::nothrow) Bytes;
	if (b == nullptr) {
		return nullptr;
	}
	b->data = static_cast<const char *>(data);
	b->size = size;
	b->at = 0;
	b->file.ReadProc = read;
	b->file.WriteProc = write;
	b->file.TellProc = tell;
	b->file.FileSizeProc = file_size;
	b->file.SeekProc = seek;
	b->file.FlushProc = flush;
	b->file.UserData = reinterpret_cast<aiUserData>(b);
	return &b->file;
}

void close(aiFileIO *, aiFile *file) {
	if (file != nullptr) {
		delete &bytes(file);
	}
}

}  // namespace

aiFileIO sinew_file_io(uintptr_t files) {
	aiFileIO io;
	io.OpenProc = open;
	io.CloseProc = close;
	io.UserData = reinterpret_cast<aiUserData>(files);
	return io;
}
