//go:build acl

#include "acl.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <acl/compression/compress.h>
#include <acl/compression/track_array.h>
#include <acl/compression/track_error.h>
#include <acl/compression/transform_error_metrics.h>
#include <acl/core/ansi_allocator.h>
#include <acl/decompression/decompress.h>

namespace {

using context = acl::decompression_context<acl::default_transform_decompression_settings>;

// writer stores whole joints: rotation, translation, scale.
struct writer : acl::track_writer {
	const rtm::qvvf *rest;
	rtm::qvvf *out;

	static constexpr acl::default_sub_track_mode get_default_rotation_mode() { return acl::default_sub_track_mode::variable; }
	static constexpr acl::default_sub_track_mode get_default_translation_mode() { return acl::default_sub_track_mode::variable; }
	static constexpr acl::default_sub_track_mode get_default_scale_mode() { return acl::default_sub_track_mode::variable; }
	rtm::quatf RTM_SIMD_CALL get_variable_default_rotation(uint32_t i) const { return rest[i].rotation; }
	rtm::vector4f RTM_SIMD_CALL get_variable_default_translation(uint32_t i) const { return rest[i].translation; }
	rtm::vector4f RTM_SIMD_CALL get_variable_default_scale(uint32_t i) const { return rest[i].scale; }

	void RTM_SIMD_CALL write_rotation(uint32_t i, rtm::quatf_arg0 v) { out[i].rotation = v; }
	void RTM_SIMD_CALL write_translation(uint32_t i, rtm::vector4f_arg0 v) { out[i].translation = v; }
	void RTM_SIMD_CALL write_scale(uint32_t i, rtm::vector4f_arg0 v) { out[i].scale = v; }
};

rtm::qvvf load(const float *v) {
	return rtm::qvv_set(rtm::quat_normalize(rtm::quat_load(v)), rtm::vector_load3(v + 4), rtm::vector_load3(v + 7));
}

}  // namespace

struct sinew_acl {
	acl::ansi_allocator allocator;
	acl::compressed_tracks *tracks = nullptr;
	float error = 0;
	std::vector<rtm::qvvf> rest, out;
	writer write;
	context one;  // for single poses
	std::vector<std::unique_ptr<context>> contexts;
	std::vector<float> seconds;
	float step = 0;
	size_t at = 0, turn = 0;

	~sinew_acl() {
		if (tracks) allocator.deallocate(tracks, tracks->get_size());
	}
};

sinew_acl *sinew_acl_new(int joints, const int16_t *parents, const float *rest, int samples, const float *values, float rate,
	float precision, float shell, char *why, int len) {
	auto a = std::make_unique<sinew_acl>();
	acl::track_array_qvvf list(a->allocator, joints);
	for (int j = 0; j < joints; ++j) {
		a->rest.push_back(load(rest + 10 * j));
		acl::track_desc_transformf about;
		about.output_index = j;
		about.parent_index = parents[j] < 0 ? acl::k_invalid_track_index : static_cast<uint32_t>(parents[j]);
		about.precision = precision;
		about.shell_distance = shell;
		about.default_value = a->rest[j];
		auto track = acl::track_qvvf::make_reserve(about, a->allocator, samples, rate);
		for (int k = 0; k < samples; ++k) track[k] = load(values + 10 * (static_cast<size_t>(k) * joints + j));
		list[j] = std::move(track);
	}
	acl::qvvf_transform_error_metric metric;
	acl::compression_settings settings = acl::get_default_compression_settings();
	settings.level = acl::compression_level8::medium;
	settings.error_metric = &metric;
	acl::output_stats stats;
	const acl::error_result failed = acl::compress_track_list(a->allocator, list, settings, a->tracks, stats);
	if (failed.any() || !a->one.initialize(*a->tracks)) {
		std::snprintf(why, len, "%s", failed.c_str());
		return nullptr;
	}
	a->error = acl::calculate_compression_error(a->allocator, list, a->one, metric).error;
	a->out.resize(joints);
	a->write.rest = a->rest.data();
	a->write.out = a->out.data();
	return a.release();
}

void sinew_acl_free(sinew_acl *a) { delete a; }

uint32_t sinew_acl_size(const sinew_acl *a) { return a->tracks->get_size(); }

float sinew_acl_error(const sinew_acl *a) { return a->error; }

void sinew_acl_pose(sinew_acl *a, float seconds) {
	a->one.seek(seconds, acl::sample_rounding_policy::none);
	a->one.decompress_tracks(a->write);
}

void sinew_acl_last(const sinew_acl *a, float *out) {
	for (const rtm::qvvf &v : a->out) {
		rtm::quat_store(v.rotation, out);
		rtm::vector_store3(v.translation, out + 4);
		rtm::vector_store3(v.scale, out + 7);
		out += 10;
	}
}

void sinew_acl_play(sinew_acl *a, int n, int times, const float *seconds, float step) {
	a->contexts.clear();
	for (int i = 0; i < n; ++i) {
		a->contexts.push_back(std::make_unique<context>());
		a->contexts.back()->initialize(*a->tracks);
	}
	a->seconds.assign(seconds, seconds + (step > 0 ? n : times));
	a->step = step;
	a->at = a->turn = 0;
}

void sinew_acl_poses(sinew_acl *a, int poses) {
	const float duration = a->tracks->get_duration();
	for (; poses > 0; --poses) {
		float &seconds = a->seconds[a->at];
		context &c = *a->contexts[a->turn];
		c.seek(seconds, acl::sample_rounding_policy::none);
		c.decompress_tracks(a->write);
		if (a->step > 0 && (seconds += a->step) >= duration) seconds -= duration;
		if (++a->at == a->seconds.size()) a->at = 0;
		if (++a->turn == a->contexts.size()) a->turn = 0;
	}
}
