// Reads a list of {file, clips: [{animation, times: [seconds, …]}, …]} from the standard input and prints where
// three.js has nodes and vertices, by their numbers in the file, at rest and at these times, and how many clips and
// meshes are left out for which reason, as JSON; or an error. What three.js computes otherwise than the
// specification says is mended or left out.
import { THREE, answer, isLoose, load, placer, play, spread } from './three.mjs';

const FLOAT = 5126;

console.warn = console.error = () => {};

// isRotation reports whether a track has rotations that are slerped or held, and no tangents of a spline.
const isRotation = ({ name, times, values }) => name.endsWith('.quaternion') && values.length === 4 * times.length;

// oddOf returns why three.js plays an animation otherwise than the specification says, or nothing. Rotations of
// float32 that are not of the length 1, such as 0.707, it shows as they are: no specification says how.
function oddOf(animation, clip) {
  if (animation.channels.some((c) => c.target.path === 'pointer')) return 'clips with KHR_animation_pointer';
  const off = (v, k) => Math.abs(v[k] ** 2 + v[k + 1] ** 2 + v[k + 2] ** 2 + v[k + 3] ** 2 - 1) > 2e-5;
  const long = ({ values }) => values.some((_, k) => k % 4 === 0 && off(values, k));
  if (clip.tracks.some((track) => isRotation(track) && long(track))) return 'clips with float32 rotations that are not unit quaternions';
}

// normalize brings rotations that integers round to the length 1, as the specification wants it before a slerp:
// three.js takes them as they are. It returns what brings them to it after a spline.
function normalize(json, animation, nodes, clip) {
  const rounded = animation.channels.filter((c) => c.target.path === 'rotation' && json.accessors[animation.samplers[c.sampler].output].componentType !== FLOAT);
  const turned = nodes.filter(([node]) => rounded.some((c) => c.target.node === node)).map(([, o]) => o), q = new THREE.Quaternion();
  for (const track of clip.tracks) {
    if (!isRotation(track) || !turned.some((o) => track.name === `${o.name || o.uuid}.quaternion`)) continue;
    for (let k = 0; k < track.values.length; k += 4) q.fromArray(track.values, k).normalize().toArray(track.values, k);
  }
  return () => turned.forEach((o) => o.quaternion.normalize());
}

// partOf returns the corners of a primitive's triangles, or its vertices if they are no list of triangles: how many
// there are and which vertex in three.js each is; or why they are left out: it reads four influences, and adds the
// positions to morph targets without any. Without normals vertices are split.
function partOf(o, primitive) {
  if (primitive.attributes.JOINTS_1 !== undefined) return 'meshes of more than four influences';
  if (primitive.targets?.some((t) => t.POSITION === undefined)) return 'meshes with morph targets without positions';
  const index = o.geometry.index, vertices = o.geometry.attributes.position.count, corners = (primitive.mode ?? 4) === 4;
  if (corners) return { corners, count: 3 * Math.floor((index?.count ?? vertices) / 3), vertex: (k) => index?.getX(k) ?? k };
  if (primitive.attributes.NORMAL === undefined) return 'meshes of strips and fans without normals';
  return { corners, count: vertices, vertex: (k) => k };
}

async function judge({ file, clips }) {
  const gltf = await load(file), json = gltf.parser.json, of = gltf.parser.associations, nodes = [], meshes = [], left = {};
  const leave = (why) => (left[why] = (left[why] ?? 0) + 1);
  const nodeOf = (o) => (of.get(o)?.nodes ?? (o.parent ? nodeOf(o.parent) : -1));
  if (!gltf.scene) return { file, error: 'no scene' };
  gltf.scene.traverse((o) => {
    const at = of.get(o);
    if (at?.nodes !== undefined) nodes.push([at.nodes, o]);
    if (!o.isMesh || at?.meshes === undefined) return;
    const primitive = at.primitives ?? 0, part = partOf(o, json.meshes[at.meshes].primitives[primitive]);
    if (typeof part === 'string') leave(part);
    else {
      const some = spread(part.count), index = some.filter((k) => !isLoose(o, part.vertex(k)));
      if (index.length < some.length) leave('meshes with vertices without weights, and these alone');
      meshes.push([{ node: nodeOf(o), mesh: at.meshes, primitive, corners: part.corners, count: part.count, index }, o, part.vertex]);
    }
  });
  const places = placer(gltf);
  const sample = () => {
    places.update();
    return {
      nodes: nodes.map(([node, o]) => ({ node, at: places.node(o) })),
      meshes: meshes.map(([mesh, o, vertex]) => ({ ...mesh, at: mesh.index.map((v) => places.vertex(o, vertex(v))) })),
    };
  };
  const played = ({ animation, times }) => {
    const clip = gltf.animations[animation], mend = normalize(json, json.animations[animation], nodes, clip);
    const odd = oddOf(json.animations[animation], clip);
    if (odd) leave(odd);
    return odd ? [] : play(gltf, clip, times, () => (mend(), sample()));
  };
  return { file, rest: sample(), clips: clips.map(played), left };
}

await answer(async (job) => {
  try {
    return await judge(job);
  } catch (e) {
    return { file: job.file, error: String(e.message ?? e) };
  }
});
