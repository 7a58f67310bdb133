import { assertEquals } from "@std/assert";
import type {
  HttpRequest,
  HttpResponse,
  JsonObject,
  WatchDocument,
  WatchStream,
} from "../../client/http_client.ts";
import { type Behaviour, seenIn } from "./behaviour.ts";
import { BEHAVIOURS } from "./table.ts";

/** Opens no watch. */
const noWatch = () => Promise.reject(new Error("no watch is to be opened"));

const PATH = "/api/v1/namespaces/a/secrets";

type Exchanged = readonly [
  method: HttpRequest["method"],
  path: string,
  status: number,
  answer: JsonObject,
  request?: Partial<HttpRequest>,
];

const seenOf = (...exchanges: readonly Exchanged[]) =>
  exchanges.map(([method, path, status, json, request = {}]) => {
    const response: HttpResponse = { status, headers: new Headers(), text: "", json };
    return seenIn({ method, path, ...request }, response);
  });

/** Returns the ids of the behaviours that exchanges show, but for those that most requests show. */
function shownIn(...exchanges: readonly Exchanged[]): string[] {
  const seen = seenOf(...exchanges);
  return BEHAVIOURS.filter(({ shows, isStatedOnly }: Behaviour) =>
    !isStatedOnly && shows(seen).length > 0
  ).map(({ id }) => id);
}

const object = (resourceVersion: string, more: JsonObject = {}): JsonObject => ({
  kind: "Secret",
  metadata: { name: "s", uid: "u", resourceVersion, ...more },
});
const list = (resourceVersion: string, ...items: JsonObject[]): JsonObject => ({
  kind: "SecretList",
  metadata: { resourceVersion },
  items,
});
const done = { kind: "Status", status: "Success" };
const dryRun = { query: { dryRun: "All" } };

Deno.test("what a right server answers shows no behaviour", () => {
  assertEquals(
    shownIn(
      ["POST", PATH, 201, object("", { uid: "dry" }), dryRun],
      ["POST", PATH, 201, object("1")],
      ["PUT", `${PATH}/s`, 200, object("1"), dryRun],
      ["GET", `${PATH}/s`, 200, object("1")],
      ["PUT", `${PATH}/s`, 200, object("2", { finalizers: ["a/b"] })],
      ["GET", PATH, 200, list("2", object("2")), {
        query: { limit: "1", fieldSelector: "metadata.name=s" },
      }],
      ["DELETE", `${PATH}/s`, 200, object("3", { deletionTimestamp: "now", finalizers: ["a/b"] })],
      ["GET", PATH, 200, list("3", object("3"))],
      ["PATCH", `${PATH}/s`, 200, object("4")],
      ["GET", `${PATH}/s`, 404, { kind: "Status" }],
      // Some types are answered with a Status while finalizers remain.
      ["POST", PATH, 201, object("5", { name: "t", finalizers: ["a/b"] })],
      ["DELETE", `${PATH}/t`, 200, done],
      ["GET", `${PATH}/t`, 200, object("6", { name: "t", deletionTimestamp: "now" })],
    ),
    [],
  );
});

