//go:build ozz

// What a graph of Sinew's benchmark does, written for its three states and five samples
// over ozz's jobs.
#include <algorithm>
#include <cmath>
#include <memory>

#include "ozz/animation/runtime/blending_job.h"
#include "ozz/base/maths/simd_math.h"
#include "state.h"

using namespace ozz::animation;

namespace {

enum state : int { stand, go, jump };

constexpr float fade_seconds = 0.25f, end_seconds = 0.25f;

// triangles are those between the samples in the middle, to the right, in front, to the
// left and behind.
constexpr int triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
constexpr float place[5][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};

float area(const float *a, const float *b, float x, float y) {
	return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

// weigh gives weights to the corners of the triangle around a place, or to the ends of
// the side of the hull that is the nearest.
void weigh(float x, float y, float *weight) {
	std::fill(weight, weight + 5, 0.f);
	for (const int *t : triangles) {
		const float a = area(place[t[1]], place[t[2]], x, y), b = area(place[t[2]], place[t[0]], x, y), c = area(place[t[0]], place[t[1]], x, y);
		if (a < 0 || b < 0 || c < 0) continue;
		const float inverse = 1 / (a + b + c);
		weight[t[0]] = a * inverse;
		weight[t[1]] = b * inverse;
		weight[t[2]] = c * inverse;
		return;
	}
	float best = HUGE_VALF, along = 0;
	const int *side = nullptr;
	for (const int *t : triangles) {
		const float *a = place[t[1]], *b = place[t[2]];
		const float dx = b[0] - a[0], dy = b[1] - a[1];
		const float s = std::clamp(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0.f, 1.f);
		const float ex = a[0] + s * dx - x, ey = a[1] + s * dy - y, d = ex * ex + ey * ey;
		if (d < best) best = d, along = s, side = t;
	}
	weight[side[1]] = 1 - along;
	weight[side[2]] += along;
}

float wrap(float x) { return x - std::floor(x); }

// decide moves a character on by a frame and gives weights to its clips.
void decide(sinew_ozz *o, brain *b, size_t i, float dt) {
	const instruction &f = o->script[(i * 37 + o->frame) % o->script.size()];
	const auto seconds = [&](int clip) { return o->clips[clip]->duration(); };
	float space[5], mean = 0;
	const bool goes = b->now == go || (b->fades && b->before == go);
	const auto pace = [&] {
		weigh(f.x, f.y, space);
		mean = 0;
		for (int k = 0; k < 5; ++k) mean += space[k] * seconds(o->roles.gaits[k]);
	};
	if (goes) {
		pace();
		b->ratio[go] = wrap(b->ratio[go] + dt / mean);
	}
	if (b->now == stand || (b->fades && b->before == stand)) b->ratio[stand] = wrap(b->ratio[stand] + dt / seconds(o->roles.stand));
	if (b->now == jump || (b->fades && b->before == jump)) b->ratio[jump] = std::min(1.f, b->ratio[jump] + dt / seconds(o->roles.jump));
	b->aim = wrap(b->aim + dt / seconds(o->roles.aim));
	if (b->fades && (b->s += dt / fade_seconds) >= 1) b->fades = false;

	state next = static_cast<state>(b->now);
	float late = dt; // what is left of the frame when the condition comes true
	switch (b->now) {
		case stand: next = f.jump ? jump : f.speed > 0.5f ? go : stand; break;
		case go: next = f.jump ? jump : f.speed < 0.5f ? stand : go; break;
		case jump:
			late = std::min(dt, (b->ratio[jump] - 1) * seconds(o->roles.jump) + end_seconds);
			if (late >= 0) next = go;
			break;
	}
	if (next != b->now) {
		b->before = b->now;
		b->now = next;
		b->fades = true;
		b->s = late / fade_seconds;
		switch (next) {
			case stand: b->ratio[stand] = late / seconds(o->roles.stand); break;
			case go:
				pace();
				b->ratio[go] = late / mean;
				break;
			case jump: b->ratio[jump] = late / seconds(o->roles.jump); break;
		}
	}

	b->count = 0;
	const auto play = [&](int clip, float ratio, float weight) {
		if (weight > 0) b->plays[b->count++] = {clip, ratio, weight};
	};
	const auto show = [&](int which, float weight) {
		switch (which) {
			case stand: play(o->roles.stand, b->ratio[stand], weight); break;
			case jump: play(o->roles.jump, b->ratio[jump], weight); break;
			case go:
				for (int k = 0; k < 5; ++k) play(o->roles.gaits[k], b->ratio[go], weight * space[k]);
				break;
		}
	};
	const float share = b->fades ? b->s * b->s * (3 - 2 * b->s) : 1;
	show(b->now, share);
	if (b->fades) show(b->before, 1 - share);
	b->above = f.aim;
}

// pose makes a character's pose, the first of locals, of what plays.
bool pose(sinew_ozz *o, brain *b, size_t i) {
	const size_t soa = o->skeleton->num_soa_joints();
	const auto sampled = [&](int clip, float ratio, size_t to) {
		SamplingJob job;
		job.animation = o->clips[clip].get();
		job.context = o->contexts[i * o->clips.size() + clip].get();
		job.ratio = ratio;
		job.output = {&o->locals[to * soa], soa};
		return job.Run();
	};
	const ozz::math::SimdFloat4 one = ozz::math::simd_float4::one(), above = ozz::math::simd_float4::Load1(b->above);
	for (size_t k = 0; k < soa; ++k) o->lower[k] = one - above * o->upper[k];
	BlendingJob::Layer layers[most_plays + 1];
	for (int k = 0; k < b->count; ++k) {
		if (!sampled(b->plays[k].clip, b->plays[k].ratio, 1 + k)) return false;
		layers[k].weight = b->plays[k].weight;
		layers[k].transform = {&o->locals[(1 + k) * soa], soa};
		layers[k].joint_weights = ozz::make_span(o->lower);
	}
	if (!sampled(o->roles.aim, b->aim, 1 + b->count)) return false;
	layers[b->count].weight = b->above;
	layers[b->count].transform = {&o->locals[(1 + b->count) * soa], soa};
	layers[b->count].joint_weights = ozz::make_span(o->upper);
	BlendingJob job;
	job.layers = {layers, static_cast<size_t>(b->count) + 1};
	job.rest_pose = o->skeleton->joint_rest_poses();
	job.output = {&o->locals[0], soa};
	return job.Run();
}

}  // namespace

void sinew_ozz_graph(sinew_ozz *o, int n, const sinew_ozz_roles *roles, const float *joints, const float *script, int frames) {
	const size_t soa = o->skeleton->num_soa_joints();
	o->roles = *roles;
	o->frame = 0;
	o->script.clear();
	for (int k = 0; k < frames; ++k, script += 5) o->script.push_back({script[0], script[1], script[2], script[3], script[4] != 0});
	std::vector<float> theirs(4 * soa);
	for (size_t j = 0; j < o->theirs.size(); ++j) theirs[o->theirs[j]] = joints[j];
	o->upper.clear();
	for (size_t k = 0; k < theirs.size(); k += 4) o->upper.push_back(ozz::math::simd_float4::LoadPtrU(&theirs[k]));
	o->lower.resize(soa);
	o->brains.assign(n, brain{});
	o->contexts.clear();
	for (size_t k = 0; k < n * o->clips.size(); ++k) o->contexts.push_back(std::make_unique<SamplingJob::Context>(o->skeleton->num_joints()));
	o->locals.resize((2 + most_plays) * soa);
	o->models.resize(o->skeleton->num_joints());
	o->palettes.resize(n * o->joint.size());
}

void sinew_ozz_decide(sinew_ozz *o, int frames, float dt) {
	for (; frames > 0; --frames) {
		for (size_t i = 0; i < o->brains.size(); ++i) decide(o, &o->brains[i], i, dt);
		o->frame = (o->frame + 1) % o->script.size();
	}
}

int sinew_ozz_graphs(sinew_ozz *o, int frames, float dt) {
	bool ok = true;
	for (; frames > 0; --frames) {
		for (size_t i = 0; i < o->brains.size(); ++i) {
			decide(o, &o->brains[i], i, dt);
			ok = pose(o, &o->brains[i], i) && to_model(o, 0, 0) && ok;
			to_palette(o, 0, i);
		}
		o->frame = (o->frame + 1) % o->script.size();
	}
	return ok;
}
