// Prints, as JSON, the errors and warnings of gltf-validator for each file named.
const fs = require('fs'), path = require('path'), validator = require('gltf-validator');

(async () => {
  const found = {};
  for (const file of process.argv.slice(2)) {
    const beside = async (uri) => new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri))));
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 0, externalResourceFunction: beside });
    const worst = report.issues.messages.filter((m) => m.severity < 2);
    if (worst.length > 0) found[file] = worst.slice(0, 5).map((m) => `${m.code} at ${m.pointer}: ${m.message}`);
  }
  console.log(JSON.stringify(found));
})();
