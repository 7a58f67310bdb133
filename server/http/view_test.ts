/**
 * Tests of Tables and of responses with only the metadata.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { deploymentOf, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

const RBAC = "/apis/rbac.authorization.svc.io/v1";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const as = (view: string) => ({
  headers: { accept: `application/json;as=${view};g=meta.svc.io;v=v1` },
});

interface Column {
  readonly name: string;
  readonly type: string;
  readonly priority: number;
}

/** Returns a Table's columns as `Name:type`, those of `kubectl get -o wide` in brackets. */
const columnsOf = ({ columnDefinitions }: { columnDefinitions: Column[] }) =>
  columnDefinitions.map(({ name, type, priority }) =>
    priority > 0 ? `[${name}:${type}]` : `${name}:${type}`
  );

const rowsOf = ({ rows }: { rows: { cells: unknown[] }[] }) =>
  rows.map(({ cells }) => cells.map(withoutLastSecond));

/** Replaces ages that depend on the time that really passes during a test. */
function withoutLastSecond(cell: unknown): unknown {
  return cell === "1s" ? "0s" : cell === "91s" ? "90s" : cell;
}

/** Creates an object and gets it as a Table. */
async function tableOf(server: TestServer, path: string, body: JsonObject) {
  const { metadata: { name } } = await server.must("POST", path, { body });
  server.clock.advance(90_000);
  return await server.must("GET", `${path}/${name}`, as("Table"));
}

Deno.test("a kind without columns of its own has the columns Name and Created At", async () => {
  await withServer(async (server) => {
    const table = await tableOf(server, `${RBAC}/clusterroles`, { metadata: { name: "r" } });
    assertEquals([table.kind, table.apiVersion], ["Table", "meta.svc.io/v1"]);
    assertEquals(columnsOf(table), ["Name:string", "Created At:date"]);
    const { metadata } = await server.must("GET", `${RBAC}/clusterroles/r`);
    assertEquals(rowsOf(table), [["r", metadata.creationTimestamp]]);
    assertEquals(table.metadata.resourceVersion, metadata.resourceVersion);
  });
});

Deno.test("the Table of secrets has their type and number of keys, and no values", async () => {
  await withServer(async (server) => {
    const body = secretOf("s", { data: { a: "c2VjcmV0", b: "" } });
    const table = await tableOf(server, SECRETS, body);
    assertEquals(columnsOf(table), ["Name:string", "Type:string", "Data:string", "Age:string"]);
    assertEquals(rowsOf(table), [["s", "Opaque", 2, "90s"]]);
    assertEquals(JSON.stringify(table).includes("c2VjcmV0"), false);
  });
});

Deno.test("the Table of deployments has ready and desired replicas, and more in the wide columns", async () => {
  await withServer(async (server) => {
    const body = deploymentOf("d", { replicas: 3 });
    await server.must("POST", DEPLOYMENTS, { body });
    const status = { replicas: 3, readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1 };
    await server.must("PATCH", `${DEPLOYMENTS}/d/status`, {
      body: { status },
      type: "application/merge-patch+json",
    });
    const table = await server.must("GET", DEPLOYMENTS, as("Table"));
    assertEquals(columnsOf(table), [
      "Name:string",
      "Ready:string",
      "Up-to-date:string",
      "Available:string",
      "Age:string",
      "[Containers:string]",
      "[Images:string]",
      "[Selector:string]",
    ]);
    assertEquals(rowsOf(table), [["d", "2/3", 3, 1, "0s", "main", "example", "app=d"]]);
  });
});

for (
  const [path, kind] of [
    [`${RBAC}/namespaces/default/rolebindings`, "Role"],
    [`${RBAC}/clusterrolebindings`, "ClusterRole"],
  ] as const
) {
  Deno.test(`bindings to a ${kind} show it, and their subjects by kind where there is room`, async () => {
    await withServer(async (server) => {
      const table = await tableOf(server, path, {
        metadata: { name: "b" },
        roleRef: { apiGroup: "rbac.authorization.svc.io", kind, name: "r" },
        subjects: [
          { kind: "User", name: "u" },
          { kind: "User", name: "v" },
          { kind: "Group", name: "g" },
          { kind: "ServiceAccount", name: "a", namespace: "n" },
        ],
      });
      assertEquals(columnsOf(table), [
        "Name:string",
        "Role:string",
        "Age:string",
        "[Users:string]",
        "[Groups:string]",
        "[ServiceAccounts:string]",
      ]);
      assertEquals(rowsOf(table), [["b", `${kind}/r`, "90s", "u, v", "g", "n/a"]]);
    });
  });
}

