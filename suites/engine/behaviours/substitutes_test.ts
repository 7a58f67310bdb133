import { assert, assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { SUBSTITUTES } from "./substitutes.ts";

const PATH = "/api/v1/namespaces/n/secrets/a";
const COLLECTION = "/api/v1/namespaces/n/secrets";

/** Returns what is sent in place of a request, and the response; undefined if it stays. */
async function replaced(
  id: string,
  request: HttpRequest,
  answer: (sent: HttpRequest) => readonly [number, Json],
): Promise<{ readonly sent: readonly HttpRequest[]; readonly response?: HttpResponse }> {
  const sent: HttpRequest[] = [];
  const send = (each: HttpRequest) => {
    sent.push(each);
    const [status, json] = answer(each);
    const headers = new Headers({ "content-type": "application/json" });
    return Promise.resolve({ status, headers, json, text: JSON.stringify(json) });
  };
  const { relieve } = SUBSTITUTES.find((each) => each.id === id)!;
  const response = await relieve!().replace!(request, send);
  return { sent, ...(response && { response }) };
}

const patch = (type: string, body: Json): HttpRequest => ({
  method: "PATCH",
  path: PATH,
  headers: { "Content-Type": `application/${type}+json` },
  body,
});

const stored: JsonObject = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "a", namespace: "n", uid: "u", resourceVersion: "5", labels: { x: "1" } },
  data: { a: "YQ==", b: "Yg==" },
};

/** Answers reads with the stored object, and writes with what they send. */
const echo = ({ method, body }: HttpRequest): readonly [number, Json] =>
  method === "GET" ? [200, stored] : [200, body ?? {}];

/** What is sent in place of a request, without reads. */
const writes = (sent: readonly HttpRequest[]) =>
  sent.filter(({ method }) => method !== "GET").map(({ method, headers, body }) => ({
    method,
    type: headers?.["content-type"],
    body,
  }));

Deno.test("a JSON patch is replaced by an update with what it makes of the object", async () => {
  const operations = [{ op: "remove", path: "/data/a" }];
  const { sent } = await replaced("JSON patches", patch("json-patch", operations), echo);
  assertEquals(writes(sent), [{
    method: "PUT",
    type: "application/json",
    body: { ...stored, data: { b: "Yg==" } },
  }]);
});

Deno.test("a patch that fails stays, as it must be rejected", async () => {
  const operations = [{ op: "remove", path: "/data/none" }];
  const { sent, response } = await replaced("JSON patches", patch("json-patch", operations), echo);
  assertEquals([writes(sent), response], [[], undefined]);
});

Deno.test("a patch in place of which an update conflicts is tried again, but not one of a version", async () => {
  const tried = async (body: JsonObject) => {
    let conflicts = 2;
    const { sent } = await replaced(
      "merge patches",
      patch("merge-patch", body),
      (each) => each.method === "PUT" && conflicts-- > 0 ? [409, {}] : echo(each),
    );
    return writes(sent).length;
  };
  assertEquals(await tried({ data: { c: "Yw==" } }), 3);
  assertEquals(await tried({ metadata: { resourceVersion: "4" } }), 1);
});

Deno.test("an update stays where merge patches of its type are not served, and so does a patch", async () => {
  const refusing = (refused: string, status: number) => (each: HttpRequest) =>
    each.method === refused ? [status, {}] as const : echo(each);
  const update: HttpRequest = { method: "PUT", path: PATH, body: { ...stored, data: {} } };
  for (const status of [405, 415, 501]) {
    const { sent, response } = await replaced("updates", update, refusing("PATCH", status));
    assertEquals([writes(sent).length, response], [1, undefined]);
  }
  const { response } = await replaced("updates", update, refusing("PATCH", 409));
  assertEquals(response?.status, 409);
  const merge = patch("merge-patch", { data: { c: "Yw==" } });
  for (const id of ["merge patches", "patches"]) {
    assertEquals((await replaced(id, merge, refusing("PUT", 405))).response, undefined);
  }
});

Deno.test("a merge patch is replaced by an update, null removes", async () => {
  const body = { data: { a: null, c: "Yw==" } };
  const { sent } = await replaced("merge patches", patch("merge-patch", body), echo);
  assertEquals(writes(sent)[0]!.body, { ...stored, data: { b: "Yg==", c: "Yw==" } });
});