Deno.test("each behaviour shows in what a server answers that has it", () => {
  const created: Exchanged = ["POST", PATH, 201, object("1")];
  assertEquals(
    shownIn(["PATCH", `${PATH}/s`, 500, { kind: "Status" }, {
      headers: { "Content-Type": "application/apply-patch+yaml" },
    }]),
    [
      "requests are answered with a 5xx status now and then",
      "apply is answered with a 5xx status",
    ],
  );
  assertEquals(
    shownIn(created, ["GET", `${PATH}/s`, 401, { kind: "Status" }]),
    ["valid credentials are answered with 401"],
  );
  assertEquals(shownIn(["GET", PATH, 404, {}]), ["errors have no Status"]);
  const failure = { kind: "Status", status: "Failure", code: 404 };
  assertEquals(shownIn(["GET", PATH, 200, failure]), ["errors are answered with a success"]);
  assertEquals(shownIn(["DELETE", `${PATH}/s`, 202, done]), ["DELETE is answered with 202"]);
  const two = list("2", object("1"), object("2", { name: "t" }));
  assertEquals(shownIn(["GET", PATH, 200, two, { query: { limit: "1" } }]), ["limit is ignored"]);
  assertEquals(
    shownIn(["GET", PATH, 200, two, { query: { fieldSelector: "metadata.name=s" } }]),
    ["fieldSelector is ignored"],
  );
  assertEquals(
    shownIn(["POST", PATH, 201, object("1"), dryRun], ["GET", `${PATH}/s`, 200, object("1")]),
    ["dryRun is ignored"],
  );
  // The answer to the dry run is not read, as in another encoding; and a watch was open before.
  const unread: Exchanged = ["PUT", `${PATH}/s`, 200, {}, dryRun];
  const changed = object("2", { labels: { a: "b" } });
  const read: Exchanged = ["GET", `${PATH}/s`, 200, object("1")];
  const readChanged: Exchanged = ["GET", `${PATH}/s`, 200, changed];
  assertEquals(shownIn(created, read, unread, readChanged), ["dryRun is ignored"]);
  assertEquals(shownIn(created, read, unread, ["GET", PATH, 200, list("3", changed)]), [
    "dryRun is ignored",
  ]);
  // That reads show it otherwise than the write before says nothing of the dry run.
  assertEquals(shownIn(created, unread, readChanged), []);
  const written: Exchanged = ["PUT", `${PATH}/s`, 200, changed];
  assertEquals(shownIn(created, unread, written, ["GET", `${PATH}/s`, 200, changed]), []);
  const ending = object("2", { deletionTimestamp: "now" });
  assertEquals(
    shownIn(created, ["DELETE", PATH, 200, done, dryRun], ["GET", `${PATH}/s`, 200, ending]),
    ["dryRun is ignored"],
  );
  assertEquals(
    shownIn(created, ["PUT", `${PATH}/s`, 200, ending], ["DELETE", PATH, 200, done, dryRun], [
      "GET",
      `${PATH}/s`,
      200,
      ending,
    ]),
    [],
  );
  assertEquals(
    shownIn(created, ["DELETE", `${PATH}/s`, 200, done, dryRun], [
      "GET",
      PATH,
      200,
      list("3"),
    ]),
    ["dryRun is ignored"],
  );
  const other = { query: { dryRun: "Some" } };
  assertEquals(shownIn(["POST", PATH, 201, object("1"), other]), ["dryRun is ignored"]);
  assertEquals(shownIn(["POST", PATH, 400, { kind: "Status" }, other]), []);
  assertEquals(
    shownIn(["POST", PATH, 201, object("1", { finalizers: ["a/b"] })], [
      "DELETE",
      `${PATH}/s`,
      200,
      done,
    ], ["GET", `${PATH}/s`, 404, { kind: "Status" }]),
    ["finalizers are ignored"],
  );
  assertEquals(shownIn(["GET", PATH, 200, list("3", object("4"))]), [
    "a list's resourceVersion does not change",
  ]);
  const page = { ...list("3", object("4")), metadata: { resourceVersion: "3", continue: "c" } };
  const next: Exchanged = ["GET", PATH, 410, { kind: "Status" }, { query: { continue: "c" } }];
  assertEquals(shownIn(["GET", PATH, 200, page, { query: { limit: "1" } }], next), [
    "a list's resourceVersion does not change",
    "a list's resourceVersion does not change",
  ]);
  assertEquals(
    shownIn(["GET", PATH, 200, list("9", object("1"))], ["DELETE", `${PATH}/s`, 200, done], [
      "GET",
      PATH,
      200,
      list("9"),
    ]),
    [
      "a list's resourceVersion does not change by a deletion",
      "a list's resourceVersion does not change",
    ],
  );
  assertEquals(
    shownIn(created, ["PUT", `${PATH}/s`, 200, object("2")], [
      "GET",
      `${PATH}/s`,
      200,
      object("1"),
    ]),
    ["reads lag behind writes"],
  );
  // There is no state before a create.
  assertEquals(
    shownIn(["POST", PATH, 201, object("3")], ["GET", PATH, 200, list("3", object("2"))]),
    ["a write is answered with another resourceVersion"],
  );
  const missing: Exchanged = ["GET", `${PATH}/s`, 404, { kind: "Status" }];
  assertEquals(shownIn(created, missing), ["reads lag behind writes"]);
  assertEquals(shownIn(created, ["GET", PATH, 200, list("1")]), ["reads lag behind writes"]);
  const updated: Exchanged = ["PUT", `${PATH}/s`, 200, object("2")];
  assertEquals(
    shownIn(created, updated, ["GET", PATH, 200, list("1", object("1"))]),
    ["reads lag behind writes"],
  );
  const limited = { query: { limit: "1" } };
  assertEquals(shownIn(created, ["GET", PATH, 200, list("1"), limited]), []);
  assertEquals(shownIn(created, ["DELETE", PATH, 200, list("1")], missing), []);
  assertEquals(
    shownIn(created, ["PUT", `${PATH}/s`, 200, object("2", { uid: "other" })]),
    ["the uid changes"],
  );
  const another = object("2", { uid: "other" });
  assertEquals(shownIn(created, ["PUT", `${PATH}/s/status`, 200, another]), ["the uid changes"]);
  // An apply creates what was deleted before.
  const deleted: Exchanged = ["DELETE", `${PATH}/s`, 200, object("1")];
  assertEquals(shownIn(created, deleted, ["PATCH", `${PATH}/s`, 201, another]), []);
});

const DELETION = { query: { fieldSelector: "metadata.name=s" } };
const named = (name: string, more: JsonObject = {}) =>
  object("1", { name, uid: name, namespace: "a", ...more });

