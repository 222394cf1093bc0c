//go:build cgo

// Threads with deep stacks. Up to two wait for the next call: a thread that ends gives the memory
// that libassimp has used back to the system, and the next one pays for every page again, which
// is a fifth of the time of an import.

#include "deep.h"

#include "bridge.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>

#ifndef _WIN32
#include <pthread.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace {

// libassimp takes up to two kilobytes of stack a level: for the deepest skeleton that is
// allowed, of 32,764 levels, about 64 MiB, beyond what threads have.
std::atomic<size_t> stack_size(128 << 20);

// Less than least_stack is no more than threads have anyway.
const size_t least_stack = 16 << 20;

}  // namespace

void sinew_limit_stack(size_t size) {
	if (size < stack_size) {
		stack_size = size & ~size_t(0xffff); // whole pages
	}
}

#ifdef _WIN32

void sinew_deeply(void (*run)(void *), void *arg) noexcept { run(arg); }

#else

namespace {

struct Worker {
	size_t stack;
	std::mutex mutex;
	std::condition_variable changed;
	void (*run)(void *) = nullptr; // the call under way
	void *arg = nullptr;
	bool ends = false;
	Worker *next = nullptr; // of those that wait
};

std::mutex waiting_mutex;
Worker *waiting = nullptr;
int waiting_count = 0;
const int most_waiting = 2;

// trim gives the pages of the stack far below this frame back: few files need them.
void trim(size_t stack) {
#ifdef __linux__
	const uintptr_t page = 1 << 16, kept = 1 << 20, margin = 1 << 20; // page: of any processor
	char here;
	const uintptr_t top = (reinterpret_cast<uintptr_t>(&here) - kept) & ~(page - 1);
	(void)madvise(reinterpret_cast<void *>(top - (stack - kept - margin)), stack - kept - margin, MADV_DONTNEED);
#else
	(void)stack;
#endif
}

void *serve(void *arg) {
	Worker *w = static_cast<Worker *>(arg);
	std::unique_lock<std::mutex> lock(w->mutex);
	for (;;) {
		w->changed.wait(lock, [w] { return w->run != nullptr || w->ends; });
		if (w->ends) {
			lock.unlock();
			delete w;
			return nullptr;
		}
		w->run(w->arg);
		trim(w->stack);
		w->run = nullptr;
		w->changed.notify_all();
	}
}

// take returns a worker that waits, or a new one, or null.
Worker *take(size_t stack) {
	{
		std::lock_guard<std::mutex> lock(waiting_mutex);
		for (Worker **at = &waiting; *at != nullptr; at = &(*at)->next) {
			if (Worker *w = *at; w->stack == stack) {
				*at = w->next;
				waiting_count--;
				return w;
			}
		}
	}
	Worker *w = new (std::nothrow) Worker;
	pthread_attr_t attributes;
	if (w == nullptr || pthread_attr_init(&attributes) != 0) {
		delete w;
		return nullptr;
	}
	w->stack = stack;
	pthread_t thread;
	const bool runs = pthread_attr_setstacksize(&attributes, stack) == 0 &&
		pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
		pthread_create(&thread, &attributes, serve, w) == 0;
	pthread_attr_destroy(&attributes);
	if (!runs) {
		delete w;
		return nullptr;
	}
	return w;
}

// leave lets a worker wait for the next call, or end.
void leave(Worker *w) {
	{
		std::lock_guard<std::mutex> lock(waiting_mutex);
		if (waiting_count < most_waiting && w->stack == stack_size) {
			w->next = waiting;
			waiting = w;
			waiting_count++;
			return;
		}
	}
	std::lock_guard<std::mutex> lock(w->mutex);
	w->ends = true;
	w->changed.notify_all();
}

}  // namespace

void sinew_deeply(void (*run)(void *), void *arg) noexcept {
	const size_t stack = stack_size;
	Worker *w = stack < least_stack ? nullptr : take(stack);
	if (w == nullptr) {
		return run(arg);
	}
	{
		std::unique_lock<std::mutex> lock(w->mutex);
		w->arg = arg;
		w->run = run;
		w->changed.notify_all();
		w->changed.wait(lock, [w] { return w->run == nullptr; });
	}
	leave(w);
}

#endif