Deno.test("a strategic merge patch without directives is a merge patch with the merged lists", async () => {
  const spec = { containers: [{ name: "a", image: "one" }, { name: "b" }], args: ["x"] };
  const deployment = { metadata: { finalizers: ["a/b"] }, spec };
  const replacedBy = async (body: JsonObject) => {
    const request = patch("strategic-merge-patch", body);
    const { sent } = await replaced(
      "strategic merge patches",
      request,
      (each) => each.method === "GET" ? [200, deployment] : echo(each),
    );
    return writes(sent).map(({ type, body }) => [type, body]);
  };
  const plain = "application/merge-patch+json";
  assertEquals(await replacedBy({ data: { a: null } }), [[plain, { data: { a: null } }]]);
  assertEquals(await replacedBy({ metadata: { finalizers: ["c/d", "a/b"] } }), [
    [plain, { metadata: { finalizers: ["a/b", "c/d"] } }],
  ]);
  const containers = [{ name: "a", image: null }, { name: "c" }];
  assertEquals(await replacedBy({ spec: { containers, args: ["y"] } }), [
    [plain, { spec: { containers: [{ name: "c" }, { name: "a" }, { name: "b" }], args: ["y"] } }],
  ]);
  // What has no key must be rejected, in whatever form.
  assertEquals(await replacedBy({ spec: { containers: [null] } }), [
    [plain, { spec: { containers: [null] } }],
  ]);
  assertEquals(await replacedBy({ data: { $patch: "replace" } }), []);
  assertEquals(await replacedBy({ spec: { containers: [{ name: "a", $patch: "delete" }] } }), []);
});

Deno.test("a write with unknown fields is sent without them, and warned of as with them", async () => {
  const written = async (body: Json, status = 200) => {
    const request: HttpRequest = { method: "PUT", path: PATH, body };
    const { sent } = await replaced("unknown fields", request, () => [status, {}]);
    return sent.map(({ query, body }) => [query?.dryRun, body]);
  };
  const body = { ...stored, unknown1: { a: 1 }, spec: [{ unknown2: "x", name: "b" }] };
  const known = { ...stored, spec: [{ name: "b" }] };
  assertEquals(await written(body), [["All", body], [undefined, known]]);
  // What must be rejected is.
  assertEquals(await written(body, 400), [["All", body]]);
  assertEquals(await written(known), []);
  const operations = [{ op: "add", path: "/spec/unknown3", value: 1 }];
  assertEquals((await written(operations))[1], [undefined, []]);
});

Deno.test("a write with stringData is replaced by one with the same data", async () => {
  const written = async (body: Json) => {
    const request: HttpRequest = { method: "PUT", path: PATH, body };
    const { sent } = await replaced("stringData", request, () => [200, {}]);
    return sent.map(({ body }) => body);
  };
  const stringData = { a: "\u00e9", b: "" };
  assertEquals(await written({ data: { a: "eA==", c: "eQ==" }, stringData }), [
    { data: { a: "w6k=", b: "", c: "eQ==" } },
  ]);
  // What has none, or must be rejected, is sent as it is.
  assertEquals(await written({ data: {}, stringData: {} }), []);
  assertEquals(await written({ stringData: { a: 1 } }), []);
});

Deno.test("an apply is replaced by a create, or a merge patch of what exists", async () => {
  const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };
  const applied = async (exists: boolean, query: Record<string, string>) => {
    const headers = { "content-type": "application/apply-patch+yaml" };
    const { sent } = await replaced(
      "applies",
      { method: "PATCH", path: PATH, query, headers, body: JSON.stringify(body) },
      ({ method }) => method === "GET" ? [exists ? 200 : 404, stored] : [200, {}],
    );
    return sent.slice(1).map(({ method, path, headers, query, body }) => [
      method,
      path,
      headers?.["content-type"],
      query,
      body,
    ]);
  };
  const query = { fieldManager: "m", force: "true" };
  const rest = { fieldManager: "m" };
  const [create, patched] = ["application/json", "application/merge-patch+json"];
  assertEquals(await applied(false, query), [["POST", COLLECTION, create, rest, body]]);
  assertEquals(await applied(true, query), [["PATCH", PATH, patched, rest, body]]);
  // It must be rejected.
  assertEquals(await applied(true, {}), []);
});

Deno.test("a create is replaced by an apply if the name is free and the object is accepted", async () => {
  const created = async (read: number, applied: number) => {
    const { sent, response } = await replaced(
      "creates",
      { method: "POST", path: COLLECTION, body: { metadata: { name: "a" } } },
      ({ method }) => method === "GET" ? [read, {}] : [applied, {}],
    );
    return [sent.slice(1).map(({ method, path }) => `${method} ${path}`), response?.status];
  };
  assertEquals(await created(404, 201), [[`PATCH ${PATH}`], 201]);
  assertEquals(await created(404, 422), [[`PATCH ${PATH}`], undefined]);
  assertEquals(await created(200, 200), [[], undefined]);
});

