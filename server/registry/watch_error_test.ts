/**
 * Internal errors during a watch: the client gets an ERROR event, and the server reports the error.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { DIALECTS } from "../dialect.ts";
import { serializerOf } from "../http/serializer.ts";
import { watchStream } from "../http/watch_stream.ts";
import type { ApiObject } from "../object.ts";
import { secret } from "../resources/secret.ts";
import { AdjustableClock } from "../sources.ts";
import { StorageError, type StorageEvent, type WatchCursor } from "../storage/storage.ts";
import type { Registry, VerbRequest } from "./contracts.ts";
import { STEPS } from "./steps.ts";
import { verbs } from "./verbs.ts";

const METADATA = { name: "a", uid: "", resourceVersion: "2", creationTimestamp: "" };
const SECRET: ApiObject = { apiVersion: "v1", kind: "Secret", metadata: METADATA };

const created = (object: ApiObject): StorageEvent => ({
  type: "created",
  version: {
    key: { resource: "/secrets", namespace: "default", name: "a" },
    revision: 2,
    object,
    encodings: new Map(),
  },
});

/**
 * Returns the events that a client reads from a watch of the given batches, and the reported
 * errors.
 */
async function read(
  next: readonly (() => Promise<readonly StorageEvent[]>)[],
): Promise<{ lines: unknown[]; errors: unknown[] }> {
  const errors: unknown[] = [];
  const batches = next.values();
  const cursor: WatchCursor = { revision: 2, next: () => batches.next().value!() };
  const registry = {
    storage: { watch: () => cursor },
    features: new Set(),
    steps: STEPS,
    sources: { clock: new AdjustableClock() },
    stopped: new AbortController().signal,
    onInternalError: (error: unknown) => errors.push(error),
  } as unknown as Registry;
  const query = new URLSearchParams("watch=1&resourceVersion=1");
  const [info, user] = [{ namespace: "default" }, { name: "alice" }];
  const request = { context: { query, info, user }, definition: secret } as unknown as VerbRequest;
  const result = await verbs.watch(registry, request);
  if (result.kind !== "watch") throw new Error(`Cannot read a ${result.kind}`);
  const serializer = await serializerOf("json", { dialect: DIALECTS.svc, pretty: false });
  const text = await new Response(watchStream(result.source, { serializer })).text();
  const lines = text.trimEnd().split("\n").map((line) => {
    const { type, object } = JSON.parse(line);
    return type === "ERROR" ? [type, object.kind, object.code, object.reason] : [type];
  });
  return { lines, errors };
}

Deno.test("an error in a running watch ends it with an ERROR event and is reported", async () => {
  const error = new TypeError("the store is gone");
  const { lines, errors } = await read([
    () => Promise.resolve([created(SECRET)]),
    () => Promise.reject(error),
  ]);
  assertEquals(lines, [["ADDED"], ["ERROR", "Status", 500, "InternalError"]]);
  assertEquals(errors, [error]);
});

Deno.test("an event that cannot be encoded ends the watch with an ERROR event and is reported", async () => {
  const circle: ApiObject = { ...SECRET };
  circle.self = circle;
  const { lines, errors } = await read([() => Promise.resolve([created(circle)])]);
  assertEquals(lines, [["ERROR", "Status", 500, "InternalError"]]);
  assertEquals(errors.map((error) => error instanceof TypeError), [true]);
});

Deno.test("a watch that falls behind the history is not reported as an internal error", async () => {
  const { lines, errors } = await read([
    () => Promise.reject(new StorageError("compacted", "dropped")),
  ]);
  assertEquals([lines, errors], [[["ERROR", "Status", 410, "Expired"]], []]);
});
