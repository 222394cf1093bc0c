// Reads a list of {file, clips: [[seconds, …], …]} from the standard input and prints where three.js has
// the nodes and vertices of each file at these times, as JSON.
import { answer, load, placer, play, spread } from './three.mjs';

// pathsOf returns the path of each node that is a joint: extras of Sinew say which are not.
function pathsOf(json) {
  const paths = {};
  const visit = (i, above) => {
    const node = json.nodes[i], own = node.extras?.sinew ?? {};
    let path = above;
    if (own.of === undefined && !own.part) {
      path = above === null ? (node.name ?? '') : above + '/' + (node.name ?? '');
      paths[i] = path;
    }
    for (const c of node.children ?? []) visit(c, path);
  };
  for (const i of json.scenes[json.scene ?? 0].nodes) visit(i, null);
  return paths;
}

function meshName(json, at) {
  const mesh = json.meshes[at.meshes], k = at.primitives ?? 0;
  return mesh.primitives[k].extras?.sinew?.name ?? (mesh.primitives.length > 1 ? `${mesh.name}-${k}` : mesh.name);
}

await answer(async ({ file, clips }) => {
  const gltf = await load(file), json = gltf.parser.json, paths = pathsOf(json), nodes = [], meshes = [];
  gltf.scene.traverse((o) => {
    const at = gltf.parser.associations.get(o);
    if (at?.nodes !== undefined && paths[at.nodes] !== undefined) nodes.push([paths[at.nodes], o]);
    if (o.isMesh && at?.meshes !== undefined) {
      const n = o.geometry.attributes.position.count, primitive = json.meshes[at.meshes].primitives[at.primitives ?? 0];
      if (primitive.attributes.JOINTS_1 !== undefined || primitive.extras?.sinew?.skinning) return;
      meshes.push([meshName(json, at), n, spread(n), o]);
    }
  });
  const places = placer(gltf);
  const sample = () => {
    places.update();
    return {
      nodes: nodes.map(([path, o]) => [path, places.node(o)]),
      meshes: meshes.map(([name, n, index, o]) => ({ name, count: n, index, at: index.map((v) => places.vertex(o, v)) })),
    };
  };
  return { file, clips: gltf.animations.map((clip, c) => ({ name: clip.name, seconds: clip.duration, samples: play(gltf, clip, clips[c], sample) })) };
});
