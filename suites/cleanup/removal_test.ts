import { assertEquals } from "@std/assert";
import { CollectionProofs } from "./collection_proofs.ts";
import { type Removal, removeObjects } from "./removal.ts";
import { type Misbehaviour, startTestTarget } from "../engine/test_target.ts";

const OWN = "/api/v1/namespaces/own/secrets";
const SHARED = "/api/v1/namespaces/shared/secrets";
const CLUSTER = "/apis/rbac.authorization.svc.io/v1/clusterroles";

/** Creates objects at these paths, removes them, and returns the requests and the leftovers. */
async function remove(
  paths: readonly string[],
  options: Partial<Removal> = {},
  misbehave: Misbehaviour = () => undefined,
) {
  const requests: string[] = [];
  await using served = startTestTarget((request, path) => {
    const { search } = new URL(request.url);
    requests.push(`${request.method} ${path}${search}`);
    return misbehave(request, path);
  });
  for (const path of paths) {
    served.objects.set(path, { metadata: { name: path.slice(path.lastIndexOf("/") + 1) } });
  }
  const left = await removeObjects(served.target.client, {
    paths: new Set(paths),
    finalized: new Set(),
    gone: new Set(),
    selector: "plumbline/scope=one",
    namespaces: ["own"],
    ...options,
  });
  return { left, requests, objects: served.objects };
}

const named = (collection: string, ...names: string[]) =>
  names.map((name) => `${collection}/${name}`);

Deno.test("in an own namespace objects are removed by one request with their label", async () => {
  const paths = named(OWN, "a", "b", "c");
  const { left, requests } = await remove(
    paths,
    {},
    (request) =>
      request.method === "DELETE"
        ? Response.json({ items: ["a", "b", "c"].map((name) => ({ metadata: { name } })) })
        : undefined,
  );
  assertEquals(left, []);
  assertEquals(requests, [`DELETE ${OWN}?labelSelector=plumbline%2Fscope%3Done`]);
});

Deno.test("an object that lost its label is removed on its own", async () => {
  const paths = named(OWN, "a", "b", "c");
  for (const says of [{ items: [{ metadata: { name: "a" } }] }, { kind: "Status" }]) {
    const { left, requests, objects } = await remove(paths, {}, (request, path) => {
      if (request.method === "DELETE" && path === OWN) return Response.json(says);
      if (request.method !== "GET") return undefined;
      return Response.json({ items: [{ metadata: { name: "b" } }, { metadata: { name: "c" } }] });
    });
    assertEquals([left, [...objects.keys()]], [[], [paths[0]]]);
    assertEquals(requests.filter((one) => one.startsWith(`DELETE ${OWN}/`)).sort(), [
      `DELETE ${OWN}/b`,
      `DELETE ${OWN}/c`,
    ]);
  }
});

Deno.test("where deletions have proved to be complete, no list follows in an own namespace", async () => {
  const proofs = new CollectionProofs();
  const status = (request: Request, path: string) =>
    request.method === "DELETE" && [OWN, SHARED].includes(path)
      ? Response.json({ kind: "Status" })
      : request.method === "GET"
      ? Response.json({ items: [] })
      : undefined;
  const own = named(OWN, "a", "b");
  const deletedAlone: string[] = [];
  const listsOf = async (paths: readonly string[], options: Partial<Removal>) => {
    const { requests } = await remove(paths, { proofs, ...options }, status);
    deletedAlone.push(...requests.filter((one) => one.startsWith(`DELETE ${OWN}/`)));
    return requests.filter((one) => one.startsWith("GET")).length;
  };
  const lists: number[] = [];
  for (let count = 0; count < 4; count++) {
    lists.push(await listsOf(own, { labelled: new Set(own) }));
  }
  assertEquals(lists, [1, 1, 1, 0]);
  // One of the objects may have lost its label: it is deleted on its own.
  assertEquals(deletedAlone, []);
  assertEquals(await listsOf(own, { labelled: new Set([own[0]!]) }), 0);
  assertEquals(deletedAlone, [`DELETE ${OWN}/b`]);
  // Several may have lost it.
  assertEquals(await listsOf(own, { labelled: new Set() }), 1);
  const shared = named(SHARED, "a", "b");
  assertEquals(await listsOf(shared, { labelled: new Set(shared), disposable: true }), 0);
});

Deno.test("a deletion of a collection that is accepted is one, as far as lists show", async () => {
  const proofs = new CollectionProofs();
  const own = named(OWN, "a", "b");
  const requestsOf = async () => {
    const options = { proofs, labelled: new Set(own) };
    const { requests, left } = await remove(
      own,
      options,
      (request, path) =>
        request.method === "DELETE" && path === OWN
          ? Response.json({ kind: "Status" }, { status: 202 })
          : request.method === "GET"
          ? Response.json({ items: [] })
          : undefined,
    );
    assertEquals(left, []);
    return requests.length;
  };
  const counts: number[] = [];
  for (let count = 0; count < 4; count++) counts.push(await requestsOf());
  assertEquals(counts, [2, 2, 2, 1]);
});

