// Reads a list of {file, clips: [[seconds, …], …]} from the standard input and prints where three.js has
// the nodes and vertices of each file at these times, as JSON.
import fs from 'fs';
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class {};
globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} });
const THREE = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');

const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
await MeshoptDecoder.ready;

const mostVertices = 100;

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

async function judge({ file, clips }) {
  const data = fs.readFileSync(file);
  const gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(data.buffer.slice(data.byteOffset, data.byteOffset + data.length), '');
  const json = gltf.parser.json, paths = pathsOf(json), nodes = [], meshes = [];
  gltf.scene.traverse((o) => {
    const at = gltf.parser.associations.get(o);
    if (at?.nodes !== undefined && paths[at.nodes] !== undefined) nodes.push([paths[at.nodes], o]);
    if (o.isMesh && at?.meshes !== undefined) {
      const n = o.geometry.attributes.position.count, primitive = json.meshes[at.meshes].primitives[at.primitives ?? 0];
      if (primitive.attributes.JOINTS_1 !== undefined || primitive.extras?.sinew?.skinning) return;
      const index = [];
      for (let k = 0; k < Math.min(n, mostVertices); k++) index.push(Math.floor((k * n) / Math.min(n, mostVertices)));
      meshes.push([meshName(json, at), n, index, o]);
    }
  });
  const sample = () => {
    gltf.scene.updateMatrixWorld(true);
    gltf.scene.traverse((o) => o.isSkinnedMesh && o.skeleton.update());
    const place = new THREE.Vector3();
    return {
      nodes: nodes.map(([path, o]) => [path, place.setFromMatrixPosition(o.matrixWorld).toArray()]),
      meshes: meshes.map(([name, n, index, o]) => ({
        name, count: n, index, at: index.map((v) => o.getVertexPosition(v, place).applyMatrix4(o.matrixWorld).toArray()),
      })),
    };
  };
  const mixer = new THREE.AnimationMixer(gltf.scene);
  return {
    file,
    clips: gltf.animations.map((clip, c) => {
      const action = mixer.clipAction(clip);
      action.setLoop(THREE.LoopOnce);
      action.clampWhenFinished = true;
      const samples = clips[c].map((t) => {
        action.reset().play();
        mixer.setTime(t);
        return { t, ...sample() };
      });
      mixer.stopAllAction();
      return { name: clip.name, seconds: clip.duration, samples };
    }),
  };
}

const out = [];
for (const job of JSON.parse(fs.readFileSync(0))) out.push(await judge(job));
console.log(JSON.stringify(out));
