//go:build ozz

#include "state.h"

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "ozz/animation/offline/additive_animation_builder.h"
#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/animation_optimizer.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/blending_job.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/skeleton_utils.h"
#include "ozz/base/maths/transform.h"
#include "ozz/base/span.h"

using namespace ozz::animation;

void advance(sinew_ozz *o, character *c) {
	const float duration = o->clips[c->clip]->duration();
	c->seconds += c->step;
	if (c->seconds >= duration) c->seconds -= duration;
	if (c->seconds >= duration) c->seconds = std::fmod(c->seconds, duration);
}

bool sample(sinew_ozz *o, character *c, size_t to) {
	const Animation &animation = *o->clips[c->clip];
	const size_t soa = o->skeleton->num_soa_joints();
	SamplingJob job;
	job.animation = &animation;
	job.context = c->context.get();
	job.ratio = c->seconds / animation.duration();
	job.output = {&o->locals[to * soa], soa};
	return job.Run();
}

bool to_model(sinew_ozz *o, size_t from, size_t to, int joint) {
	const size_t joints = o->skeleton->num_joints(), soa = o->skeleton->num_soa_joints();
	LocalToModelJob job;
	job.skeleton = o->skeleton.get();
	job.from = joint;
	job.input = {&o->locals[from * soa], soa};
	job.output = {&o->models[to * joints], joints};
	return job.Run();
}

void to_palette(sinew_ozz *o, size_t from, size_t to) {
	const size_t entries = o->joint.size();
	const ozz::math::Float4x4 *model = &o->models[from * o->skeleton->num_joints()];
	ozz::math::Float4x4 *palette = &o->palettes[to * entries];
	for (size_t e = 0; e < entries; ++e) palette[e] = model[o->joint[e]] * o->bind[e];
}

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

// weight moves a fade on by a frame.
float weight(fade *f) {
	if (f->step == 0) return f->at;
	f->at += f->step;
	if (f->at > 1 || f->at < 0) {
		f->at = f->at > 1 ? 1 : 0;
		f->step = -f->step;
	}
	return f->at * f->at * (3 - 2 * f->at);
}

// blend makes a character's pose, the first of locals, from those of its layers,
// which come after it.
bool blend(sinew_ozz *o, size_t i) {
	constexpr size_t most = 8;
	const size_t soa = o->skeleton->num_soa_joints(), layers = o->layers.size();
	BlendingJob::Layer blends[most], additive[most];
	size_t n = 0, added = 0;
	for (size_t k = 0; k < layers && k < most; ++k) {
		character *c = &o->characters[i * layers + k];
		advance(o, c);
		if (!sample(o, c, 1 + k)) return false;
		BlendingJob::Layer *l = o->layers[k].additive ? &additive[added++] : &blends[n++];
		l->weight = weight(&o->fades[i * layers + k]);
		l->transform = {&o->locals[(1 + k) * soa], soa};
		l->joint_weights = ozz::make_span(o->layers[k].joints);
	}
	BlendingJob job;
	job.layers = {blends, n};
	job.additive_layers = {additive, added};
	job.rest_pose = o->skeleton->joint_rest_poses();
	job.output = {&o->locals[0], soa};
	return job.Run();
}

bool sample_all(sinew_ozz *o) {
	bool ok = true;
	for (size_t i = 0; i < o->characters.size(); ++i) {
		advance(o, &o->characters[i]);
		ok = sample(o, &o->characters[i], i) && ok;
	}
	return ok;
}

bool to_model_all(sinew_ozz *o) {
	bool ok = true;
	for (size_t i = 0; i < o->characters.size(); ++i) ok = to_model(o, i, i) && ok;
	return ok;
}

void to_palette_all(sinew_ozz *o) {
	for (size_t i = 0; i < o->characters.size(); ++i) to_palette(o, i, i);
}

}  // namespace