Deno.test("a deletion of a collection that removes what it does not select ignores its selector", () => {
  const deletion: Exchanged = ["DELETE", PATH, 200, done, DELETION];
  const created = ["s", "t"].map((name): Exchanged => ["POST", PATH, 201, named(name)]);
  const id = "fieldSelector is ignored";
  assertEquals(shownIn(...created, deletion, ["GET", PATH, 200, list("3")]), [id]);
  assertEquals(shownIn(...created, deletion, ["GET", `${PATH}/t`, 404, { kind: "Status" }]), [id]);
  assertEquals(shownIn(...created, deletion, ["GET", PATH, 200, list("3", named("t"))]), []);
  // Another request deleted it.
  const other: Exchanged = ["DELETE", `${PATH}/t`, 200, done];
  assertEquals(shownIn(...created, deletion, other, ["GET", PATH, 200, list("3")]), []);
  assertEquals(shownIn(...created, other, deletion, ["GET", PATH, 200, list("3")]), []);
  const tried: Exchanged = ["DELETE", PATH, 200, done, {
    query: { ...DELETION.query, dryRun: "All" },
  }];
  assertEquals(shownIn(...created, tried, ["GET", PATH, 200, list("2", named("t"))]), []);
});

Deno.test("a row of a Table that a list does not select ignores its selector", () => {
  const rows = (name: string) => [{ cells: [name], object: { metadata: { name } } }];
  const table = (name: string): Exchanged => [
    "GET",
    PATH,
    200,
    { kind: "Table", metadata: { resourceVersion: "3" }, rows: rows(name) },
    DELETION,
  ];
  assertEquals(shownIn(table("t")), ["fieldSelector is ignored"]);
  assertEquals(shownIn(table("s")), []);
});

Deno.test("whatever shows that a held object is gone, its deletion ignored the finalizers", () => {
  const held = named("s", { finalizers: ["a/b"] });
  const created: Exchanged = ["POST", PATH, 201, held];
  const [one, all]: Exchanged[] = [
    ["DELETE", `${PATH}/s`, 200, done],
    ["DELETE", PATH, 200, done],
  ];
  const id = "finalizers are ignored";
  for (const deletion of [one!, all!]) {
    assertEquals(shownIn(created, deletion, ["GET", `${PATH}/s`, 404, { kind: "Status" }]), [id]);
    assertEquals(shownIn(created, deletion, ["GET", PATH, 200, list("3")]), [id]);
    assertEquals(
      shownIn(created, deletion, ["GET", PATH, 200, list("3", { ...held, kind: "Secret" })]),
      deletion === one ? ["deletions have no effect"] : [],
    );
  }
  const again: Exchanged = ["PUT", `${PATH}/s`, 201, named("s", { uid: "v" })];
  assertEquals(shownIn(created, one!, again), [id]);
  // The patch removes the last finalizer.
  const patched: Exchanged = ["PATCH", `${PATH}/s`, 200, named("s", { resourceVersion: "2" })];
  assertEquals(shownIn(created, one!, patched, ["GET", PATH, 200, list("3")]), []);
  assertEquals(shownIn(created, patched, one!, ["GET", PATH, 200, list("3")]), []);
});

Deno.test("a write that is answered with an error has an effect if the next read shows it", async () => {
  const created: Exchanged = ["POST", PATH, 201, object("1")];
  const shown = (version: string): Exchanged => ["GET", `${PATH}/s`, 200, object(version)];
  const rejected: Exchanged = ["PUT", `${PATH}/s`, 409, { kind: "Status" }];
  const id = "a write that is answered with 409 has an effect";
  assertEquals(shownIn(created, shown("1"), rejected, shown("2")).includes(id), true);
  assertEquals(shownIn(created, shown("1"), rejected, shown("1")).includes(id), false);
  const gone: Exchanged = ["GET", `${PATH}/s`, 404, { kind: "Status" }];
  assertEquals(shownIn(created, ["DELETE", `${PATH}/s`, 409, done], gone).includes(id), true);
  // An accepted dry run may be what removed it, and a rejected one is no such write.
  const dry = (status: number): Exchanged => ["DELETE", `${PATH}/s`, status, done, dryRun];
  assertEquals(
    shownIn(created, dry(200), ["DELETE", `${PATH}/s`, 409, done], gone).includes(id),
    false,
  );
  assertEquals(shownIn(created, dry(409), gone).includes(id), false);
  // The name was another client's.
  const taken: Exchanged = ["POST", PATH, 409, { kind: "Status" }, { body: object("1") }];
  assertEquals(shownIn(taken, shown("1")), []);
  const { relieve } = BEHAVIOURS.find((each) => each.id === id)!;
  const sentFor = async (status: number) => {
    const sent: HttpRequest[] = [];
    const send = (request: HttpRequest) => {
      sent.push(request);
      return Promise.resolve({ status, headers: new Headers(), text: "", json: {} });
    };
    const answer = await relieve!().replace!({ method: "PUT", path: PATH }, send);
    return [sent.map(({ query }) => query), answer?.status];
  };
  assertEquals(await sentFor(409), [[{ dryRun: "All" }], 409]);
  assertEquals(await sentFor(200), [[{ dryRun: "All" }], undefined]);
});

