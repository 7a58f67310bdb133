import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { ExchangeObserver } from "./observer.ts";

const PATH = "/api/v1/namespaces/ns/secrets";
const AS = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

const metadata = (more: JsonObject = {}): JsonObject => ({
  name: "a",
  namespace: "ns",
  uid: "u1",
  resourceVersion: "1",
  creationTimestamp: "2026-01-01T00:00:00Z",
  labels: { l: "x" },
  ...more,
});

const secret = (more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: metadata(more),
});

const partial = (more: JsonObject = {}): JsonObject => ({
  apiVersion: "meta.k8s.io/v1",
  kind: "PartialObjectMetadata",
  metadata: metadata(more),
});

function responseOf(json: JsonObject, status = 200): HttpResponse {
  const headers = new Headers({ "content-type": "application/json" });
  return { status, json, text: JSON.stringify(json), headers };
}

/** Returns what is violated by a write, its response, and what follows. */
function violated(
  sent: JsonObject,
  returned: JsonObject,
  follow: (observer: ExchangeObserver) => void = () => {},
): string[] {
  const observer = new ExchangeObserver();
  const request: HttpRequest = { method: "POST", path: PATH, body: sent };
  observer.exchanged(request, responseOf(returned, 201), true);
  follow(observer);
  return observer.violations.map(({ requirement }) => requirement);
}

const reading = (body: JsonObject, path: string) => (observer: ExchangeObserver) =>
  observer.exchanged({ method: "GET", path, headers: { accept: AS } }, responseOf(body), true);

Deno.test("metadata alone without a label violates one-state-per-version", () => {
  const list = (item: JsonObject): JsonObject => ({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadataList",
    metadata: { resourceVersion: "9" },
    items: [item],
  });
  const wrong = ["exchanges.one-state-per-version"];
  const without = { labels: {} };
  const get = (body: JsonObject) => violated(secret(), secret(), reading(body, `${PATH}/a`));
  assertEquals([get(partial()), get(partial(without))], [[], wrong]);
  const listed = (body: JsonObject) => violated(secret(), secret(), reading(list(body), PATH));
  assertEquals([listed(partial()), listed(partial(without))], [[], wrong]);
  const event = (object: JsonObject) =>
    violated(
      secret(),
      secret(),
      (observer) =>
        observer.received({ path: PATH, headers: { accept: AS } }, { type: "ADDED", object }),
    );
  assertEquals([event(partial()), event(partial(without))], [[], wrong]);
});

Deno.test("metadata alone in the response to a dry run are those of no version", () => {
  const patch = (query: Record<string, string>) => (observer: ExchangeObserver) => {
    const headers = { accept: AS, "content-type": "application/merge-patch+json" };
    const body = { metadata: { labels: { l: "y" } } };
    const request = { method: "PATCH", path: `${PATH}/a`, query, headers, body } as const;
    observer.exchanged(request, responseOf(partial({ labels: { l: "y" } })), true);
  };
  assertEquals(violated(secret(), secret(), patch({ dryRun: "All" })), []);
  assertEquals(violated(secret(), secret(), patch({})), ["exchanges.one-state-per-version"]);
});

Deno.test("a body in YAML is compared with the response as one in JSON is", () => {
  const headers = { "content-type": "application/yaml" };
  const put = (observer: ExchangeObserver) =>
    observer.exchanged(
      { method: "PUT", path: `${PATH}/a`, headers, body: "metadata: {labels: {l: y}}" },
      responseOf(secret({ resourceVersion: "2" })),
      true,
    );
  assertEquals(violated(secret(), secret(), put), ["exchanges.labels-as-written"]);
});

Deno.test("what a target adds is left out of a body in YAML, too", () => {
  const headers = { "content-type": "application/yaml" };
  const removed = (json: Json | undefined) => {
    const { metadata } = json as { metadata: { labels: Record<string, string> } };
    delete metadata.labels.added;
  };
  const put = (leaveOut?: typeof removed) => (observer: ExchangeObserver) =>
    observer.exchanged(
      { method: "PUT", path: `${PATH}/a`, headers, body: "metadata: {labels: {l: x, added: z}}" },
      { ...responseOf(secret({ resourceVersion: "2" })), ...(leaveOut && { leaveOut }) },
      true,
    );
  assertEquals(violated(secret(), secret(), put(removed)), []);
  assertEquals(violated(secret(), secret(), put()), ["exchanges.labels-as-written"]);
});

Deno.test("a write whose response lacks a finalizer or an owner violates lists-as-written", () => {
  const owners = [1, 2].map((at) => ({
    apiVersion: "v1",
    kind: "Secret",
    name: "o",
    uid: `o${at}`,
  }));
  const finalizers = ["x/one", "x/two"];
  const sent = secret({ finalizers, ownerReferences: owners });
  const kept = secret({ finalizers: ["x/two", "x/one", "x/own"], ownerReferences: owners });
  assertEquals(violated(sent, kept), []);
  const wrong = ["exchanges.lists-as-written"];
  const fewer = secret({ finalizers: ["x/one"], ownerReferences: owners });
  assertEquals(violated(sent, fewer), wrong);
  assertEquals(violated(sent, secret({ finalizers, ownerReferences: [owners[0]!] })), wrong);
});

Deno.test("a text of a megabyte in stringData is no error", () => {
  const sent = { ...secret(), stringData: { a: "x".repeat(1_000_000) } };
  assertEquals(violated(sent, { ...secret(), data: {} }), []);
});
