// Prints, as JSON, the errors and warnings of gltf-validator for each file named, after --errors the errors alone.
const fs = require('fs'), path = require('path'), validator = require('gltf-validator');

(async () => {
  const found = {}, files = process.argv.slice(2), most = files[0] === '--errors' ? (files.shift(), 0) : 1;
  for (const file of files) {
    const beside = async (uri) => new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri))));
    const options = { maxIssues: 0, externalResourceFunction: beside }, none = { issues: { messages: [{ severity: 0, code: 'NO_GLTF', pointer: '', message: 'it is no glTF file' }] } };
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options).catch(() => none);
    const worst = report.issues.messages.filter((m) => m.severity <= most);
    if (worst.length > 0) found[file] = worst.slice(0, 5).map((m) => `${m.code} at ${m.pointer}: ${m.message}`);
  }
  console.log(JSON.stringify(found));
})();
