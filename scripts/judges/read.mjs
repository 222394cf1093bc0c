// Reads a list of {file, clips: [{animation, times: [seconds, …]}, …]} from the standard input and prints where
// three.js has nodes and vertices, by their numbers in the file, at rest and at these times, as JSON; or an
// error. What three.js computes otherwise than the specification says is left out.
import { answer, load, placer, play, spread } from './three.mjs';

console.warn = console.error = () => {};

// usual reports whether three.js plays an animation as specified: it has no KHR_animation_pointer, and slerps
// rotations of whole numbers before they have the length 1.
function usual(json, animation) {
  return animation.channels.every((c) => {
    const output = json.accessors[animation.samplers[c.sampler].output];
    return c.target.path !== 'pointer' && (c.target.path !== 'rotation' || output.componentType === 5126);
  });
}

// partOf returns a primitive that three.js has whole: it reads four influences, and adds the positions to
// morph targets without any. Without normals a vertex is the corner of a triangle.
function partOf(o, primitive) {
  if (primitive.attributes.JOINTS_1 !== undefined || primitive.targets?.some((t) => t.POSITION === undefined)) return null;
  let count = o.geometry.attributes.position.count, vertex = (k) => k;
  if (primitive.attributes.NORMAL === undefined) {
    const index = o.geometry.index;
    if ((primitive.mode ?? 4) !== 4) return null;
    count = 3 * Math.floor((index?.count ?? count) / 3);
    if (index) vertex = (k) => index.getX(k);
  }
  return { count, vertex };
}

async function judge({ file, clips }) {
  const gltf = await load(file), json = gltf.parser.json, of = gltf.parser.associations, nodes = [], meshes = [];
  const nodeOf = (o) => (of.get(o)?.nodes ?? (o.parent ? nodeOf(o.parent) : -1));
  if (!gltf.scene) return { file, error: 'no scene' };
  gltf.scene.traverse((o) => {
    const at = of.get(o);
    if (at?.nodes !== undefined) nodes.push([at.nodes, o]);
    if (!o.isMesh || at?.meshes === undefined) return;
    const primitive = at.primitives ?? 0, part = partOf(o, json.meshes[at.meshes].primitives[primitive]);
    if (part) meshes.push([{ node: nodeOf(o), mesh: at.meshes, primitive, count: part.count, index: spread(part.count) }, o, part.vertex]);
  });
  const places = placer(gltf);
  const sample = () => {
    places.update();
    return {
      nodes: nodes.map(([node, o]) => ({ node, at: places.node(o) })),
      meshes: meshes.map(([mesh, o, vertex]) => ({ ...mesh, at: mesh.index.map((v) => places.vertex(o, vertex(v))) })),
    };
  };
  const rest = sample();
  return { file, rest, clips: clips.map(({ animation, times }) => (usual(json, json.animations[animation]) ? play(gltf, gltf.animations[animation], times, sample) : [])) };
}

await answer(async (job) => {
  try {
    return await judge(job);
  } catch (e) {
    return { file: job.file, error: String(e.message ?? e) };
  }
});