sinew_ozz *sinew_ozz_new(int joints, const int16_t *parents, const float *rest, int entries, const int32_t *joint, const float *bind) {
	offline::RawSkeleton raw;
	add_children(&raw.roots, -1, joints, parents, rest);
	offline::SkeletonBuilder build;
	auto o = std::make_unique<sinew_ozz>();
	o->skeleton = build(raw);
	if (!o->skeleton || o->skeleton->num_joints() != joints) return nullptr;
	o->theirs.resize(joints);
	for (int k = 0; k < joints; ++k) o->theirs[std::atoi(o->skeleton->joint_names()[k])] = k;
	for (int e = 0; e < entries; ++e) {
		o->joint.push_back(o->theirs[joint[e]]);
		ozz::math::Float4x4 m;
		for (int c = 0; c < 4; ++c) m.cols[c] = ozz::math::simd_float4::LoadPtrU(bind + 16 * e + 4 * c);
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

int sinew_ozz_finish(sinew_ozz *o, int additive, float tolerance, float distance) {
	offline::RawAnimation optimized;
	const offline::RawAnimation *input = &o->raw;
	if (additive) {
		std::vector<ozz::math::Transform> rest;
		for (int k = 0; k < o->skeleton->num_joints(); ++k) rest.push_back(GetJointLocalRestPose(*o->skeleton, k));
		offline::RawAnimation difference;
		offline::AdditiveAnimationBuilder build;
		if (!build(o->raw, {rest.data(), rest.size()}, &difference)) return 0;
		o->raw = difference;
	}
	if (tolerance > 0) {
		offline::AnimationOptimizer run;
		run.setting = {tolerance, distance};
		if (!run(o->raw, *o->skeleton, &optimized)) return 0;
		input = &optimized;
	}
	offline::AnimationBuilder build;
	auto animation = build(*input);
	if (!animation) return 0;
	o->clips.push_back(std::move(animation));
	return 1;
}

size_t sinew_ozz_size(const sinew_ozz *o, int clip) { return o->clips[clip]->size(); }

int sinew_ozz_pose(sinew_ozz *o, int clip, float seconds, float *out) {
	const int joints = o->skeleton->num_joints();
	character one{clip, seconds, 0, std::make_unique<SamplingJob::Context>(joints)};
	const size_t soa = o->skeleton->num_soa_joints();
	if (o->locals.size() < soa) o->locals.resize(soa);
	if (!sample(o, &one, 0)) return 0;
	for (int j = 0; j < joints; ++j) {
		const int theirs = o->theirs[j], lane = theirs % 4;
		const ozz::math::SoaTransform &t = o->locals[theirs / 4];
		for (const ozz::math::SimdFloat4 &v : {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
				t.rotation.z, t.rotation.w, t.scale.x, t.scale.y, t.scale.z}) {
			float lanes[4];
			ozz::math::StorePtrU(v, lanes);
			*out++ = lanes[lane];
		}
	}
	return 1;
}

void sinew_ozz_play(sinew_ozz *o, int n, const int32_t *clip, const float *seconds, const float *step) {
	const int joints = o->skeleton->num_joints();
	o->characters.clear();
	o->layers.clear();
	o->turn = 0;
	for (int i = 0; i < n; ++i) {
		o->characters.push_back({clip[i], seconds[i], step[i], std::make_unique<SamplingJob::Context>(joints)});
	}
	o->locals.resize(static_cast<size_t>(n) * o->skeleton->num_soa_joints());
	o->models.resize(static_cast<size_t>(n) * joints);
	o->palettes.resize(static_cast<size_t>(n) * o->joint.size());
}

void sinew_ozz_layer(sinew_ozz *o, int additive, const float *joints) {
	layer l;
	l.additive = additive != 0;
	if (joints) {
		std::vector<float> theirs(4 * o->skeleton->num_soa_joints());
		for (size_t j = 0; j < o->theirs.size(); ++j) theirs[o->theirs[j]] = joints[j];
		for (size_t k = 0; k < theirs.size(); k += 4) l.joints.push_back(ozz::math::simd_float4::LoadPtrU(&theirs[k]));
	}
	o->layers.push_back(std::move(l));
}

void sinew_ozz_blend_weights(sinew_ozz *o, const float *at, const float *step) {
	const size_t n = o->characters.size(), layers = o->layers.size();
	o->fades.clear();
	for (size_t k = 0; k < n; ++k) o->fades.push_back({at[k], step[k]});
	o->locals.resize((1 + layers) * o->skeleton->num_soa_joints());
	o->models.resize(o->skeleton->num_joints());
	o->palettes.resize(n / layers * o->joint.size());
}

int sinew_ozz_blends(sinew_ozz *o, int frames) {
	bool ok = true;
	for (; frames > 0; --frames) {
		for (size_t i = 0; i < o->characters.size() / o->layers.size(); ++i) {
			ok = blend(o, i) && to_model(o, 0, 0) && ok;
			to_palette(o, 0, i);
		}
	}
	return ok;
}

int sinew_ozz_fused(sinew_ozz *o, int frames) {
	bool ok = true;
	for (; frames > 0; --frames) {
		for (size_t i = 0; i < o->characters.size(); ++i) {
			advance(o, &o->characters[i]);
			// What lies between the jobs stays in the cache.
			ok = sample(o, &o->characters[i], 0) && to_model(o, 0, 0) && ok;
			to_palette(o, 0, i);
		}
	}
	return ok;
}

int sinew_ozz_staged(sinew_ozz *o, int frames) {
	bool ok = true;
	for (; frames > 0; --frames) {
		ok = sample_all(o) && to_model_all(o) && ok;
		to_palette_all(o);
	}
	return ok;
}

int sinew_ozz_sample(sinew_ozz *o, int frames) {
	bool ok = true;
	for (; frames > 0; --frames) ok = sample_all(o) && ok;
	return ok;
}

int sinew_ozz_poses(sinew_ozz *o, int poses) {
	bool ok = true;
	for (; poses > 0; --poses) {
		character *c = &o->characters[o->turn];
		advance(o, c);
		ok = sample(o, c, 0) && ok;
		if (++o->turn == o->characters.size()) o->turn = 0;
	}
	return ok;
}

int sinew_ozz_to_model(sinew_ozz *o, int frames) {
	bool ok = true;
	for (; frames > 0; --frames) ok = to_model_all(o) && ok;
	return ok;
}

int sinew_ozz_to_palette(sinew_ozz *o, int frames) {
	for (; frames > 0; --frames) to_palette_all(o);
	return 1;
}

const float *sinew_ozz_palette(const sinew_ozz *o, int character, int entry) {
	return reinterpret_cast<const float *>(&o->palettes[static_cast<size_t>(character) * o->joint.size() + entry]);
}