Deno.test("a deletion has no effect if it succeeds and the object stays as it is", () => {
  const created: Exchanged = ["POST", PATH, 201, named("s")];
  const [one, all]: Exchanged[] = [
    ["DELETE", `${PATH}/s`, 200, done],
    ["DELETE", PATH, 200, list("2", named("s"))],
  ];
  const ids = ["deletions have no effect"];
  for (const deletion of [one!, all!]) {
    assertEquals(shownIn(created, deletion, ["GET", `${PATH}/s`, 200, named("s")]), ids);
    const again: Exchanged = ["POST", PATH, 409, { kind: "Status" }, { body: named("s") }];
    assertEquals(shownIn(created, deletion, again), ids);
    const marked = named("s", { deletionTimestamp: "now", resourceVersion: "2" });
    assertEquals(shownIn(created, deletion, ["GET", `${PATH}/s`, 200, marked]), []);
    assertEquals(shownIn(created, deletion, ["GET", `${PATH}/s`, 404, { kind: "Status" }]), []);
  }
  // It is answered as an object that is not being deleted.
  const held = named("s", { finalizers: ["a/b"] });
  assertEquals(shownIn(["POST", PATH, 201, held], ["DELETE", `${PATH}/s`, 200, held]), ids);
});

Deno.test("a deletion ignores the finalizers of an object that has no uid, too", () => {
  const held = { kind: "Secret", metadata: { name: "s", finalizers: ["a/b"] } };
  const created: Exchanged = ["POST", PATH, 201, held];
  const deleted: Exchanged = ["DELETE", `${PATH}/s`, 200, done];
  const id = "finalizers are ignored";
  assertEquals(shownIn(created, deleted, ["GET", `${PATH}/s`, 404, { kind: "Status" }]), [id]);
  assertEquals(shownIn(created, deleted, ["GET", `${PATH}/s`, 200, held]), []);
});

Deno.test("a deletion ignores finalizers if a later write finds no object, or creates another one", () => {
  const held = named("s", { finalizers: ["a/b"] });
  const created: Exchanged = ["POST", PATH, 201, held];
  const deleted: Exchanged = ["DELETE", `${PATH}/s`, 200, done];
  const id = "finalizers are ignored";
  const refused: Exchanged = ["PUT", `${PATH}/s`, 409, { kind: "Status" }];
  const missed: Exchanged = ["PATCH", `${PATH}/s`, 404, { kind: "Status" }];
  assertEquals(shownIn(created, deleted, refused, missed), [id]);
  assertEquals(shownIn(created, deleted, refused), []);
  const headers = { "content-type": "application/apply-patch+yaml" };
  const another = named("s", { uid: "v", finalizers: ["a/b"] });
  assertEquals(shownIn(created, deleted, ["PATCH", `${PATH}/s`, 201, another, { headers }]), [id]);
  // A namespace that is deleted keeps what has finalizers.
  const closed: Exchanged = ["DELETE", "/api/v1/namespaces/a", 200, done];
  assertEquals(shownIn(created, closed, missed), [id]);
  assertEquals(shownIn(["POST", PATH, 201, named("s")], closed, missed), []);
});

Deno.test("a list that shows what its label selector does not select ignores it", () => {
  const query = (labelSelector: string) => ({ query: { labelSelector } });
  const labelled = (labels: Record<string, string>) => object("1", { labels });
  const id = "labelSelector is ignored";
  const listed = (selector: string): Exchanged => [
    "GET",
    PATH,
    200,
    list("2", labelled({ a: "b" }), labelled({ c: "d" })),
    query(selector),
  ];
  assertEquals(shownIn(listed("a=b")), [id]);
  assertEquals(shownIn(listed("e notin (x),a=b")), [id]);
  // One operator is wrong, not all.
  assertEquals(shownIn(listed("a notin (b)")), []);
  assertEquals(shownIn(listed("a notin (b),e!=f")), []);
  assertEquals(shownIn(listed("a")), []);
  const rows = [{ cells: ["s"], object: { metadata: { labels: { c: "d" } } } }];
  assertEquals(shownIn(["GET", PATH, 200, { kind: "Table", rows }, query("a=b")]), [id]);
  assertEquals(shownIn(["GET", PATH, 200, { kind: "Table", rows }, query("c=d")]), []);
});

Deno.test("a form that shows objects without their labels does not ignore label selectors", () => {
  const created: Exchanged = ["POST", PATH, 201, object("1", { labels: { a: "b" } })];
  const listed = (version: string): Exchanged => [
    "GET",
    PATH,
    200,
    list("2", { kind: "PartialObjectMetadata", ...object(version) }),
    { query: { labelSelector: "a=b" } },
  ];
  assertEquals(shownIn(created, listed("1")), []);
  // Another state may have lost the label.
  const updated: Exchanged = ["PUT", `${PATH}/s`, 200, object("2")];
  assertEquals(shownIn(created, updated, listed("2")), ["labelSelector is ignored"]);
});

