//go:build ozz

// Legs that reach and joints that look, as ozz's samples two_bone_ik, foot_ik and look_at
// do it.
#include "ozz/animation/runtime/ik_aim_job.h"
#include "ozz/animation/runtime/ik_two_bone_job.h"
#include "ozz/base/maths/simd_quaternion.h"
#include "state.h"

using namespace ozz::animation;
using ozz::math::Float4x4;
using ozz::math::SimdFloat4;
using ozz::math::SimdQuaternion;

namespace {

// turn multiplies a joint's rotation by a correction: MultiplySoATransformQuaternion of
// the samples.
void turn(sinew_ozz *o, int joint, const SimdQuaternion &correction) {
	ozz::math::SoaTransform &four = o->locals[joint / 4];
	SimdQuaternion rotations[4];
	ozz::math::Transpose4x4(&four.rotation.x, &rotations->xyzw);
	rotations[joint & 3] = rotations[joint & 3] * correction;
	ozz::math::Transpose4x4(&rotations->xyzw, &four.rotation.x);
}

bool reach(sinew_ozz *o, const leg &l, SimdFloat4 target) {
	SimdQuaternion hip, knee;
	IKTwoBoneJob job;
	job.target = target;
	job.mid_axis = o->ik.axis;
	job.pole_vector = o->ik.leg_pole;
	job.start_joint = &o->models[l.hip];
	job.mid_joint = &o->models[l.knee];
	job.end_joint = &o->models[l.ankle];
	job.start_joint_correction = &hip;
	job.mid_joint_correction = &knee;
	if (!job.Run()) return false;
	turn(o, l.hip, hip);
	turn(o, l.knee, knee);
	return to_model(o, 0, 0, l.hip);
}

// look goes from the tip to the root. Matrices need not be made in between: what a joint
// does comes into the next one's forward and offset.
bool look(sinew_ozz *o, SimdFloat4 target) {
	const reaching &ik = o->ik;
	SimdQuaternion correction;
	IKAimJob job;
	job.target = target;
	job.pole_vector = ik.look_pole;
	job.up = ik.up;
	job.forward = ik.forward;
	job.offset = ik.offset;
	job.joint_correction = &correction;
	for (size_t k = 0; k < ik.look.size(); ++k) {
		const int joint = ik.look[k];
		job.joint = &o->models[joint];
		job.weight = k + 1 == ik.look.size() ? 1 : ik.weight;
		if (k > 0) {
			const Float4x4 &tip = o->models[ik.look[k - 1]], inverse = Invert(*job.joint);
			job.forward = TransformVector(inverse, TransformVector(tip, TransformVector(correction, job.forward)));
			job.offset = TransformPoint(inverse, TransformPoint(tip, TransformVector(correction, job.offset)));
		}
		if (!job.Run()) return false;
		turn(o, joint, correction);
	}
	return to_model(o, 0, 0, ik.look.back());
}

bool act(sinew_ozz *o, size_t i) {
	const reaching &ik = o->ik;
	const SimdFloat4 *target = &ik.targets[i * ik.stride];
	for (const leg &l : ik.legs) {
		if (!reach(o, l, *target++)) return false;
	}
	return ik.look.empty() || look(o, *target);
}

}  // namespace

void sinew_ozz_reach(sinew_ozz *o, const sinew_ozz_ik *with) {
	reaching &ik = o->ik;
	const auto vector = [](const float *v) { return ozz::math::simd_float4::Load3PtrU(v); };
	ik = {{}, {}, vector(with->axis), vector(with->leg_pole), vector(with->forward), vector(with->up), vector(with->offset), vector(with->look_pole), with->weight, 0, {}};
	for (int k = 0; k < with->legs; ++k) {
		const int32_t *joints = with->leg + 3 * k;
		ik.legs.push_back({o->theirs[joints[0]], o->theirs[joints[1]], o->theirs[joints[2]]});
	}
	for (int k = 0; k < with->looks; ++k) ik.look.push_back(o->theirs[with->look[k]]);
	ik.stride = ik.legs.size() + !ik.look.empty();
	ik.targets.assign(o->characters.size() * ik.stride, ozz::math::simd_float4::zero());
}

void sinew_ozz_reach_target(sinew_ozz *o, int character, int k, const float *place) {
	o->ik.targets[character * o->ik.stride + k] = ozz::math::simd_float4::Load3PtrU(place);
}

int sinew_ozz_reaches(sinew_ozz *o, int frames) {
	bool ok = true;
	for (; frames > 0; --frames) {
		for (size_t i = 0; i < o->characters.size(); ++i) {
			advance(o, &o->characters[i]);
			ok = sample(o, &o->characters[i], 0) && to_model(o, 0, 0) && act(o, i) && ok;
			to_palette(o, 0, i);
		}
	}
	return ok;
}
