// What the scripts that ask three.js have in common.
import fs from 'fs';
import path from 'path';
import { fileURLToPath, pathToFileURL } from 'url';
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class {};
globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} });
const fetched = globalThis.fetch;
globalThis.fetch = async (request) => {
  const url = request.url ?? String(request);
  return url.startsWith('file:') ? new Response(fs.readFileSync(fileURLToPath(url))) : fetched(request);
};
export const THREE = await import('three');
const { draco } = await import('./draco.mjs');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
await MeshoptDecoder.ready;

// meshopt decodes streams. MeshoptDecoder rounds one of 500 quaternions in float32 to the integer beside the nearest.
const meshopt = {
  supported: true,
  async decodeGltfBufferAsync(count, stride, source, mode, filter) {
    const out = new Uint8Array(count * stride), turned = filter === 'QUATERNION';
    MeshoptDecoder.decodeGltfBuffer(out, count, stride, source, mode, turned ? 'NONE' : filter);
    if (turned) quaternions(new Int16Array(out.buffer));
    return out;
  },
};

function quaternions(list) {
  for (let k = 0; k < list.length; k += 4) {
    const greatest = list[k + 3] & 3, [x, y, z] = [0, 1, 2].map((c) => list[k + c] / (list[k + 3] | 3) / Math.SQRT2);
    const w = Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
    [w, x, y, z].forEach((c, i) => (list[k + ((greatest + i) & 3)] = Math.sign(c) * Math.round(Math.abs(c) * 32767)));
  }
}

// textures stands for a KTX2Loader: pictures are not looked at.
const textures = { load: (url, done) => done(new THREE.Texture()) };

// rooted gives a file without scenes one of all nodes without a parent.
function rooted({ json }) {
  const below = new Set((json.nodes ?? []).flatMap((n) => n.children ?? []));
  if (!json.scenes?.length && json.nodes) json.scenes = [{ nodes: [...json.nodes.keys()].filter((i) => !below.has(i)) }];
  return { name: 'rooted' };
}

// load reads a file and those beside it.
export function load(file) {
  const data = fs.readFileSync(file), loader = new GLTFLoader().setMeshoptDecoder(meshopt).setDRACOLoader(draco).setKTX2Loader(textures).register(rooted);
  return loader.parseAsync(data.buffer.slice(data.byteOffset, data.byteOffset + data.length), pathToFileURL(path.dirname(file)).href + '/');
}

const mostVertices = 100;

// spread lists some of n vertices.
export function spread(n) {
  const index = [];
  for (let k = 0; k < Math.min(n, mostVertices); k++) index.push(Math.floor((k * n) / Math.min(n, mostVertices)));
  return index;
}

// Vertices of skins without weights, per geometry: three.js binds them to the first joint.
const loose = new WeakMap(), normalizeSkinWeights = THREE.SkinnedMesh.prototype.normalizeSkinWeights;
THREE.SkinnedMesh.prototype.normalizeSkinWeights = function () {
  const { skinWeight } = this.geometry.attributes, list = new Set();
  for (let v = 0; v < skinWeight.count; v++) if ([0, 1, 2, 3].every((c) => skinWeight.getComponent(v, c) === 0)) list.add(v);
  if (!loose.has(skinWeight)) loose.set(skinWeight, list);
  normalizeSkinWeights.call(this);
};

// isLoose reports whether a vertex of a skin has no weights.
export const isLoose = (o, v) => o.isSkinnedMesh === true && (loose.get(o.geometry.attributes.skinWeight)?.has(v) ?? false);

// positionOf returns what places a vertex: a mesh with a skin at another node has none at this.
const positionOf = (o) => (o.isSkinnedMesh && !o.skeleton ? THREE.Mesh : o.constructor).prototype.getVertexPosition;

// placer returns functions of where nodes and vertices are. update is to be called for each pose.
export function placer(gltf) {
  const place = new THREE.Vector3();
  return {
    update() {
      gltf.scene.updateMatrixWorld(true);
      gltf.scene.traverse((o) => o.skeleton?.update());
    },
    node: (o) => place.setFromMatrixPosition(o.matrixWorld).toArray(),
    vertex: (o, v) => positionOf(o).call(o, v, place).applyMatrix4(o.matrixWorld).toArray(),
  };
}

// play samples a clip at times in seconds.
export function play(gltf, clip, times, sample) {
  const mixer = new THREE.AnimationMixer(gltf.scene), action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  const samples = times.map((t) => {
    action.reset().play();
    mixer.setTime(t);
    return { t, ...sample() };
  });
  mixer.stopAllAction();
  return samples;
}

// answer prints what judge returns for each of a list of the standard input.
export async function answer(judge) {
  const out = [];
  for (const job of JSON.parse(fs.readFileSync(0))) out.push(await judge(job));
  console.log(JSON.stringify(out));
}