Deno.test("a list of one who ignores label selectors is relieved of what they do not select", async () => {
  const { relieve } = BEHAVIOURS.find(({ id }) => id === "labelSelector is ignored")!;
  const { response, document } = relieve!();
  const [own, other] = [{ a: "b" }, { c: "d" }].map((labels) => object("1", { labels }));
  const relieved = async (json: JsonObject, method: HttpRequest["method"] = "GET") => {
    const answer: HttpResponse = { status: 200, headers: new Headers(), text: "", json };
    const request = { method, path: PATH, query: { labelSelector: "a in (b)" } };
    const again = () => Promise.resolve(answer);
    return (await response!(answer, request, again, again, noWatch)).json;
  };
  assertEquals(await relieved(list("2", own!, other!)), list("2", own!));
  assertEquals(await relieved(list("2", own!, other!), "DELETE"), list("2", own!, other!));
  const rows = [own, other].map((each) => ({ cells: [], object: each! }));
  assertEquals(await relieved({ kind: "Table", rows }), { kind: "Table", rows: rows.slice(0, 1) });
  const query = { labelSelector: "a=b" };
  assertEquals(document!({ type: "ADDED", object: other! }, { path: PATH, query }), undefined);
  assertEquals(document!({ type: "ADDED", object: own! }, { path: PATH, query })?.object, own);
  const table = (rowOf?: JsonObject): WatchDocument => ({
    type: "ADDED",
    object: {
      ...{ kind: "Table", metadata: { resourceVersion: "1" } },
      rows: [{ cells: [], object: rowOf! }],
    },
  });
  assertEquals(document!(table(other), { path: PATH, query }), undefined);
  assertEquals(document!(table(own), { path: PATH, query }), table(own));
  const gone = { type: "ERROR", object: { kind: "Status", metadata: {}, code: 410 } } as const;
  assertEquals(document!(gone, { path: PATH, query }), gone);
});

Deno.test("a deletion that succeeds with preconditions that the object misses ignores them", () => {
  const id = "preconditions are ignored";
  const created: Exchanged = ["POST", PATH, 201, object("1")];
  const deletion = (preconditions: JsonObject, answer = done): Exchanged => [
    "DELETE",
    `${PATH}/s`,
    200,
    answer,
    { body: { preconditions } },
  ];
  assertEquals(shownIn(created, deletion({ uid: "other" })), [id]);
  assertEquals(shownIn(created, deletion({ resourceVersion: "7" })), [id]);
  assertEquals(shownIn(created, deletion({ uid: "u", resourceVersion: "1" })), []);
  // The last write, whose object is not known, may have changed it.
  assertEquals(
    shownIn(created, ["PATCH", `${PATH}/s`, 200, {}], deletion({ resourceVersion: "7" })),
    [],
  );
  const all: Exchanged = ["DELETE", PATH, 200, list("2", object("1")), {
    body: { preconditions: { uid: "other" } },
  }];
  assertEquals(shownIn(created, all), [id]);
});

Deno.test("a deletion of a collection that deletes more than its limit ignores it", () => {
  const deleted = (
    ...items: JsonObject[]
  ): Exchanged => ["DELETE", PATH, 200, list("2", ...items), {
    query: { limit: "1" },
  }];
  assertEquals(shownIn(deleted(object("1"), object("2"))), ["limit of a deletion is ignored"]);
  assertEquals(shownIn(deleted(object("1"))), []);
});

Deno.test("a deletion of a collection that deletes what has other labels ignores labelSelector", () => {
  const deleted = (
    ...items: JsonObject[]
  ): Exchanged => ["DELETE", PATH, 200, list("2", ...items), {
    query: { labelSelector: "a=b,c<5" },
  }];
  const labelled = (labels: JsonObject) => object("1", { labels });
  const id = "labelSelector is ignored";
  assertEquals(shownIn(deleted(labelled({ a: "b" }), labelled({ a: "c" }))), [id]);
  // Whether it is wrong to select this one, only the operator says.
  assertEquals(shownIn(deleted(labelled({ a: "b", c: "7" }))), []);
  const create: Exchanged = ["POST", PATH, 201, labelled({ a: "c" })];
  const gone: Exchanged = ["GET", `${PATH}/s`, 404, { kind: "Status" }];
  assertEquals(shownIn(create, deleted(), gone), [id]);
  assertEquals(shownIn(create, deleted()), []);
});

Deno.test("a field selector that is ignored only with != is named by that", () => {
  const behaviour = BEHAVIOURS.find(({ id }) => id === "fieldSelector is ignored")!;
  const nameFor = (...selectors: string[]) =>
    behaviour.nameOf?.(behaviour.shows(seenOf(
      ...selectors.map((fieldSelector): Exchanged => ["GET", PATH, 200, list("2", object("1")), {
        query: { fieldSelector },
      }]),
    )));
  assertEquals(nameFor("metadata.name!=s"), "A `fieldSelector` that has `!=` selects wrongly");
  assertEquals(nameFor("metadata.name!=s", "metadata.name=t"), undefined);
});

