// The C face of ozz.cc.
#ifndef SINEW_BENCHMARKS_OZZ_H
#define SINEW_BENCHMARKS_OZZ_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_ozz sinew_ozz;

// rest is 10 floats a joint (translation, rotation x y z w, scale), bind 16 a
// joint in column-major order. Null where ozz refuses the skeleton.
sinew_ozz *sinew_ozz_new(int joints, const int16_t *parents, const float *rest, const float *bind);
void sinew_ozz_free(sinew_ozz *);

// A clip is declared, filled key by key (property 0 translation, 1 rotation, 2
// scale), then finished. Finishing gives 0 where ozz refuses the clip.
void sinew_ozz_clip(sinew_ozz *, float duration);
void sinew_ozz_key(sinew_ozz *, int joint, int property, float time, float x, float y, float z, float w);
int sinew_ozz_finish(sinew_ozz *, int optimize);

// sinew_ozz_run evaluates n characters at seconds[i] of clip[i]. staged runs
// each job over all characters before the next.
int sinew_ozz_run(sinew_ozz *, int n, const int32_t *clip, const float *seconds, int staged);

// The 4x4 matrix, column-major, of a character's joint in the caller's order.
const float *sinew_ozz_palette(sinew_ozz *, int character, int joint);

#ifdef __cplusplus
}
#endif

#endif
