/**
 * The stability of API versions, and deprecation warnings.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { withPlugins } from "@plumbline/plugins/testing";
import { type TestServer, withServer } from "../testing.ts";
import {
  compareVersions,
  isServedByDefault,
  type Lifecycle,
  stabilityOf,
  type VersionedResource,
} from "./api_version.ts";

Deno.test("the name of a version states its stability", () => {
  const versions = ["v1", "v2", "v1beta1", "v2beta12", "v1alpha1"];
  assertEquals(versions.map(stabilityOf), ["stable", "stable", "beta", "beta", "alpha"]);
});

Deno.test("the most stable version is preferred, then the newest", () => {
  const versions = ["v1alpha1", "v1beta2", "v1", "v11beta2", "v1beta10", "v2", "v2alpha3"];
  assertEquals(
    versions.sort(compareVersions),
    ["v2", "v1", "v11beta2", "v1beta10", "v1beta2", "v2alpha3", "v1alpha1"],
  );
});

const resource = (version: string, lifecycle?: Lifecycle): VersionedResource => ({
  group: "example",
  version,
  resource: "boxes",
  kind: "Box",
  ...(lifecycle && { lifecycle }),
});

const TABLE: readonly [string, VersionedResource, boolean][] = [
  ["a stable version is served", resource("v1"), true],
  ["a new stable version is served", resource("v2", { since: "1.26" }), true],
  ["an alpha version is not", resource("v1alpha1", { since: "1.10" }), false],
  ["a beta of old is", resource("v1beta1", { since: "1.21" }), true],
  ["a beta since release 1.22 is not", resource("v1beta1", { since: "1.22" }), false],
  [
    "a new beta of a resource that was beta of old is",
    resource("v1beta2", { since: "1.26", betaSince: "1.20" }),
    true,
  ],
  ["a beta of unknown age is not", resource("v1beta1"), false],
];

for (const [title, candidate, served] of TABLE) {
  Deno.test(`by default, ${title}`, () => {
    assertEquals(isServedByDefault(candidate), served);
  });
}

const V1BETA2 = "/apis/flowcontrol.apiserver.svc.io/v1beta2/flowschemas";
const V1BETA3 = "/apis/flowcontrol.apiserver.svc.io/v1beta3/flowschemas";

const WARNING =
  '299 - "flowcontrol.apiserver.svc.io/v1beta2 FlowSchema is deprecated in v1.26+, unavailable ' +
  'in v1.29+; use flowcontrol.apiserver.svc.io/v1beta3 FlowSchema"';

const schema = (name: string, rest = {}) => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: "some" } },
  ...rest,
});

async function warningsOf(server: TestServer, base: string): Promise<(string | null)[]> {
  const item = `${base}/a`;
  const merge = "application/merge-patch+json";
  const answers = [
    await server.ask("POST", base, { body: schema("a") }),
    await server.ask("GET", item),
    await server.ask("GET", base),
    await server.ask("PUT", item, { body: schema("a") }),
    await server.ask("PATCH", item, { body: { metadata: { labels: { a: "b" } } }, type: merge }),
    await server.ask("GET", `${item}/status`),
    await server.ask("GET", `${base}/nope`),
    await server.ask("POST", base, { body: schema("a") }),
    await server.ask("GET", base, {
      headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
    }),
    await server.ask("DELETE", item),
    await server.ask("DELETE", base),
  ];
  const watch = await fetch(`${server.url}${base}?watch=1`, {
    headers: { authorization: "Bearer admin-token" },
  });
  await watch.body!.cancel();
  return [...answers, watch].map(({ headers }) => headers.get("warning"));
}

Deno.test("every response of a deprecated version has a warning, errors and watches too", async () => {
  await withServer(async (server) => {
    const warnings = await warningsOf(server, V1BETA2);
    assertEquals(new Set(warnings), new Set([WARNING]));
  });
});

Deno.test("the replacing version has no warning", async () => {
  await withServer(async (server) => {
    const warnings = await warningsOf(server, V1BETA3);
    assertEquals(new Set(warnings), new Set([null]));
  });
});

Deno.test("a forbidden request gets no deprecation warning", async () => {
  await withServer(async (server) => {
    const { status, headers } = await server.ask("GET", V1BETA2, { token: "alice-token" });
    assertEquals([status, headers.get("warning")], [403, null]);
  });
});

Deno.test("a deprecation warning precedes warnings about dropped fields", async () => {
  await withServer(async (server) => {
    const { headers } = await server.ask("POST", V1BETA2, { body: schema("b", { extra: 1 }) });
    assertEquals(headers.get("warning"), `${WARNING}, 299 - "unknown field \\"extra\\""`);
  });
});

Deno.test("requests to a deprecated version are marked in the journal", async () => {
  await withPlugins(async (server) => {
    await server.ask("GET", V1BETA2);
    await server.ask("GET", V1BETA3);
    const marks = server.journal.entries().map(({ path, deprecated }) => [path, deprecated]);
    assertEquals(marks, [[V1BETA2, true], [V1BETA3, false]]);
  });
});