Deno.test("a deletion that ignores its labels is relieved of what it does not select", async () => {
  const relief = BEHAVIOURS.find(({ id }) => id === "labelSelector is ignored")!.relieve!();
  const own = (name: string, a: string): JsonObject => ({
    metadata: { name, namespace: "a", labels: { a, "plumbline/scope": "x" } },
  });
  const foreign: JsonObject = { metadata: { name: "f", namespace: "a", labels: { a: "b" } } };
  const deletedFrom = async (...items: JsonObject[]) => {
    const deleted: string[] = [];
    const response = await relief.replace!(
      { method: "DELETE", path: PATH, query: { labelSelector: "a=b" } },
      ({ method, path }) => {
        if (method === "DELETE") deleted.push(path);
        const json = method === "GET" ? list("1", ...items) : done;
        return Promise.resolve({ status: 200, headers: new Headers(), text: "", json });
      },
    );
    return [response?.status, deleted];
  };
  assertEquals(await deletedFrom(own("s", "b"), own("t", "c")), [200, [`${PATH}/s`]]);
  // What the run did not create is never deleted.
  assertEquals(await deletedFrom(own("s", "b"), foreign), [undefined, []]);
});

Deno.test("objects without a resourceVersion are named by what shows them", () => {
  const bare = { kind: "Secret", metadata: { name: "s" } };
  const behaviour = BEHAVIOURS.find(({ id }) => id === "no resourceVersion of objects")!;
  const nameFor = (...exchanges: Exchanged[]) => {
    const seen = behaviour.shows(seenOf(...exchanges));
    return seen.length === 0 ? undefined : behaviour.nameOf?.(seen) ?? behaviour.name;
  };
  const create: Exchanged = ["POST", PATH, 201, bare];
  const read: Exchanged = ["GET", `${PATH}/s`, 200, bare];
  assertEquals(nameFor(create, read), "Objects have no `resourceVersion`");
  assertEquals(nameFor(read), "Reads show no `resourceVersion`");
  assertEquals(nameFor(create), "A write is answered without `resourceVersion`");
  assertEquals(nameFor(["POST", PATH, 201, bare, { query: { dryRun: "All" } }]), undefined);
  assertEquals(nameFor(["POST", PATH, 201, { kind: "TokenReview", metadata: {} }]), undefined);
  const lists = BEHAVIOURS.find(({ id }) => id === "no resourceVersion of lists")!;
  const bareList = (accept = ""): Exchanged => [
    "GET",
    PATH,
    200,
    { metadata: {}, items: [] },
    { headers: { Accept: accept } },
  ];
  const table = bareList("application/json;as=Table;v=v1;g=meta.k8s.io");
  assertEquals(lists.nameOf?.(lists.shows(seenOf(bareList(), table))), undefined);
  assertEquals(
    lists.nameOf?.(lists.shows(seenOf(table))),
    "A list as a Table has no `resourceVersion`",
  );
});

Deno.test("a read in one namespace that shows an object of another is relieved of it", async () => {
  const of = (namespace: string) => object("1", { namespace });
  const id = "namespaces are not kept apart";
  const other: Exchanged = ["POST", PATH.replace("/a/", "/b/"), 201, of("b"), { body: of("b") }];
  assertEquals(shownIn(other, ["GET", PATH, 200, list("2", of("a"), of("b"))]), [id]);
  assertEquals(shownIn(other, ["GET", `${PATH}/s`, 200, of("b")]), [id]);
  // It was written here, and stored with the namespace that it was sent with.
  const sent: Exchanged = ["PUT", `${PATH}/s`, 200, of("b"), { body: of("b") }];
  assertEquals(shownIn(sent, ["GET", `${PATH}/s`, 200, of("b")]), []);
  // One of another case.
  assertEquals(shownIn(["GET", PATH, 200, list("2", of("a"), of("b"))]), [id]);
  const table = (...rows: JsonObject[]) => ({
    kind: "Table",
    rows: rows.map((row) => ({ object: row })),
  });
  assertEquals(shownIn(other, ["GET", PATH, 200, table(of("b"))]), [id]);
  assertEquals(shownIn(["GET", PATH, 200, list("2", of("a"))]), []);
  assertEquals(shownIn(["GET", "/api/v1/secrets", 200, list("2", of("a"), of("b"))]), []);
  const { response } = BEHAVIOURS.find((one) => one.id === id)!.relieve!();
  const relieved = async (path: string, json: JsonObject) => {
    const given: HttpResponse = { status: 200, headers: new Headers(), text: "", json };
    const again = () => Promise.resolve(given);
    return await response!(given, { method: "GET", path }, again, again, noWatch);
  };
  assertEquals((await relieved(PATH, list("2", of("a"), of("b")))).json, list("2", of("a")));
  assertEquals((await relieved(PATH, table(of("a"), of("b")))).json, table(of("a")));
  assertEquals((await relieved(`${PATH}/s`, of("b"))).status, 404);
  assertEquals((await relieved(`${PATH}/s`, of("a"))).status, 200);
});

