// What ozz.cc, graph.cc and ik.cc share.
#ifndef SINEW_BENCHMARKS_OZZ_STATE_H
#define SINEW_BENCHMARKS_OZZ_STATE_H

#include <cstddef>
#include <memory>
#include <vector>

#include "ozz.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/containers/vector.h"
#include "ozz/base/memory/unique_ptr.h"
#include "ozz/base/maths/simd_math.h"
#include "ozz/base/maths/soa_transform.h"

// character is one that plays.
struct character {
	int clip;
	float seconds, step;
	std::unique_ptr<ozz::animation::SamplingJob::Context> context;
};

// layer is what all characters have in one place of a blend.
struct layer {
	bool additive;
	ozz::vector<ozz::math::SimdFloat4> joints;  // weights, or none
};

// fade is a weight that goes up and down between 0 and 1, or stands still.
struct fade {
	float at, step;
};

// instruction is the parameters of a character of a graph in one frame.
struct instruction {
	float x, y, speed, aim;
	bool jump;
};

// most_plays is the most clips of a graph at once, but for the one that aims.
constexpr int most_plays = 4;

// brain is a character of a graph.
struct brain {
	int now, before;  // states
	bool fades;  // from before to now
	float s;  // how far
	float ratio[3];  // per state
	float aim;  // the ratio of what lies above
	int count;  // of what plays
	struct { int clip; float ratio, weight; } plays[most_plays];
	float above;  // the weight of what lies above
};

// leg is the joints of two bones.
struct leg {
	int hip, knee, ankle;
};

// reaching is what legs and joints that look do, and the targets of all characters.
struct reaching {
	std::vector<leg> legs;
	std::vector<int> look;  // the tip first
	ozz::math::SimdFloat4 axis, leg_pole, forward, up, offset, look_pole;
	float weight;  // of each joint that looks but the last
	size_t stride = 0;  // targets of a character
	ozz::vector<ozz::math::SimdFloat4> targets;  // per character: of its legs, of its look
};

struct sinew_ozz {
	ozz::unique_ptr<ozz::animation::Skeleton> skeleton;
	std::vector<int> theirs;  // per joint of the caller's: ozz's
	std::vector<int> joint;  // per palette entry: ozz's joint
	ozz::vector<ozz::math::Float4x4> bind;  // per palette entry
	ozz::animation::offline::RawAnimation raw;
	std::vector<ozz::unique_ptr<ozz::animation::Animation>> clips;
	std::vector<character> characters;  // or, in a blend, their layers
	std::vector<layer> layers;  // of a blend
	std::vector<fade> fades;  // per character and layer
	size_t turn = 0;  // the character whose pose is next
	ozz::vector<ozz::math::SoaTransform> locals;  // of all characters
	ozz::vector<ozz::math::Float4x4> models, palettes;
	reaching ik;

	// Of a graph:
	sinew_ozz_roles roles;
	std::vector<instruction> script;  // told to all characters, each at another time
	size_t frame = 0;
	std::vector<brain> brains;  // per character
	std::vector<std::unique_ptr<ozz::animation::SamplingJob::Context>> contexts;  // per character and clip
	ozz::vector<ozz::math::SimdFloat4> upper, lower;  // weights of joints: of all characters, and of the one at hand
};

// advance moves a character on by a frame and wraps its time, sample makes its pose, the
// one of a place.
void advance(sinew_ozz *o, character *c);
bool sample(sinew_ozz *o, character *c, size_t to);

// to_model and to_palette are jobs for one character, from and to which places. to_model
// does the joints below one, itself included, or all.
bool to_model(sinew_ozz *o, size_t from, size_t to, int joint = ozz::animation::Skeleton::kNoParent);
void to_palette(sinew_ozz *o, size_t from, size_t to);

#endif
