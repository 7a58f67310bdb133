/**
 * Runs a command of curl: its most usual options.
 *
 * @module
 */
import { send } from "./requests.js";
import { optionsOf } from "./words.js";

const OPTIONS = {
  values: ["request", "header", "data", "json"],
  flags: ["include", "silent", "no-buffer", "show-error", "insecure", "globoff"],
  names: {
    X: "request",
    H: "header",
    d: "data",
    "data-binary": "data",
    "data-raw": "data",
    i: "include",
    s: "silent",
    S: "show-error",
    N: "no-buffer",
    k: "insecure",
    g: "globoff",
    sS: "silent",
    si: "include",
    sN: "no-buffer",
  },
};

/** Sends the request of a command; `print` gets the output as it arrives. */
export async function curl(words, { print, files, signal }) {
  const { options, rest } = optionsOf(words, OPTIONS);
  if (rest.length !== 1) throw new Error("give curl one path, such as /api/v1/namespaces");
  const headers = new Headers();
  for (const line of options.header ?? []) {
    const at = line.indexOf(":");
    if (at < 0) throw new Error(`"${line}" is no header: write NAME: VALUE`);
    headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const given = options.json ?? options.data;
  const body = given?.map((text) => text.startsWith("@") ? files(text.slice(1)) : text).join("&");
  if (options.json !== undefined) headers.set("content-type", "application/json");
  else if (body !== undefined && !headers.has("content-type")) {
    headers.set("content-type", guessed(body));
  }
  if (options.json !== undefined && !headers.has("accept")) {
    headers.set("accept", "application/json");
  }
  const method = options.request?.at(-1) ?? (body === undefined ? "GET" : "POST");
  const response = await send(pathOf(rest[0]), { method, headers, body, signal });
  if (options.include) {
    print(`HTTP/1.1 ${response.status}\n`);
    for (const [name, value] of response.headers) print(`${name}: ${value}\n`);
    print("\n");
  }
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) print(part.value);
}

/** The type of a body without a header; curl itself would say that it is a form. */
const guessed = (body) => /^\s*[{[]/.test(body) ? "application/json" : "application/yaml";

/** The path of a URL, whatever its host. */
function pathOf(url) {
  const path = url.replace(/^(?:https?:\/\/[^/]+|\$\{?(?:URL|SERVER)\}?)/, "");
  if (!path.startsWith("/")) throw new Error(`"${url}" is no path: begin with /api or /apis`);
  return path;
}