Deno.test("an update is replaced by a merge patch of the difference", async () => {
  const { uid: _, resourceVersion: __, ...metadata } = stored.metadata as JsonObject;
  const body = { ...stored, metadata, data: { b: "Yg==", c: { d: "e" } } };
  const { sent } = await replaced("updates", { method: "PUT", path: PATH, body }, echo);
  assertEquals(writes(sent)[0]!.body, { data: { a: null, c: { d: "e" } }, metadata: {} });
  const { sent: again } = await replaced(
    "updates",
    { method: "PUT", path: PATH, body: stored },
    echo,
  );
  assertEquals(writes(again)[0]!.body, { metadata: { resourceVersion: "5", uid: "u" } });
});

Deno.test("a body in YAML is sent as JSON", async () => {
  const headers = { "content-type": "application/yaml" };
  const body = "kind: Secret\ndata: {a: YQ==}\n";
  const request: HttpRequest = { method: "POST", path: COLLECTION, headers, body };
  const { sent } = await replaced("bodies in YAML", request, echo);
  assertEquals(writes(sent), [{
    method: "POST",
    type: "application/json",
    body: { kind: "Secret", data: { a: "YQ==" } },
  }]);
});

Deno.test("a write that leaves out fieldValidation states the default", async () => {
  const id = "the default of fieldValidation";
  const request: HttpRequest = { method: "POST", path: COLLECTION, body: stored };
  const { sent } = await replaced(id, request, echo);
  assertEquals(sent[0]!.query, { fieldValidation: "Warn" });
  const stated = { ...request, query: { fieldValidation: "Strict" } };
  assertEquals((await replaced(id, stated, echo)).sent, []);
});

const named = (name: string, labels: JsonObject = {}): JsonObject => ({
  metadata: { name, namespace: "n", labels },
});

const listOf = (...items: readonly JsonObject[]): readonly [number, Json] => [200, {
  kind: "SecretList",
  metadata: { resourceVersion: "9" },
  items: [...items],
}];

/** An object of a case. */
const own = (name: string): JsonObject => named(name, { "plumbline/scope": "s" });

Deno.test("no deletion is replaced by one that may reach objects of others", async () => {
  const deletions = async (id: string, path: string, read: readonly [number, Json]) => {
    const query = { labelSelector: "plumbline/scope=s" };
    const request: HttpRequest = { method: "DELETE", path, query };
    const { sent } = await replaced(
      id,
      request,
      ({ method }) => method === "GET" ? read : [200, { kind: "Status" }],
    );
    return sent.filter(({ method, query }) => method === "DELETE" && query?.dryRun === undefined);
  };
  // As a server answers that ignores the selector.
  const all = listOf(own("a"), named("of-others"));
  assertEquals(await deletions("deletions of collections", COLLECTION, all), []);
  assertEquals(await deletions("deletions of objects", PATH, [200, stored]), []);
  assertEquals(await deletions("deletions of objects", PATH, [404, {}]), []);
});

Deno.test("a deletion of a collection is replaced by deletions of its objects", async () => {
  const query = { labelSelector: "x=1", propagationPolicy: "Background" };
  const { sent, response } = await replaced(
    "deletions of collections",
    { method: "DELETE", path: COLLECTION, query },
    ({ method }) => method === "GET" ? listOf(own("a"), own("b")) : [200, { kind: "Status" }],
  );
  assertEquals(sent.map(({ method, path, query }) => [method, path, query]), [
    ["GET", COLLECTION, { labelSelector: "x=1", fieldSelector: undefined }],
    ["DELETE", COLLECTION, { ...query, dryRun: "All" }],
    ["DELETE", `${COLLECTION}/a`, { propagationPolicy: "Background" }],
    ["DELETE", `${COLLECTION}/b`, { propagationPolicy: "Background" }],
  ]);
  assertEquals(response?.json, { kind: "Status" });
});

