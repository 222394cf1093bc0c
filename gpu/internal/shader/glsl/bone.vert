// A bone: a unit octahedron along +Y stretched from head to tail.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 8) in vec4 aHead; // xyz, w: half width
layout(location = 9) in vec3 aTail;

out vec4 vNormal; // w: cosine of the angle to the eye

void main()
{
	vec3 along = aTail - aHead.xyz;
	float size = max(length(along), 1e-20);
	vec3 y = along / size;
	vec3 x = normalize(cross(y, abs(y.x) < 0.7 ? vec3(1, 0, 0) : vec3(0, 0, 1)));
	vec3 z = cross(x, y);
	vec3 local = aPosition * vec3(aHead.w, size, aHead.w);
	vec3 normal = normalize(aNormal / vec3(aHead.w, size, aHead.w));
	vec3 position = aHead.xyz + x * local.x + y * local.y + z * local.z;
	vNormal.xyz = x * normal.x + y * normal.y + z * normal.z;
	vNormal.w = dot(vNormal.xyz, normalize(frame.eye.xyz - position));
	gl_Position = frame.viewProjection * vec4(position, 1);
}
