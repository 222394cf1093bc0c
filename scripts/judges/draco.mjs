// A DRACOLoader for three.js without workers, which node lacks.
import fs from 'fs';
import { createRequire } from 'module';
import { fileURLToPath } from 'url';
import * as THREE from 'three';

const source = fs.readFileSync(fileURLToPath(import.meta.resolve('three/examples/jsm/libs/draco/gltf/draco_decoder.js')));
const Draco = await new Function('require', '__dirname', `${source}; return DracoDecoderModule;`)(createRequire(import.meta.url), '')();
const types = { Int8Array: 'DT_INT8', Uint8Array: 'DT_UINT8', Int16Array: 'DT_INT16', Uint16Array: 'DT_UINT16', Uint32Array: 'DT_UINT32', Float32Array: 'DT_FLOAT32' };

// copied returns n numbers that read writes.
function copied(List, n, read) {
  const bytes = n * List.BYTES_PER_ELEMENT, at = Draco._malloc(bytes);
  read(bytes, at);
  const out = new List(Draco.HEAPF32.buffer, at, n).slice();
  Draco._free(at);
  return out;
}

function expand(data, ids, lists) {
  const decoder = new Draco.Decoder(), mesh = new Draco.Mesh(), geometry = new THREE.BufferGeometry();
  const status = decoder.DecodeArrayToMesh(data, data.length, mesh);
  if (!status.ok()) throw new Error(status.error_msg());
  for (const name in ids) {
    const attribute = decoder.GetAttributeByUniqueId(mesh, ids[name]), width = attribute.num_components(), List = globalThis[lists[name]];
    const read = (bytes, at) => decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, Draco[types[lists[name]]], bytes, at);
    geometry.setAttribute(name, new THREE.BufferAttribute(copied(List, mesh.num_points() * width, read), width));
  }
  const triangles = copied(Uint32Array, 3 * mesh.num_faces(), (bytes, at) => decoder.GetTrianglesUInt32Array(mesh, bytes, at));
  geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
  Draco.destroy(mesh);
  Draco.destroy(decoder);
  return geometry;
}

export const draco = {
  preload() {},
  decodeDracoFile(buffer, done, ids, lists, space, fail) {
    try {
      done(expand(new Int8Array(buffer), ids, lists));
    } catch (e) {
      fail(e);
    }
  },
};