Deno.test("a deletion of an object is replaced by one of the collection with its name", async () => {
  const query = { propagationPolicy: "Background" };
  const request: HttpRequest = { method: "DELETE", path: PATH, query };
  const answered = async (status: number) => {
    const { sent, response } = await replaced(
      "deletions of objects",
      request,
      ({ method, path }) =>
        method === "GET" ? [200, own("a")] : [path === COLLECTION ? status : 200, {
          kind: "Status",
        }],
    );
    return [sent.map(({ path, query }) => [path, query]), response?.status];
  };
  const selectors = { labelSelector: "plumbline/scope=s", fieldSelector: "metadata.name=a" };
  const sent = [
    [PATH, undefined],
    [PATH, { ...query, dryRun: "All" }],
    [COLLECTION, { ...query, ...selectors }],
  ];
  assertEquals(await answered(200), [sent, 200]);
  // Where collections are not deleted, it stays.
  assertEquals(await answered(405), [sent, undefined]);
});

Deno.test("a deletion is sent again while it succeeds and the object is there", async () => {
  const deleted = async (effective: number, request: HttpRequest, again = 200) => {
    let times = 0;
    const left = () => times < effective ? [stored] : [];
    const { response } = await replaced("repeated deletions", request, ({ method, path }) => {
      if (method === "DELETE") return [++times === 1 ? 200 : again, { times }];
      return path === COLLECTION
        ? listOf(...left())
        : left().length > 0
        ? [200, stored]
        : [404, {}];
    });
    return [times, response?.status];
  };
  const one: HttpRequest = { method: "DELETE", path: PATH };
  assertEquals(await deleted(1, one), [1, 200]);
  assertEquals(await deleted(2, one), [2, 200]);
  assertEquals(await deleted(2, { ...one, path: COLLECTION }), [2, 200]);
  assertEquals(await deleted(Infinity, one), [3, 200]);
  // A conflict is what the first one should have been answered with, but another client may have deleted it.
  assertEquals(await deleted(2, one, 409), [2, 409]);
  assertEquals(await deleted(2, one, 404), [2, 200]);
  assertEquals(await deleted(2, { ...one, query: { dryRun: "All" } }), [0, undefined]);
});

Deno.test("writes of a subresource are a form of their own", async () => {
  const request: HttpRequest = { method: "PUT", path: `${PATH}/status`, body: stored };
  assertEquals((await replaced("updates", request, echo)).sent, []);
  const { sent } = await replaced("updates of subresources", request, echo);
  assertEquals(writes(sent).map(({ method }) => method), ["PATCH"]);
});

Deno.test("pages are cut from the whole list, and follow each other by their tokens", async () => {
  const { relieve } = SUBSTITUTES.find(({ id }) => id === "pages")!;
  const { replace } = relieve!();
  const headers = new Headers();
  const [status, json] = listOf(named("a"), named("b"), named("c"));
  const sent: HttpRequest[] = [];
  const send = (each: HttpRequest) => {
    sent.push(each);
    return Promise.resolve({ status, headers, json, text: "" });
  };
  const page = async (query: Record<string, string>) =>
    (await replace!({ method: "GET", path: COLLECTION, query }, send))?.json as
      | { metadata: JsonObject; items: JsonObject[] }
      | undefined;
  const first = (await page({ limit: "2" }))!;
  assertEquals(first.items.length, 2);
  assertEquals(first.metadata.remainingItemCount, 1);
  const second = (await page({ limit: "2", continue: String(first.metadata.continue) }))!;
  assertEquals(second.items, [named("c")]);
  assertEquals(second.metadata, { resourceVersion: "9" });
  assertEquals(sent.map(({ query }) => query), [{}]);
  assertEquals(await page({ limit: "2", continue: "unknown" }), undefined);
});

Deno.test("a selection is made from the whole list of the case", async () => {
  const scope = "plumbline/scope=s-1";
  const query = { labelSelector: `${scope},x!=1` };
  const request: HttpRequest = { method: "GET", path: COLLECTION, query };
  const all = () => listOf(named("a", { x: "1" }), named("b"));
  const { sent, response } = await replaced("label selectors", request, all);
  assertEquals(sent[0]!.query, { labelSelector: scope });
  const { items } = response!.json as { items: JsonObject[] };
  assertEquals(items, [named("b")]);
  // What cannot be read may have to be rejected.
  const invalid = { ...request, query: { labelSelector: `${scope},x>>1` } };
  assertEquals((await replaced("label selectors", invalid, all)).response, undefined);
  const byName = { ...request, query: { fieldSelector: "metadata.name=b" } };
  const { response: named_ } = await replaced("field selectors", byName, all);
  assert((named_!.json as { items: JsonObject[] }).items.length === 1);
});

const version = (data: string): JsonObject => ({
  kind: "Secret",
  metadata: { name: "a", namespace: "n", uid: "u", resourceVersion: "5" },
  data: { a: data },
});