Deno.test("a watch of a namespace that shows an object of another is relieved of it", () => {
  const of = (namespace: string) => object("1", { namespace });
  const metadata = { resourceVersion: "1" };
  const rows = { kind: "Table", metadata, rows: [{ object: of("ab") }] };
  const query = { labelSelector: "c=d" };
  for (const foreign of [of("ab"), rows]) {
    const event: WatchDocument = { type: "ADDED", object: foreign };
    const response: HttpResponse = {
      status: 200,
      headers: new Headers(),
      text: "",
      json: undefined,
    };
    const stream = { documents: [event] } as unknown as WatchStream;
    const seen = seenIn({ method: "GET", path: PATH, query }, response, { stream });
    const shown = BEHAVIOURS.filter(({ shows }) => shows([seen]).length > 0);
    assertEquals(shown.map(({ name }) => name), ["A watch of a namespace shows objects of others"]);
    const { document } = shown[0]!.relieve!();
    assertEquals(document!(event, { path: PATH }), undefined);
    assertEquals(document!(event, { path: "/api/v1/secrets" }), event);
    const own: WatchDocument = { type: "ADDED", object: of("a") };
    assertEquals(document!(own, { path: PATH }), own);
  }
});

Deno.test("an error whose JSON cannot be read is named so, and relieved of that", async () => {
  const request: HttpRequest = { method: "GET", path: `${PATH}/s` };
  const answered = (type: string, json?: JsonObject): HttpResponse => ({
    status: 400,
    headers: new Headers({ "content-type": type }),
    text: '{"message": "an "unescaped" quote"}',
    json,
  });
  const idsOf = (response: HttpResponse) =>
    BEHAVIOURS.filter(({ shows }) => shows([seenIn(request, response)]).length > 0)
      .map(({ id }) => id);
  assertEquals(idsOf(answered("application/json")), ["errors cannot be read"]);
  assertEquals(idsOf(answered("text/plain")), ["errors have no Status"]);
  assertEquals(idsOf(answered("application/json", { kind: "Other" })), ["errors have no Status"]);
  assertEquals(idsOf(answered("application/json", { kind: "Status" })), []);
  const { response } = BEHAVIOURS.find(({ id }) => id === "errors cannot be read")!.relieve!();
  const relieved = async (given: HttpResponse) => {
    const again = () => Promise.resolve(given);
    const { json } = await response!(given, request, again, again, noWatch);
    return (json as JsonObject | undefined)?.reason;
  };
  assertEquals(await relieved(answered("application/json")), "BadRequest");
  assertEquals(await relieved(answered("text/plain")), undefined);
});

Deno.test("an error that is answered with a success is relieved of that, in YAML, too", async () => {
  const id = "errors are answered with a success";
  const { response } = BEHAVIOURS.find((each) => each.id === id)!.relieve!();
  const request: HttpRequest = { method: "GET", path: `${PATH}/s` };
  const again = () => Promise.reject(new Error("nothing is sent again"));
  const statusOf = async (text: string, type: string) => {
    const headers = new Headers({ "content-type": type });
    const json = type === "application/json" ? JSON.parse(text) : undefined;
    return (await response!({ status: 200, headers, text, json }, request, again, again, noWatch))
      .status;
  };
  const failure = { kind: "Status", status: "Failure", code: 404 };
  assertEquals(await statusOf(JSON.stringify(failure), "application/json"), 404);
  assertEquals(
    await statusOf("kind: Status\nstatus: Failure\ncode: 410\n", "application/yaml"),
    410,
  );
  assertEquals(await statusOf(JSON.stringify(done), "application/json"), 200);
});

Deno.test("a page at a version that shows another one ignores it", () => {
  const page = (
    query: Record<string, string>,
  ): Exchanged => ["GET", PATH, 200, list("9"), { query }];
  const id = "resourceVersion of a page is ignored";
  assertEquals(shownIn(page({ limit: "2", resourceVersion: "7" })), [id]);
  assertEquals(shownIn(page({ limit: "2", resourceVersion: "9" })), []);
  assertEquals(shownIn(page({ limit: "2", resourceVersion: "0" })), []);
  assertEquals(shownIn(page({ resourceVersion: "7" })), []);
  assertEquals(shownIn(page({ limit: "2", resourceVersion: "7", continue: "c" })), []);
});

