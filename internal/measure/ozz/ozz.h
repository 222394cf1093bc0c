// The C face of ozz.cc.
#ifndef SINEW_BENCHMARKS_OZZ_H
#define SINEW_BENCHMARKS_OZZ_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_ozz sinew_ozz;

// rest is 10 floats a joint (translation, rotation x y z w, scale). A palette
// has a matrix per entry: that of a joint times 16 floats of bind, column-major.
// Null where ozz refuses the skeleton.
sinew_ozz *sinew_ozz_new(int joints, const int16_t *parents, const float *rest, int entries, const int32_t *joint, const float *bind);
void sinew_ozz_free(sinew_ozz *);

// A clip is declared, filled key by key (property 0 translation, 1 rotation, 2
// scale), then finished: where additive, made its difference from the rest pose, and
// optimized, so that what is at a distance from a joint is off by no more than the
// tolerance, where that is above 0. Finishing gives 0 where ozz refuses the clip. size
// is in bytes.
void sinew_ozz_clip(sinew_ozz *, float duration);
void sinew_ozz_key(sinew_ozz *, int joint, int property, float time, float x, float y, float z, float w);
int sinew_ozz_finish(sinew_ozz *, int additive, float tolerance, float distance);
size_t sinew_ozz_size(const sinew_ozz *, int clip);

// The joints at a time of a clip, 10 floats each, as those of rest.
int sinew_ozz_pose(sinew_ozz *, int clip, float seconds, float *out);

// n characters stand at seconds[i] of clip[i] and go on by step[i] a frame.
void sinew_ozz_play(sinew_ozz *, int n, const int32_t *clip, const float *seconds, const float *step);

// In a blend each character has layers: what play said of n characters is said of the
// layers of n/layers of them, one character after the other. A layer is declared with
// a weight per joint of the caller's, or null. Weight i of a character's layer is at[i]
// and goes up and down between 0 and 1 by step[i] a frame, along 3s² − 2s³; with step
// 0 it is constant.
void sinew_ozz_layer(sinew_ozz *, int additive, const float *joints);
void sinew_ozz_blend_weights(sinew_ozz *, const float *at, const float *step);

// Frames of a blend, character after character through all jobs: sampling of each
// layer, blending, local to model, palette.
int sinew_ozz_blends(sinew_ozz *, int frames);

// A graph has the clips of its roles. sinew_ozz_graph sets n characters up that stand at
// first, with a weight of what lies above per joint of the caller's. A script is frames
// times x, y, speed, aim and whether to jump; character i is told what is 37·i further on.
// graphs runs frames of a graph, of dt seconds each, character after character through all
// jobs; decide leaves the jobs out.
typedef struct sinew_ozz_roles {
	int32_t stand, gaits[5], jump, aim;
} sinew_ozz_roles;

void sinew_ozz_graph(sinew_ozz *, int n, const sinew_ozz_roles *, const float *joints, const float *script, int frames);
int sinew_ozz_graphs(sinew_ozz *, int frames, float dt);
void sinew_ozz_decide(sinew_ozz *, int frames, float dt);

// After sinew_ozz_play, legs of three of the caller's joints each reach, by an axis of
// their knees, in whose frame a positive turn opens them, and a pole in model space; then
// joints look, the tip first: each but the last one with a weight, forward, up and offset
// in the frame of the first. reach_target sets target k of a character, those of legs
// first. reaches runs frames, character after character through all jobs.
typedef struct sinew_ozz_ik {
	int32_t legs, looks;
	const int32_t *leg, *look;
	float axis[3], leg_pole[3], forward[3], up[3], offset[3], look_pole[3], weight;
} sinew_ozz_ik;

void sinew_ozz_reach(sinew_ozz *, const sinew_ozz_ik *);
void sinew_ozz_reach_target(sinew_ozz *, int character, int k, const float *place);
int sinew_ozz_reaches(sinew_ozz *, int frames);

// Frames are run in here, so that a call from another language does not count.
// fused takes each character through all jobs, staged runs each job over all
// characters before the next; sample, to_model and to_palette are those jobs
// alone; poses is the first for so many characters in turn, all into one place.
// They give 0 where a job fails.
int sinew_ozz_fused(sinew_ozz *, int frames);
int sinew_ozz_staged(sinew_ozz *, int frames);
int sinew_ozz_sample(sinew_ozz *, int frames);
int sinew_ozz_poses(sinew_ozz *, int poses);
int sinew_ozz_to_model(sinew_ozz *, int frames);
int sinew_ozz_to_palette(sinew_ozz *, int frames);

// The 4x4 matrix, column-major, of a character's palette entry.
const float *sinew_ozz_palette(const sinew_ozz *, int character, int entry);

#ifdef __cplusplus
}
#endif

#endif
