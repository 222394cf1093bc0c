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
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
await MeshoptDecoder.ready;

// load reads a file and those beside it.
export function load(file) {
  const data = fs.readFileSync(file), loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  return loader.parseAsync(data.buffer.slice(data.byteOffset, data.byteOffset + data.length), pathToFileURL(path.dirname(file)).href + '/');
}

const mostVertices = 100;

// spread lists some of n vertices.
export function spread(n) {
  const index = [];
  for (let k = 0; k < Math.min(n, mostVertices); k++) index.push(Math.floor((k * n) / Math.min(n, mostVertices)));
  return index;
}

// placer returns functions of where nodes and vertices are. update is to be called for each pose.
export function placer(gltf) {
  const place = new THREE.Vector3();
  return {
    update() {
      gltf.scene.updateMatrixWorld(true);
      gltf.scene.traverse((o) => o.isSkinnedMesh && o.skeleton.update());
    },
    node: (o) => place.setFromMatrixPosition(o.matrixWorld).toArray(),
    vertex: (o, v) => o.getVertexPosition(v, place).applyMatrix4(o.matrixWorld).toArray(),
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
