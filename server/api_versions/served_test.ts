/**
 * Tests of the API versions that each release serves.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { apiVersionOf } from "../object.ts";
import { DIALECTS } from "../dialect.ts";
import { startServer } from "@plumbline/reference";
import { resourceDefinitions } from "../resources/mod.ts";
import { assertRefused, withServer } from "../testing.ts";
import { NEWEST_RELEASE, RELEASES } from "../release.ts";
import { ConfigurationError } from "./configuration.ts";
import { isEnabled, isInRelease, readRuntimeConfig, type RuntimeConfig } from "./served.ts";

const FLOW = "/apis/flowcontrol.apiserver.svc.io";
const STORAGE = "/apis/storage.svc.io";
const V1BETA2 = `${FLOW}/v1beta2/prioritylevelconfigurations`;
const V1BETA3 = `${FLOW}/v1beta3/prioritylevelconfigurations`;
const CAPACITY_V1 = `${STORAGE}/v1/csistoragecapacities`;
const CAPACITY_V1BETA1 = `${STORAGE}/v1beta1/csistoragecapacities`;

const SERVED: Readonly<Record<typeof RELEASES[number], Readonly<Record<string, boolean>>>> = {
  "1.26": { [V1BETA2]: true, [V1BETA3]: true, [CAPACITY_V1BETA1]: true, [CAPACITY_V1]: true },
  "1.27": { [V1BETA2]: true, [V1BETA3]: true, [CAPACITY_V1BETA1]: false, [CAPACITY_V1]: true },
  "1.29": { [V1BETA2]: false, [V1BETA3]: true, [CAPACITY_V1BETA1]: false, [CAPACITY_V1]: true },
  "1.36": {
    [V1BETA2]: false,
    [V1BETA3]: false,
    [`${FLOW}/v1/prioritylevelconfigurations`]: true,
    [CAPACITY_V1BETA1]: false,
    [CAPACITY_V1]: true,
  },
};

for (const release of RELEASES) {
  Deno.test(`release ${release} says so, serves its versions and does not know the others`, async () => {
    await withServer(async (server) => {
      const { major, minor, gitVersion } = await server.must("GET", "/version");
      assertEquals(`${major}.${minor}`, release);
      assert(gitVersion.startsWith(`v${release}.`));
      for (const [path, served] of Object.entries(SERVED[release])) {
        const answer = await server.ask("GET", path);
        if (served) assertEquals(answer.status, 200, path);
        else assertRefused(answer, "NotFound");
      }
    }, { release });
  });
}

Deno.test("a group lists its versions, the preferred one first", async () => {
  await withServer(async (server) => {
    const flow = await server.must("GET", FLOW);
    const names = flow.versions.map(({ version }: { version: string }) => version);
    assertEquals(names, ["v1beta3", "v1beta2"]);
    assertEquals(flow.preferredVersion.version, "v1beta3");
    const storage = await server.must("GET", STORAGE);
    assertEquals(storage.preferredVersion.groupVersion, "storage.svc.io/v1");
  });
});

Deno.test("discovery does not list resources that the release does not serve", async () => {
  await withServer(async (server) => {
    const { versions } = await server.must("GET", FLOW);
    assertEquals(versions.length, 1);
    assertRefused(await server.ask("GET", `${FLOW}/v1beta2`), "NotFound");
    const { paths } = await server.must("GET", "/openapi/v3");
    assertEquals(Object.hasOwn(paths, "apis/flowcontrol.apiserver.svc.io/v1beta2"), false);
  }, { release: "1.29" });
});

const REVIEWS = "/apis/authentication.svc.io/v1alpha1/selfsubjectreviews";

const CONFIGURED: readonly [RuntimeConfig, path: string, method: string, served: boolean][] = [
  [{}, REVIEWS, "POST", false],
  [{ "authentication.svc.io/v1alpha1": true }, REVIEWS, "POST", true],
  [{ "authentication.svc.io/v1alpha1/selfsubjectreviews": true }, REVIEWS, "POST", true],
  [{ "api/alpha": true }, REVIEWS, "POST", true],
  [{ "storage.svc.io/v1beta1": false }, CAPACITY_V1BETA1, "GET", false],
  [{ "storage.svc.io/v1beta1": false }, CAPACITY_V1, "GET", true],
  [{ "apps/v1": false }, "/apis/apps/v1/deployments", "GET", false],
  [{ "v1/secrets": false }, "/api/v1/secrets", "GET", false],
];

for (const [runtimeConfig, path, method, served] of CONFIGURED) {
  Deno.test(`${JSON.stringify(runtimeConfig)} ${served ? "serves" : "hides"} ${path}`, async () => {
    await withServer(async (server) => {
      const answer = await server.ask(method, path, method === "POST" ? { body: {} } : {});
      if (served) assertEquals(Math.floor(answer.status / 100), 2, answer.text);
      else assertRefused(answer, "NotFound");
    }, { runtimeConfig });
  });
}

Deno.test("a server can serve a single API group", async () => {
  await withServer(async (server) => {
    assertEquals((await server.ask("GET", "/readyz")).text, "ok");
    assertRefused(await server.ask("GET", "/api/v1/namespaces"), "NotFound");
    const { groups } = await server.must("GET", "/apis");
    assertEquals(groups.map(({ name }: { name: string }) => name), ["apps"]);
  }, { runtimeConfig: { "api/all": false, "apps/v1": true } });
});

Deno.test("the server does not start with unknown keys in its configuration", async () => {
  const refusals = [
    { runtimeConfig: { "example/v1": true } },
    { runtimeConfig: { "apps/v1/secrets": true } },
    {
      dialect: "svc" as const,
      runtimeConfig: { "flowcontrol.apiserver.svc.io/v1beta2": true },
      release: "1.29" as const,
    },
    { featureGates: { Nonsense: true } },
  ];
  for (const options of refusals) {
    await assertRejects(() => startServer(options), ConfigurationError, "use one of");
  }
});

Deno.test("feature gates without effect are reported when the server starts", async () => {
  const server = await startServer({ featureGates: { DryRun: true } });
  assertEquals(server.warnings.length, 1);
  await server.close();
});

/** Checks the data against rules 1, 2 and 5 of the specification, section "Versioning". */
Deno.test("objects stored by one release can be read by every later one", () => {
  const definitions = resourceDefinitions(DIALECTS.svc);
  for (const definition of definitions) {
    const stored = definition.conversion?.storedApiVersion ?? apiVersionOf(definition);
    const storing = definitions.find((other) =>
      other.kind === definition.kind && apiVersionOf(other) === stored
    );
    assert(storing, `${definition.kind} has a version to be stored in`);
    assert(storing === definition || !storing.conversion);
    for (const release of RELEASES) {
      if (isInRelease(definition, release)) assert(isInRelease(storing, release));
    }
    // What release 1.29 has stored, the newest one reads, too.
    const isRead = definitions.some((other) =>
      other.kind === definition.kind && isInRelease(other, NEWEST_RELEASE) &&
      (other === storing || other.conversion !== undefined)
    );
    assert(isRead, definition.kind);
  }
});