Deno.test("an object that lists show after its deletion was accepted is deleted again", async () => {
  const own = named(OWN, "a", "b");
  const { requests } = await remove(
    own,
    {},
    (request, path) =>
      request.method === "DELETE" && path === OWN
        ? Response.json({ items: [{ metadata: { name: "a" } }] }, { status: 202 })
        : request.method === "GET"
        ? Response.json({ items: [{ metadata: { name: "b" } }] })
        : undefined,
  );
  assertEquals(requests.filter((one) => one.startsWith(`DELETE ${OWN}/`)), [`DELETE ${own[1]}`]);
});

Deno.test("without deletecollection each object is deleted on its own", async () => {
  const paths = named(OWN, "a", "b", "c");
  const { left, objects } = await remove(
    paths,
    {},
    (request, path) =>
      request.method === "DELETE" && path === OWN ? Response.json({}, { status: 405 }) : undefined,
  );
  assertEquals([left, objects.size], [[], 0]);
});

Deno.test("in a shared namespace each request deletes one object", async () => {
  const paths = [...named(SHARED, "a", "b", "c"), ...named(CLUSTER, "a", "b", "c")];
  const { left, requests } = await remove(paths);
  assertEquals([left, requests.toSorted()], [[], paths.map((path) => `DELETE ${path}`).toSorted()]);
});

Deno.test("missing objects are skipped, remaining ones are reported", async () => {
  const paths = named(CLUSTER, "gone", "stays", "held");
  const { left, requests } = await remove(
    paths,
    { gone: new Set([paths[0]!]), finalized: new Set([paths[0]!, paths[2]!]) },
    (request, path) =>
      request.method === "DELETE" && path === paths[1]
        ? Response.json({}, { status: 403 })
        : undefined,
  );
  assertEquals(left, [paths[1]]);
  assertEquals(requests.toSorted(), [
    `DELETE ${paths[2]}`,
    `DELETE ${paths[1]}`,
    `PATCH ${paths[2]}`,
  ]);
});

Deno.test("a deletion that is answered without a body is one", async () => {
  const { left } = await remove(
    named(OWN, "a", "b"),
    {},
    (request) => request.method === "DELETE" ? new Response(null, { status: 204 }) : undefined,
  );
  assertEquals(left, []);
});

Deno.test("a deletion has the parameters that the type needs", async () => {
  const policyOf = (path: string) =>
    path.startsWith(OWN) ? { propagationPolicy: "Background" } : undefined;
  const { requests } = await remove([...named(OWN, "a"), ...named(SHARED, "a")], { policyOf });
  assertEquals(requests.filter((each) => each.startsWith("DELETE")).sort(), [
    `DELETE ${OWN}/a?propagationPolicy=Background`,
    `DELETE ${SHARED}/a`,
  ]);
});

Deno.test("where no merge patch is served, finalizers are taken away by an update, and a 404 proves nothing", async () => {
  const [path = ""] = named(CLUSTER, "a");
  const metadata = { name: "a", finalizers: ["example.com/hold"] };
  const { left, requests, objects } = await remove(
    [path],
    { finalized: new Set([path]), isUnpatched: true },
    (request) => {
      if (request.method === "PATCH") return Response.json({ kind: "Status" }, { status: 404 });
      return request.method === "GET" ? Response.json({ metadata }) : undefined;
    },
  );
  assertEquals([left, [...objects.keys()]], [[], []]);
  assertEquals(requests, [`GET ${path}`, `PUT ${path}`, `DELETE ${path}`]);
});

Deno.test("a namespace is finalized where no controller does it, after what is in it", async () => {
  const path = "/api/v1/namespaces/own";
  let isFinalized = false;
  const { left, requests } = await remove([path, ...named(OWN, "a")], {}, (request, at) => {
    if (at === `${path}/serviceaccounts`) return Response.json({ items: [] });
    if (at === `${path}/finalize`) isFinalized = true;
    if (!at.startsWith(path) || at.startsWith(OWN)) return undefined;
    if (isFinalized && request.method === "GET") return Response.json({}, { status: 404 });
    return Response.json({
      kind: "Namespace",
      metadata: { name: "own", deletionTimestamp: "now" },
    });
  });
  assertEquals([left, isFinalized], [[], true]);
  const deletions = requests.filter((each) => each.startsWith("DELETE"));
  assertEquals(deletions, [`DELETE ${OWN}/a`, `DELETE ${path}`]);
});
