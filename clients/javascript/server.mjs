/**
 * Starts a mock server of the Kubernetes API in a process of its own.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

/** Milliseconds to start in. */
const START_LIMIT = 60_000;

const PROGRAM = join("node_modules", "@plumbline", "plumbline", "lib", "plumbline.js");

/** What stands before a program that this runtime runs. */
const RUN = "Deno" in globalThis ? ["run", "--quiet", "--no-config", "--allow-all"] : [];

/**
 * Returns the command of the program: that of the package `@plumbline/plumbline` in `node_modules` of
 * the current folder or one above it, or the one that the variable PLUMBLINE names. Nothing is
 * fetched.
 *
 * @returns {string[]}
 */
export function program() {
  if (process.env.PLUMBLINE) return process.env.PLUMBLINE.split(" ");
  for (let folder = process.cwd();; folder = dirname(folder)) {
    const path = join(folder, PROGRAM);
    if (existsSync(path)) return [process.execPath, ...RUN, path];
    if (dirname(folder) === folder) break;
  }
  throw new Error(
    "Plumbline is not installed: run `npm install --save-dev plumbline.tgz`, " +
      "or set PLUMBLINE to a program that serves",
  );
}

/**
 * Starts a server on a free port.
 *
 * @param {readonly string[]} options further options of `serve`
 * @returns {Promise<import("./server.d.mts").Server>}
 */
export async function start(options = []) {
  if (!Array.isArray(options) || options.some((option) => typeof option !== "string")) {
    throw new TypeError("Cannot start Plumbline: the options must be a list of options of `serve`");
  }
  const [command, ...words] = program();
  const serve = ["serve", "--json", "--port", "0", "--control", "--dialect", "kubernetes"];
  const child = spawn(command, [...words, ...serve, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let complaints = "";
  child.stderr.on("data", (text) => complaints += text);
  const ended = new Promise((resolve) =>
    child.once("close", resolve).once("error", (error) => {
      complaints += error.message;
      resolve();
    })
  );
  // PLUMBLINE may be a program that starts another: the signal must reach it.
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  };
  const stop = async () => {
    const late = setTimeout(() => signal("SIGKILL"), 10_000);
    signal("SIGTERM");
    await ended;
    clearTimeout(late);
  };
  const late = setTimeout(() => signal("SIGKILL"), START_LIMIT);
  let facts;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) facts = JSON.parse(line);
    break;
  }
  clearTimeout(late);
  if (facts === undefined) {
    await stop();
    throw new Error(`Cannot start ${[command, ...words].join(" ")}: ${complaints.trim()}`);
  }
  const { url, token, kubeconfig, caCertificate } = facts;
  const control = (method, path, body) => send({ url, token, caCertificate }, method, path, body);
  return {
    url,
    token,
    kubeconfig,
    caCertificate,
    stop,
    control,
    fault: async (rule) => (await control("POST", "/rules", rule)).id,
    async assertFaultsUsed() {
      const { message } = await control("GET", "/rules/unused");
      if (message) throw new Error(message);
    },
    async reset() {
      await control("POST", "/reset");
      await control("DELETE", "/rules");
      await control("DELETE", "/mutants");
    },
  };
}

/** Sends a request of the control API. */
function send({ url, token, caCertificate: ca }, method, path, body) {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    request(`${url}/plumbline/v1${path}`, { method, headers, ca }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => text += part).once("end", () => {
        const answer = JSON.parse(text);
        if (response.statusCode < 300) resolve(answer);
        else reject(new Error(answer.message));
      });
    }).once("error", reject).end(body && JSON.stringify(body));
  });
}