Deno.test("the items of a list are replaced by what GETs show of the same state", async () => {
  const { kind: _, ...item } = version("listed");
  const shown = async (read: JsonObject, path = COLLECTION) => {
    const { sent, response } = await replaced(
      "lists",
      { method: "GET", path },
      (each) => each.path === path ? listOf(item) : [200, read],
    );
    const { items } = response!.json as { items: JsonObject[] };
    return [sent.at(-1)!.path, items];
  };
  const { kind: __, ...read } = version("read");
  assertEquals(await shown(version("read")), [PATH, [read]]);
  assertEquals(await shown(version("read"), "/api/v1/secrets"), [PATH, [read]]);
  // Another write came between.
  const later = { ...version("later"), metadata: { name: "a", uid: "u", resourceVersion: "6" } };
  assertEquals(await shown(later), [PATH, [item]]);
});

Deno.test("a GET is replaced by what a list shows of the object", async () => {
  const { kind: _, ...item } = version("listed");
  const { sent, response } = await replaced(
    "GETs",
    { method: "GET", path: PATH },
    ({ path }) => path === PATH ? [200, version("read")] : listOf(item),
  );
  assertEquals(sent[1]!.query, { fieldSelector: "metadata.name=a" });
  assertEquals(response!.json, version("listed"));
  // The list is the newer one.
  const missing = { method: "GET", path: PATH } as const;
  const newer = listOf({ ...item, metadata: { name: "a", uid: "u", resourceVersion: "9" } });
  for (const read of [[200, version("read")], [404, {}]] as const) {
    const { response } = await replaced(
      "GETs",
      missing,
      ({ path }) => path === PATH ? read : newer,
    );
    const { metadata } = response!.json as { metadata: JsonObject };
    assertEquals([response!.status, metadata.resourceVersion], [200, "9"]);
  }
  const { response: none } = await replaced("GETs", missing, () => [404, {}]);
  assertEquals(none!.status, 404);
});

Deno.test("the answer of a write is replaced by what a GET shows of the same state", async () => {
  const answered = async (stored: JsonObject, query = {}) => {
    const { response } = await replaced(
      "answers of writes",
      { method: "POST", path: COLLECTION, body: {}, query },
      ({ method }) => method === "POST" ? [201, version("answered")] : [200, stored],
    );
    return response && [response.status, response.json];
  };
  assertEquals(await answered(version("stored")), [201, version("stored")]);
  const later = { ...version("later"), metadata: { name: "a", uid: "u", resourceVersion: "6" } };
  assertEquals(await answered(later), [201, version("answered")]);
  assertEquals(await answered(version("stored"), { dryRun: "All" }), undefined);
});

Deno.test("the answer of a write in another media type is replaced by what a GET shows in it", async () => {
  const answered = async (read: number) => {
    const { sent, response } = await replaced(
      "answers of writes",
      { method: "POST", path: COLLECTION, headers: { Accept: "application/yaml" }, body: {} },
      ({ method, path }) => {
        if (method === "POST") return [201, version("answered")];
        return path === COLLECTION ? [read, {}] : [200, version("stored")];
      },
    );
    const accepted = sent.map(({ method, headers = {} }) => [method, headers.Accept ?? ""]);
    return [accepted, response?.status, response?.json];
  };
  const yaml = "application/yaml";
  assertEquals(await answered(200), [
    [["GET", yaml], ["POST", ""], ["GET", yaml]],
    201,
    version("stored"),
  ]);
  // Nothing is written that cannot be answered.
  assertEquals(await answered(406), [[["GET", yaml]], 406, {}]);
});

Deno.test("a create with generateName is replaced by one with a name, if that is accepted", async () => {
  const create = (generateName: string): HttpRequest => ({
    method: "POST",
    path: COLLECTION,
    body: { ...stored, metadata: { generateName } },
  });
  const named = await replaced("generated names", create("a-"), ({ body = {} }) => [201, body]);
  const { metadata } = named.response!.json as { metadata: { name: string } };
  assert(/^a-[0-9a-z]{5}$/.test(metadata.name), metadata.name);
  const long = await replaced(
    "generated names",
    create("a".repeat(253)),
    ({ body = {} }) => [201, body],
  );
  const { name } = (long.response!.json as { metadata: { name: string } }).metadata;
  assertEquals(name.length, 253);
  const refused = await replaced("generated names", create("A/"), () => [422, {}]);
  assertEquals(refused.response, undefined);
  const given = { ...create("a-"), body: stored };
  assertEquals((await replaced("generated names", given, echo)).sent, []);
});
