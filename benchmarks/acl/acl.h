// The C face of acl.cc.
#ifndef SINEW_BENCHMARKS_ACL_H
#define SINEW_BENCHMARKS_ACL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_acl sinew_acl;

// rest is 10 floats a joint (rotation x y z w, translation, scale), values the
// same of each sample, sample after sample; lengths are in metres, rate in samples
// a second. Null where ACL fails, with its reason in the len bytes of why.
sinew_acl *sinew_acl_new(int joints, const int16_t *parents, const float *rest, int samples, const float *values, float rate,
	float precision, float shell, char *why, int len);
void sinew_acl_free(sinew_acl *);

uint32_t sinew_acl_size(const sinew_acl *);

// The largest error that ACL itself measures, at samples, in metres.
float sinew_acl_error(const sinew_acl *);

// pose takes the pose at a time; last writes the one taken last, 10 floats a joint.
void sinew_acl_pose(sinew_acl *, float seconds);
void sinew_acl_last(const sinew_acl *, float *out);

// n contexts stand at those of times whose index modulo n is theirs. Playing takes
// a pose of each in turn; with a step of 0 at the next of their times, else at
// their first, that many seconds later each turn, around the end.
void sinew_acl_play(sinew_acl *, int n, int times, const float *seconds, float step);
void sinew_acl_poses(sinew_acl *, int poses);

#ifdef __cplusplus
}
#endif

#endif
