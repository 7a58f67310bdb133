/**
 * A tiny server for tests of the runner: it stores objects, and misbehaves on request.
 *
 * @module
 */
import { DIALECTS } from "../client/dialect.ts";
import { FetchClient } from "../client/fetch_client.ts";
import { placeOf } from "../client/request_place.ts";
import type { Target } from "../client/target.ts";
import type { Json, JsonObject } from "../client/http_client.ts";
import { mergePatched } from "../model/patches/merge_patch.ts";

/** Answers instead of the server, or undefined to let it answer. */
export type Misbehaviour = (
  request: Request,
  path: string,
) => Response | undefined | Promise<Response | undefined>;

/** A running target and what it holds. */
export interface TestTarget extends AsyncDisposable {
  readonly target: Target;
  /** The objects by path. */
  readonly objects: Map<string, unknown>;
  /** Ends the server; the client stays. */
  stop(): Promise<void>;
}

/** The token that must never be seen. */
export const TEST_TOKEN = "never-to-be-seen";

/** Starts a target that creates, reads, lists, changes and deletes any object by its path. */
export function startTestTarget(
  misbehave: Misbehaviour = () => undefined,
  timeLimit = 10_000,
): TestTarget {
  const objects = new Map<string, unknown>();
  let version = 0;
  const response = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const wrong = await misbehave(request, path);
    if (wrong !== undefined) return wrong;
    if (request.method === "POST") {
      const object = await request.json();
      // A review has no name and is not stored.
      const name = object.metadata?.name;
      if (name !== undefined) {
        Object.assign(object.metadata, serverMetadata(++version));
        objects.set(`${path}/${name}`, object);
      }
      return Response.json(object, { status: 201 });
    }
    const found = objects.get(path);
    if (request.method === "DELETE") {
      const status = objects.delete(path) ? 200 : 404;
      return Response.json({ kind: "Status" }, { status });
    }
    // No read after a write is late: the probe of lags would wait for it in each run.
    if (found !== undefined && ["PATCH", "PUT"].includes(request.method)) {
      const body = await request.json();
      const changed = request.method === "PUT"
        ? body
        : mergePatched(found as Json, body) as JsonObject;
      changed.metadata = { ...changed.metadata, resourceVersion: String(++version) };
      objects.set(path, changed);
      return Response.json(changed);
    }
    if (found !== undefined) return Response.json(found);
    const items = [...objects].filter(([key]) => key.startsWith(`${path}/`)).map(([, one]) => one);
    const place = placeOf(path);
    const isObject = place === undefined ? path.split("/").length % 2 === 1 : place.name !== "";
    return isObject
      ? Response.json({ kind: "Status" }, { status: 404 })
      : Response.json({ kind: "List", items });
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, response);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const identities = [{ name: "admin", token: TEST_TOKEN }] as const;
  const client = new FetchClient({ url, identities, timeLimit });
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= server.shutdown();
  const close = async () => {
    client.close();
    await stop();
  };
  return {
    target: {
      url,
      dialect: DIALECTS.svc,
      identities,
      client,
      namespace: "default",
      waits: {},
      close,
      [Symbol.asyncDispose]: close,
    },
    objects,
    stop,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the metadata that a server sets on a new object. */
const serverMetadata = (version: number) => ({
  uid: `uid-${version}`,
  resourceVersion: String(version),
  creationTimestamp: "2026-01-01T00:00:00Z",
});
