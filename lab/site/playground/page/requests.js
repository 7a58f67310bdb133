/**
 * Sends requests to the server, as the administrator unless a request has credentials.
 *
 * @module
 */

const ADMIN = "Bearer admin-token";
const listeners = new Set();

/** Calls a function with each request and its response, as `{method, path, status, time}`. */
export const onRequest = (listen) => void listeners.add(listen);

/** Sends a request to a path of the API; a quiet one is not listed. */
export async function send(path, { method = "GET", headers = {}, body, signal, quiet } = {}) {
  const given = new Headers(headers);
  if (!given.has("authorization")) given.set("authorization", ADMIN);
  const started = performance.now();
  const init = { method, headers: given, body, signal, cache: "no-store" };
  try {
    const response = await fetch(`cluster${path}`, init);
    if (!quiet) {
      report({ method, path, status: response.status, time: performance.now() - started });
    }
    return response;
  } catch (error) {
    if (!signal?.aborted) report({ method, path, status: 0, time: performance.now() - started });
    throw error;
  }
}

function report(request) {
  for (const listen of listeners) listen(request);
}

/**
 * Reads a path as JSON, in a form if one is given; a quiet request is not listed.
 *
 * @throws {Error} with the Status's message
 */
export async function read(path, { accept = "application/json", quiet = false } = {}) {
  return await jsonOf(await send(path, { headers: { accept }, quiet }));
}

/** Sends an object as JSON. @throws {Error} with the Status's message */
export async function write(method, path, object, type = "application/json") {
  const headers = { "content-type": type, accept: "application/json" };
  const body = object === undefined ? undefined : JSON.stringify(object);
  return await jsonOf(await send(path, { method, headers, body }));
}

async function jsonOf(response) {
  const text = await response.text();
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`the response is no JSON: ${text.slice(0, 200)}`);
  }
  if (response.ok) return json;
  const reason = json.reason ? `Error from server (${json.reason})` : "Error from server";
  throw new Error(`${reason}: ${json.message ?? `HTTP ${response.status}`}`);
}

/** Yields the documents of a stream, one a line. */
export async function* documentsOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line !== "") yield JSON.parse(line);
  }
}
