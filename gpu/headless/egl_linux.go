//go:build linux && cgo

package headless

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The few EGL declarations needed, so that no EGL header has to be installed.
typedef void *egl_handle;
typedef int32_t egl_int;
typedef unsigned int egl_enum;

enum {
	EGL_NONE_ = 0x3038, EGL_EXTENSIONS_ = 0x3055, EGL_OPENGL_API_ = 0x30A2,
	EGL_RENDERABLE_TYPE_ = 0x3040, EGL_SURFACE_TYPE_ = 0x3033, EGL_OPENGL_BIT_ = 0x0008,
	EGL_MAJOR_ = 0x3098, EGL_MINOR_ = 0x30FB, EGL_PROFILE_MASK_ = 0x30FD, EGL_CORE_BIT_ = 1,
	EGL_PLATFORM_SURFACELESS_ = 0x31DD, EGL_PLATFORM_DEVICE_ = 0x313F,
	MAX_DEVICES = 16
};

typedef struct {
	void *lib;
	void *(*get_proc)(const char *);
	egl_handle (*get_platform_display)(egl_enum, void *, const egl_int *);
	unsigned (*query_devices)(egl_int, void **, egl_int *);
	unsigned (*initialize)(egl_handle, egl_int *, egl_int *);
	unsigned (*bind_api)(egl_enum);
	unsigned (*choose_config)(egl_handle, const egl_int *, egl_handle *, egl_int, egl_int *);
	egl_handle (*create_context)(egl_handle, egl_handle, egl_handle, const egl_int *);
	unsigned (*destroy_context)(egl_handle, egl_handle);
	unsigned (*make_current)(egl_handle, egl_handle, egl_handle, egl_handle);
	const char *(*query_string)(egl_handle, egl_int);
	egl_int (*get_error)(void);
	egl_handle display, context;
	const char *step; // what failed, NULL where nothing did
	egl_int code;     // its EGL error
	char message[256]; // the loader's message, empty where EGL is there
} egl;

#define LOAD(field, name) (e->field = dlsym(e->lib, "egl" #name))

static int egl_open(egl *e) {
	e->lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!e->lib) {
		const char *m = dlerror();
		snprintf(e->message, sizeof e->message, "%s", m ? m : "dlopen failed");
		return 0;
	}
	if (!LOAD(get_proc, GetProcAddress) || !LOAD(initialize, Initialize) || !LOAD(bind_api, BindAPI) ||
	    !LOAD(choose_config, ChooseConfig) || !LOAD(create_context, CreateContext) || !LOAD(destroy_context, DestroyContext) ||
	    !LOAD(make_current, MakeCurrent) || !LOAD(query_string, QueryString) || !LOAD(get_error, GetError)) {
		snprintf(e->message, sizeof e->message, "libEGL.so.1 lacks functions of EGL 1.4");
		return 0;
	}
	e->get_platform_display = e->get_proc("eglGetPlatformDisplayEXT");
	e->query_devices = e->get_proc("eglQueryDevicesEXT");
	return 1;
}

static int egl_fail(egl *e, const char *step) {
	e->step = step;
	e->code = e->get_error();
	return 0;
}

// egl_try makes a context on one display and binds it to this thread.
static int egl_try(egl *e, egl_handle display) {
	if (!display) return egl_fail(e, "eglGetPlatformDisplay");
	if (!e->initialize(display, NULL, NULL)) return egl_fail(e, "eglInitialize");
	if (!e->bind_api(EGL_OPENGL_API_)) return egl_fail(e, "eglBindAPI");
	const egl_int want[] = {EGL_SURFACE_TYPE_, 0, EGL_RENDERABLE_TYPE_, EGL_OPENGL_BIT_, EGL_NONE_};
	egl_handle config = NULL; // stays the "no config" of EGL_KHR_no_config_context
	egl_int count = 0;
	if (!e->choose_config(display, want, &config, 1, &count) || count == 0) config = NULL;
	const egl_int version[] = {EGL_MAJOR_, 3, EGL_MINOR_, 3, EGL_PROFILE_MASK_, EGL_CORE_BIT_, EGL_NONE_};
	egl_handle context = e->create_context(display, config, NULL, version);
	if (!context) return egl_fail(e, "eglCreateContext of OpenGL 3.3 core");
	if (!e->make_current(display, NULL, NULL, context)) {
		egl_fail(e, "eglMakeCurrent without a surface");
		e->destroy_context(display, context);
		return 0;
	}
	e->display = display;
	e->context = context;
	e->step = NULL;
	return 1;
}

static int egl_has(egl *e, const char *name) {
	const char *all = e->query_string(NULL, EGL_EXTENSIONS_); // of the client, before any display
	return all && strstr(all, name) != NULL;
}

static int egl_connect(egl *e) {
	if (!e->get_platform_display) {
		e->step = "eglGetPlatformDisplayEXT, which is absent";
		return 0;
	}
	e->step = "the search for a surfaceless or device platform";
	if (egl_has(e, "EGL_MESA_platform_surfaceless") &&
	    egl_try(e, e->get_platform_display(EGL_PLATFORM_SURFACELESS_, NULL, NULL))) return 1;
	if (!e->query_devices || !egl_has(e, "EGL_EXT_platform_device")) return 0;
	void *devices[MAX_DEVICES];
	egl_int n = 0;
	if (!e->query_devices(MAX_DEVICES, devices, &n)) return egl_fail(e, "eglQueryDevicesEXT");
	for (egl_int i = 0; i < n; i++)
		if (egl_try(e, e->get_platform_display(EGL_PLATFORM_DEVICE_, devices[i], NULL))) return 1;
	return 0;
}

static egl *egl_new(void) { return calloc(1, sizeof(egl)); }
static unsigned egl_bind(egl *e) { return e->make_current(e->display, NULL, NULL, e->context); }
static void *egl_proc(egl *e, const char *name) { return e->get_proc(name); }
static egl_int egl_code(egl *e) { return e->get_error(); }

static void egl_free(egl *e) {
	if (e->context) {
		e->make_current(e->display, NULL, NULL, NULL);
		e->destroy_context(e->display, e->context);
	}
	// The library stays open: its display outlives every context.
	free(e);
}
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// native is an EGL display and context.
type native struct{ egl *C.egl }

func open() (native, error) {
	e := C.egl_new()
	if e == nil {
		return native{}, fmt.Errorf("%w: out of memory", ErrUnavailable)
	}
	runtime.LockOSThread()
	n := native{e}
	if C.egl_open(e) == 0 {
		err := fmt.Errorf("%w: libEGL cannot be loaded (%s): install the packages libegl1 and libgl1-mesa-dri (Debian, Ubuntu)",
			ErrUnavailable, C.GoString(&e.message[0]))
		n.close()
		return native{}, err
	}
	if C.egl_connect(e) == 0 {
		err := fmt.Errorf("%w: EGL is installed but %s failed (EGL error 0x%04X): install a driver, the package libgl1-mesa-dri (Debian, Ubuntu)",
			ErrUnavailable, C.GoString(e.step), uint32(e.code))
		n.close()
		return native{}, err
	}
	return n, nil
}

func (n native) makeCurrent() error {
	if C.egl_bind(n.egl) == 0 {
		return fmt.Errorf("headless: eglMakeCurrent failed with EGL error 0x%04X: is the context current on another thread?", uint32(C.egl_code(n.egl)))
	}
	return nil
}

func (n native) procAddress(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.egl_proc(n.egl, s)
}

func (n native) close() {
	C.egl_free(n.egl)
	runtime.UnlockOSThread()
}
