// Functions that run on a deep stack: libassimp recurses once per level of a file's nodes, to
// read, process, measure and free them.

#ifndef SINEW_DEEP_H
#define SINEW_DEEP_H

// Calls run(arg), which throws nothing, on a thread with a deep stack, or on this one where no
// such thread can be had.
void sinew_deeply(void (*run)(void *), void *arg) noexcept;

template <typename Body>
void sinew_deeply(Body body) noexcept {
	sinew_deeply([](void *body) { (*static_cast<Body *>(body))(); }, &body);
}

#endif
