/**
 * Starts a mock server of the Kubernetes API in a process of its own.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import process from "node:process";
import { createInterface } from "node:readline";

/** Milliseconds to start in; npx may have to fetch the package. */
const START_LIMIT = 60_000;

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {string} token
 * @property {string} kubeconfig the path of a kubeconfig
 * @property {() => Promise<void>} reset restores the initial objects
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server on a free port. The variable PLUMBLINE names the program, by default
 * `npx plumbline`.
 *
 * @param {readonly string[]} options further options of `serve`
 * @returns {Promise<Server>}
 */
export async function start(options = []) {
  const [program, ...words] = (process.env.PLUMBLINE ?? "npx plumbline").split(" ");
  const serve = ["serve", "--port", "0", "--control", "--dialect", "kubernetes"];
  const child = spawn(program, [...words, ...serve, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let errors = "";
  child.stderr.on("data", (text) => errors += text);
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  // npx starts another process: the signal must reach it.
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
  const found = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const at = line.lastIndexOf(" ");
    found[line.slice(0, at).split(" ")[0]] = line.slice(at + 1);
    if (line.startsWith("Token of ")) break;
  }
  clearTimeout(late);
  const { Serving: url, Kubeconfig: kubeconfig, Token: token } = found;
  if (token === undefined) throw new Error(`Cannot start ${program}: ${errors}`);
  return { url, token, kubeconfig, stop, reset: () => reset(url, token) };
}

/** Restores the initial objects. */
function reset(url, token) {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    send(`${url}/plumbline/v1/reset`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      // The server is this machine's own, with an authority of its own.
      rejectUnauthorized: false,
    }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode < 300) resolve();
        else reject(new Error(`Cannot reset the server: it answered ${response.statusCode}`));
      });
    }).once("error", reject).end();
  });
}