Deno.test("the Table of namespaces has their phase", async () => {
  await withServer(async (server) => {
    const namespaces = "/api/v1/namespaces";
    const body = { metadata: { name: "n", finalizers: ["example.com/hold"] } };
    assertEquals(rowsOf(await tableOf(server, namespaces, body)), [["n", "Active", "90s"]]);
    await server.must("DELETE", `${namespaces}/n`);
    const table = await server.must("GET", `${namespaces}/n`, as("Table"));
    assertEquals(columnsOf(table), ["Name:string", "Status:string", "Age:string"]);
    assertEquals(rowsOf(table), [["n", "Terminating", "90s"]]);
  });
});

Deno.test("`includeObject` selects the part of the object in each row", async () => {
  await withServer(async (server) => {
    const made = await server.must("POST", SECRETS, { body: secretOf("s", { data: { a: "" } }) });
    const objectOf = async (query: string) =>
      (await server.must("GET", `${SECRETS}${query}`, as("Table"))).rows[0].object;
    const partial = {
      kind: "PartialObjectMetadata",
      apiVersion: "meta.svc.io/v1",
      metadata: made.metadata,
    };
    assertEquals(await objectOf(""), partial);
    assertEquals(await objectOf("?includeObject=Metadata"), partial);
    assertEquals(await objectOf("?includeObject=None"), null);
    const whole = await objectOf("?includeObject=Object");
    assertEquals([whole.kind, whole.data, whole.metadata], ["Secret", { a: "" }, made.metadata]);
  });
});

Deno.test("a Table supports `limit`, `continue` and selectors like a list", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b", "c"]) {
      const metadata = { labels: { keep: name === "b" ? "no" : "yes" } };
      await server.must("POST", SECRETS, { body: secretOf(name, { metadata }) });
    }
    const first = await server.must("GET", `${SECRETS}?limit=2`, as("Table"));
    assertEquals(rowsOf(first).map(([name]) => name), ["a", "b"]);
    assertEquals(first.metadata.remainingItemCount, 1);
    const token = encodeURIComponent(first.metadata.continue);
    const rest = await server.must("GET", `${SECRETS}?limit=2&continue=${token}`, as("Table"));
    assertEquals(rowsOf(rest).map(([name]) => name), ["c"]);
    const selected = await server.must("GET", `${SECRETS}?labelSelector=keep%3Dyes`, as("Table"));
    assertEquals(rowsOf(selected).map(([name]) => name), ["a", "c"]);
    const none = await server.must("GET", `${SECRETS}?labelSelector=keep%3Dother`, as("Table"));
    assertEquals([none.rows, columnsOf(none).length], [[], 4]);
  });
});

Deno.test("a watch that accepts Tables sends each event as a Table", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`, as("Table"));
    await server.must("POST", SECRETS, { body: secretOf("a") });
    await server.must("DELETE", `${SECRETS}/a`);
    for (const type of ["ADDED", "DELETED"]) {
      const event = await watch.next();
      assertEquals([event?.type, event?.object.kind], [type, "Table"]);
      assertEquals(rowsOf(event?.object)[0]?.[0], "a");
    }
  });
});

Deno.test("PartialObjectMetadata contains only metadata, for one object and for lists", async () => {
  await withServer(async (server) => {
    const { metadata } = await server.must("POST", SECRETS, {
      body: secretOf("a", { data: { x: "" } }),
    });
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.svc.io/v1", metadata };
    const one = await server.must("GET", `${SECRETS}/a`, as("PartialObjectMetadata"));
    assertEquals(one, partial);
    const many = await server.must("GET", SECRETS, as("PartialObjectMetadataList"));
    assertEquals(many.kind, "PartialObjectMetadataList");
    assertEquals(many.items, [partial]);
  });
});