Deno.test("a list that has lost an item and not changed its version hides a deletion", () => {
  const [one, other] = [object("1"), object("2", { name: "t", uid: "t" })];
  const listed = (
    version: string,
    ...items: JsonObject[]
  ): Exchanged => ["GET", PATH, 200, list(version, ...items)];
  const id = "a list's resourceVersion does not change by a deletion";
  assertEquals(shownIn(listed("3", one, other), listed("3", one)), [id]);
  assertEquals(shownIn(listed("3", one, other), listed("4", one)), []);
  assertEquals(shownIn(listed("3", one), listed("3", one, other)), []);
  const selected: Exchanged = ["GET", PATH, 200, list("3", one), {
    query: { fieldSelector: "metadata.name=s" },
  }];
  assertEquals(shownIn(listed("3", one, other), selected), []);
});

Deno.test("a deletion in pages that continues a state before the last write has its version", () => {
  const created: Exchanged = ["POST", PATH, 201, object("5")];
  const page = (resourceVersion: string): Exchanged => [
    "DELETE",
    PATH,
    200,
    { kind: "Status", metadata: { resourceVersion, continue: "more" } },
    { query: { limit: "1" } },
  ];
  const next: Exchanged = ["DELETE", PATH, 200, done, { query: { limit: "1", continue: "more" } }];
  const id = "a list's resourceVersion does not change";
  assertEquals(shownIn(created, page("1"), next).includes(id), true);
  assertEquals(shownIn(created, page("5"), next).includes(id), false);
  assertEquals(shownIn(page("1"), next).includes(id), false);
});

Deno.test("a Table with a row that is newer than it says has an old version, as a list has", () => {
  const id = "a list's resourceVersion does not change";
  const listed = (version: string): Exchanged => [
    "GET",
    PATH,
    200,
    { kind: "Table", metadata: { resourceVersion: "2" }, rows: [{ object: object(version) }] },
  ];
  assertEquals(shownIn(listed("3")).includes(id), true);
  assertEquals(shownIn(listed("2")).includes(id), false);
});

Deno.test("a dry run after which a read shows another resourceVersion had an effect", () => {
  const after = (version: string, status?: JsonObject) => {
    const read = (resourceVersion: string): JsonObject => ({
      ...object(resourceVersion),
      ...(status && { status }),
    });
    return shownIn(
      ["GET", `${PATH}/s`, 200, read("1")],
      ["PUT", `${PATH}/s`, 200, object("1"), dryRun],
      ["GET", `${PATH}/s`, 200, read(version)],
    );
  };
  assertEquals(after("1"), []);
  assertEquals(after("2"), ["dryRun is ignored"]);
  // A controller may have written the status.
  assertEquals(after("2", { replicas: 1 }), []);
  // The current version of an object is no sign, if what was sent is not stored with it.
  const changed = object("2", { labels: { a: "b" } });
  const read = (shown: JsonObject) =>
    shownIn(["POST", PATH, 201, object("3")], ["PUT", `${PATH}/s`, 200, changed, dryRun], [
      "GET",
      `${PATH}/s`,
      200,
      shown,
    ]);
  const id = "a write is answered with another resourceVersion";
  assertEquals(read(object("2")), [id]);
  assertEquals(read(changed).includes("dryRun is ignored"), true);
});

Deno.test("a later page shows another state if its resourceVersion is not that of its token", () => {
  const page = (resourceVersion: string, token = "") => ({
    kind: "SecretList",
    metadata: { resourceVersion, continue: token },
    items: [],
  });
  const first: Exchanged = ["GET", PATH, 200, page("7", "abc"), { query: { limit: "1" } }];
  const next = (resourceVersion: string, token: string): Exchanged => [
    "GET",
    PATH,
    200,
    page(resourceVersion),
    { query: { limit: "1", continue: token } },
  ];
  assertEquals(shownIn(first, next("8", "abc")), ["continue is ignored"]);
  // Or if it has its version, and an item that is newer, which says nothing of other lists.
  const newer: Exchanged = ["GET", PATH, 200, list("7", object("9")), {
    query: { limit: "1", continue: "abc" },
  }];
  assertEquals(shownIn(first, newer), ["continue is ignored"]);
  assertEquals(shownIn(first, next("7", "abc")), []);
  // The token of an error is for the newest state.
  const gone = { kind: "Status", status: "Failure", metadata: { continue: "new" } };
  const expired: Exchanged = ["GET", PATH, 410, gone, { query: { limit: "1", continue: "abc" } }];
  assertEquals(shownIn(first, expired, next("9", "new")), []);
});

Deno.test("a label selector that is ignored for its set of values is named by that", () => {
  const behaviour = BEHAVIOURS.find(({ id }) => id === "labelSelector is ignored");
  const titleOf = (...selectors: readonly string[]) =>
    behaviour?.nameOf?.(selectors.map((labelSelector) => {
      const response = { status: 200, headers: new Headers(), text: "", json: list("1") };
      return seenIn({ method: "GET", path: PATH, query: { labelSelector } }, response);
    }));
  const words = "A `labelSelector` that has `in` or `notin` is ignored";
  assertEquals(titleOf("tier notin (x),scope=a", "group in (a, b),scope=a"), words);
  assertEquals(titleOf("tier notin (x),scope=a", "scope=a"), undefined);
});
