// Tries the containers that `serve --containers containers.yaml` states: a log, a command over a
// WebSocket, its error output and exit code.
//   node try_containers.mjs URL
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import process from "node:process";

// Only the project that the package is installed in has it.
const WebSocket = createRequire(import.meta.url)("ws");
const [, , url] = process.argv;
const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
const pods = `${url}/api/v1/namespaces/default/pods`;
const body = JSON.stringify({
  metadata: { name: "web" },
  spec: { containers: [{ name: "main", image: "web:1" }] },
});
const created = await fetch(pods, { method: "POST", headers, body });
assert.equal(created.status, 201, await created.text());

let log = "";
// Until the Pod is on a node, its log is empty.
for (let tries = 0; log === "" && tries < 100; tries++) {
  log = await (await fetch(`${pods}/web/log`, { headers })).text();
}
assert.equal(log, "listening on 8080\n");

/** Runs a command, and returns what it writes to each channel. */
function exec(command) {
  const query = new URLSearchParams({ stdout: "true", stderr: "true" });
  for (const word of command) query.append("command", word);
  const address = `${pods.replace("http", "ws")}/web/exec?${query}`;
  const socket = new WebSocket(address, "v5.channel.k8s.io", { headers });
  const channels = {};
  return new Promise((resolve, reject) => {
    socket.on("message", (data) => {
      channels[data[0]] = (channels[data[0]] ?? "") + data.subarray(1).toString();
    });
    socket.on("close", () => resolve(channels));
    socket.on("error", reject);
  });
}

const date = await exec(["date"]);
assert.deepEqual([date[1], JSON.parse(date[3]).status], ["Friday\n", "Success"]);
const failed = await exec(["cat", "/nowhere"]);
assert.equal(failed[2], "no such file\n");
assert.match(JSON.parse(failed[3]).message, /exit status 1/);