const READINGS: readonly [text: string, config: RuntimeConfig][] = [
  ["", {}],
  ["example/v1", { "example/v1": true }],
  ["example/v1=true", { "example/v1": true }],
  ["example/v1=false", { "example/v1": false }],
  [
    "example/v1=false, example/v1/boxes ,api/alpha=true,",
    { "example/v1": false, "example/v1/boxes": true, "api/alpha": true },
  ],
];

for (const [text, config] of READINGS) {
  Deno.test(`"${text}" is read as ${JSON.stringify(config)}`, () => {
    assertEquals(readRuntimeConfig(text), config);
  });
}

const MISTAKES: readonly [text: string, why: string][] = [
  ["example/v1=yes", '"example/v1=yes"'],
  ["example/v1=", '"example/v1="'],
  ["=true", '"=true"'],
  ["example/v1=true=true", '"example/v1=true=true"'],
  ["a,b,a=false", 'names "a" twice'],
];

for (const [text, why] of MISTAKES) {
  Deno.test(`"${text}" is refused`, () => {
    assertThrows(() => readRuntimeConfig(text), ConfigurationError, why);
  });
}

const beta = {
  group: "example",
  version: "v1beta1",
  resource: "boxes",
  kind: "Box",
  lifecycle: { since: "1.21" },
} as const;
const alpha = { ...beta, version: "v1alpha1" };
const core = { ...beta, group: "", version: "v1" };

const SWITCHED: readonly [config: string, resource: typeof beta | typeof alpha, boolean][] = [
  ["", beta, true],
  ["", alpha, false],
  ["example/v1beta1=false", beta, false],
  ["example/v1beta1=false", alpha, false],
  ["example/v1alpha1", alpha, true],
  ["example/v1alpha1/boxes", alpha, true],
  ["example/v1alpha1/lids", alpha, false],
  ["example/v1beta1=false,example/v1beta1/boxes", beta, true],
  ["example/v1beta1,example/v1beta1/boxes=false", beta, false],
  ["api/alpha", alpha, true],
  ["api/beta=false", beta, false],
  ["api/beta=false,example/v1beta1", beta, true],
  ["api/all=false", beta, false],
  ["api/all=false,api/beta", beta, true],
  ["api/all", alpha, true],
];

for (const [config, resource, enabled] of SWITCHED) {
  const what = `${resource.version} is ${enabled ? "" : "not "}served`;
  Deno.test(`under "${config}", ${what}`, () => {
    assertEquals(isEnabled(resource, readRuntimeConfig(config)), enabled);
  });
}

Deno.test("the key of the core group's version is `v1` or `api/v1`", () => {
  assertEquals(isEnabled(core, { v1: false }), false);
  assertEquals(isEnabled(core, { "v1": false, "v1/boxes": true }), true);
  assertEquals(isEnabled(core, { "api/all": false, "api/v1": true }), true);
  assertEquals(isEnabled(core, { "api/v1": true, "api/v1/boxes": false }), false);
});
