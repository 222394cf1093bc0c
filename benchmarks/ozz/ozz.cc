//go:build ozz

#include "ozz.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/animation_optimizer.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/containers/vector.h"
#include "ozz/base/maths/simd_math.h"
#include "ozz/base/maths/soa_transform.h"
#include "ozz/base/maths/transform.h"
#include "ozz/base/span.h"

using namespace ozz::animation;

struct sinew_ozz {
	ozz::unique_ptr<Skeleton> skeleton;
	std::vector<int> ours;  // per ozz joint: the caller's joint
	std::vector<int> theirs;  // and back
	ozz::vector<ozz::math::Float4x4> bind;  // per ozz joint
	offline::RawAnimation raw;
	std::vector<ozz::unique_ptr<Animation>> clips;
	std::vector<std::unique_ptr<SamplingJob::Context>> contexts;
	ozz::vector<ozz::math::SoaTransform> locals;
	ozz::vector<ozz::math::Float4x4> models, palettes;
};

namespace {

// Joint names are the caller's indices: ozz orders joints its own way.
void add_children(offline::RawSkeleton::Joint::Children *to, int parent, int joints, const int16_t *parents, const float *rest) {
	for (int j = 0; j < joints; ++j) {
		if (parents[j] != parent) continue;
		to->resize(to->size() + 1);
		offline::RawSkeleton::Joint &joint = to->back();
		joint.name = std::to_string(j).c_str();
		const float *r = rest + 10 * j;
		joint.transform.translation = ozz::math::Float3(r[0], r[1], r[2]);
		joint.transform.rotation = ozz::math::Quaternion(r[3], r[4], r[5], r[6]);
		joint.transform.scale = ozz::math::Float3(r[7], r[8], r[9]);
		add_children(&joint.children, j, joints, parents, rest);
	}
}

bool sample(sinew_ozz *o, int i, int clip, float seconds, int soa) {
	const Animation &animation = *o->clips[clip];
	SamplingJob job;
	job.animation = &animation;
	job.context = o->contexts[i].get();
	job.ratio = seconds / animation.duration();
	job.output = {&o->locals[static_cast<size_t>(soa) * o->skeleton->num_soa_joints()], static_cast<size_t>(o->skeleton->num_soa_joints())};
	return job.Run();
}

bool to_model(sinew_ozz *o, int from, int to) {
	const size_t joints = o->skeleton->num_joints(), soa = o->skeleton->num_soa_joints();
	LocalToModelJob job;
	job.skeleton = o->skeleton.get();
	job.input = {&o->locals[from * soa], soa};
	job.output = {&o->models[to * joints], joints};
	return job.Run();
}

void to_palette(sinew_ozz *o, int from, int i) {
	const int joints = o->skeleton->num_joints();
	const ozz::math::Float4x4 *model = &o->models[static_cast<size_t>(from) * joints];
	ozz::math::Float4x4 *palette = &o->palettes[static_cast<size_t>(i) * joints];
	for (int j = 0; j < joints; ++j) palette[j] = model[j] * o->bind[j];
}

}  // namespace

sinew_ozz *sinew_ozz_new(int joints, const int16_t *parents, const float *rest, const float *bind) {
	offline::RawSkeleton raw;
	add_children(&raw.roots, -1, joints, parents, rest);
	offline::SkeletonBuilder build;
	auto o = std::make_unique<sinew_ozz>();
	o->skeleton = build(raw);
	if (!o->skeleton || o->skeleton->num_joints() != joints) return nullptr;
	o->theirs.resize(joints);
	for (int k = 0; k < joints; ++k) {
		const int j = std::atoi(o->skeleton->joint_names()[k]);
		o->ours.push_back(j);
		o->theirs[j] = k;
		ozz::math::Float4x4 m;
		for (int c = 0; c < 4; ++c) m.cols[c] = ozz::math::simd_float4::LoadPtrU(bind + 16 * j + 4 * c);
		o->bind.push_back(m);
	}
	return o.release();
}

void sinew_ozz_free(sinew_ozz *o) { delete o; }

void sinew_ozz_clip(sinew_ozz *o, float duration) {
	o->raw = offline::RawAnimation();
	o->raw.duration = duration;
	o->raw.tracks.resize(o->skeleton->num_joints());
}

void sinew_ozz_key(sinew_ozz *o, int joint, int property, float time, float x, float y, float z, float w) {
	offline::RawAnimation::JointTrack &track = o->raw.tracks[o->theirs[joint]];
	switch (property) {
		case 0: track.translations.push_back({time, ozz::math::Float3(x, y, z)}); break;
		case 1: track.rotations.push_back({time, ozz::math::Quaternion(x, y, z, w)}); break;
		case 2: track.scales.push_back({time, ozz::math::Float3(x, y, z)}); break;
	}
}

int sinew_ozz_finish(sinew_ozz *o, int optimize) {
	offline::RawAnimation optimized;
	const offline::RawAnimation *input = &o->raw;
	if (optimize) {
		offline::AnimationOptimizer run;
		if (!run(o->raw, *o->skeleton, &optimized)) return 0;
		input = &optimized;
	}
	offline::AnimationBuilder build;
	auto animation = build(*input);
	if (!animation) return 0;
	o->clips.push_back(std::move(animation));
	return 1;
}

int sinew_ozz_run(sinew_ozz *o, int n, const int32_t *clip, const float *seconds, int staged) {
	const size_t joints = o->skeleton->num_joints(), soa = o->skeleton->num_soa_joints();
	while (o->contexts.size() < static_cast<size_t>(n)) o->contexts.push_back(std::make_unique<SamplingJob::Context>(static_cast<int>(joints)));
	o->locals.resize((staged ? n : 1) * soa);
	o->models.resize((staged ? n : 1) * joints);
	o->palettes.resize(n * joints);
	bool ok = true;
	if (!staged) {
		for (int i = 0; i < n; ++i) {
			ok = sample(o, i, clip[i], seconds[i], 0) && to_model(o, 0, 0) && ok;
			to_palette(o, 0, i);
		}
		return ok;
	}
	for (int i = 0; i < n; ++i) ok = sample(o, i, clip[i], seconds[i], i) && ok;
	for (int i = 0; i < n; ++i) ok = to_model(o, i, i) && ok;
	for (int i = 0; i < n; ++i) to_palette(o, i, i);
	return ok;
}

const float *sinew_ozz_palette(sinew_ozz *o, int character, int joint) {
	return reinterpret_cast<const float *>(&o->palettes[static_cast<size_t>(character) * o->skeleton->num_joints() + o->theirs[joint]]);
}
