/**
 * The checks of versions over a line that falsifies: each falsehood must be found by the check that
 * is for it, and told as the requirement it breaks.
 */
import { CHECKS } from "../mod.ts";
import type { RequirementId } from "../catalogue.ts";
import type { Ask, Json } from "../client/http_client.ts";
import { testCorruption } from "./case.ts";
import type { Corruption } from "./client.ts";
import { runCorrupted } from "./run.ts";
import { assertEquals } from "@std/assert";

type JsonObject = { [key: string]: Json };

type Case = readonly [
  title: string,
  check: string,
  requirements: readonly RequirementId[],
  corruption: Corruption,
];

const LEVELS = "versioning/prioritylevelconfigurations";
const WARNING = "warning";

const CASES: readonly Case[] = [
  ["the core group is elsewhere", "versioning/places", ["versioning.core-group-place"], {
    status: (ask, status) => ask.path.startsWith("/api/v1") && isList(ask) ? 404 : status,
  }],
  ["named groups are elsewhere", "versioning/places", ["versioning.named-group-place"], {
    status: (ask, status) => ask.path.startsWith("/apis/") && isList(ask) ? 404 : status,
  }],
  ["the core group has a name", "versioning/places", ["versioning.core-api-version"], {
    body: (_ask, body) => body.apiVersion === "v1" ? { ...body, apiVersion: "core/v1" } : body,
  }],
  ["groups are not named", "versioning/places", ["versioning.named-api-version"], {
    body: (_ask, body) => ({ ...body, apiVersion: `${body.apiVersion}`.replace(/.*\//, "") }),
  }],
  ["objects change with the version", "versioning/reachable", [
    "versioning.reachable-in-every-version",
  ], { body: (ask, body) => ask.method === "GET" ? withUid(body, "another") : body }],
  ["versions are answered as v2", "versioning/reachable", [
    "versioning.answered-in-the-version-asked",
  ], {
    body: (ask, body) =>
      ask.method === "GET" && body.metadata ? { ...body, apiVersion: "v2" } : body,
  }],
  ["versions are named after seasons", "versioning/names", ["versioning.names-tell-stability"], {
    body: withGroups(({ versions, ...group }) => ({
      ...group,
      versions: [...versions as Json[], { version: "spring" }],
    })),
  }],
  ["betas are preferred", "versioning/preferred", ["versioning.preferred-is-most-stable"], {
    body: withGroups((group) =>
      `${group.name}`.startsWith("storage")
        ? { ...group, preferredVersion: { version: "v1beta1" } }
        : group
    ),
  }],
  ["what is preferred is not there", "versioning/preferred", ["versioning.preferred-is-listed"], {
    body: withGroups((group) => ({ ...group, preferredVersion: { version: "v9" } })),
  }],
  ["a listed version is not there", "versioning/discovery", ["versioning.listed-versions-served"], {
    status: (ask, status) => /^\/apis\/storage[^/]*\/v1beta1$/.test(ask.path) ? 404 : status,
  }],
  ["a listed resource is not there", "versioning/discovery", [
    "versioning.listed-resources-served",
  ], { status: (ask, status) => ask.path.endsWith("/flowschemas") ? 404 : status }],
  ["types are listed in the wrong place", "versioning/discovery", ["versioning.types-listed"], {
    body: (_ask, body) => ({
      ...body,
      ...(Array.isArray(body.resources) && {
        resources: body.resources.map((each) => ({ ...each as JsonObject, namespaced: true })),
      }),
    }),
  }],
  ["versions in bodies are not looked at", "versioning/other-version-refused", [
    "versioning.object-of-another-version-refused",
  ], {
    ask: ({ body, ...ask }) => {
      if (ask.method !== "POST") return { ...ask, ...body !== undefined && { body } };
      const { apiVersion: _version, ...rest } = body as JsonObject;
      return { ...ask, body: rest };
    },
  }],
  ["a version has gone too early", "versioning/schedule", ["versioning.flow-schemas-v1beta3"], {
    status: (ask, status) => ask.path.endsWith("v1beta3/flowschemas") ? 404 : status,
  }],
  ["a former version has gone too early", "versioning/schedule", [
    "versioning.capacities-v1beta1",
  ], { status: (ask, status) => ask.path.includes("/v1beta1/") ? 404 : status }],
  ["alpha versions are listed", "versioning/alpha-off", ["versioning.alpha-off-by-default"], {
    body: withGroups(({ versions, ...group }) => ({
      ...group,
      versions: [...versions as Json[], { version: "v2alpha1" }],
    })),
  }],
  ["alpha versions answer", "versioning/alpha-off", [
    "versioning.identity-review-off-by-default",
  ], { status: (ask, status) => ask.path.endsWith("/selfsubjectreviews") ? 201 : status }],
  ["new betas are there", "versioning/new-betas-off", ["versioning.new-betas-off-by-default"], {
    status: (ask, status) => ask.path.endsWith("/v1beta1") ? 200 : status,
    body: (ask, body) =>
      ask.path.endsWith("/v1beta1") ? { resources: [{ name: "volumeattributesclasses" }] } : body,
  }],
  ["nothing is warned of", "versioning/deprecated", ["versioning.deprecated-create-warns"], {
    headers: (_ask, headers) => without(headers),
  }],
  ["reads warn of nothing", "versioning/deprecated", ["versioning.deprecated-get-warns"], {
    headers: (ask, headers) => "method" in ask && ask.method === "GET" ? without(headers) : headers,
  }],
  ["deletions warn of nothing", "versioning/deprecated", ["versioning.deprecated-delete-warns"], {
    headers: (ask, headers) =>
      "method" in ask && ask.method === "DELETE" ? without(headers) : headers,
  }],
  ["warnings are sentences", "versioning/deprecated", ["versioning.warning-well-formed"], {
    headers: (_ask, headers) => withWarning(headers, "do not use this"),
  }],
  ["what is deprecated is refused", "versioning/deprecated", [
    "versioning.deprecated-still-answers",
  ], { status: (ask, status) => ask.method === "PATCH" ? 410 : status }],
  [
    "every group's types are warned of",
    "versioning/current",
    ["versioning.current-does-not-warn"],
    {
      headers: ({ path }, headers) =>
        path.startsWith("/apis/") ? withWarning(headers, '299 - "old"') : headers,
    },
  ],
  ["fields are not renamed", LEVELS, [
    "versioning.priority-levels-round-trip",
    "versioning.shares-renamed",
  ], {
    body: (_ask, body) => renamed(body, "nominalConcurrencyShares", "assuredConcurrencyShares"),
  }],
  ["shares are lost in a former version", LEVELS, [
    "versioning.priority-levels-round-trip",
    "versioning.shares-renamed",
  ], { body: (_ask, body) => renamed(body, "assuredConcurrencyShares", "lost") }],
  ["former versions cannot be written", LEVELS, ["versioning.written-in-every-version"], {
    status: (ask, status) => ask.method !== "GET" && isFormer(ask) ? 405 : status,
  }],
  ["former versions cannot be read", LEVELS, ["versioning.reachable-in-every-version"], {
    status: (ask, status) => ask.method === "GET" && isFormer(ask) && !isList(ask) ? 404 : status,
  }],
  ["lists have what was written in their version", "versioning/flowschemas", [
    "versioning.listed-in-every-version",
  ], { body: (ask, body) => isList(ask) && body.items ? { ...body, items: [] } : body }],
  ["rules are lost in a former version", "versioning/flowschemas", [
    "versioning.flow-schemas-round-trip",
  ], {
    body: (ask, body) =>
      body.kind === "FlowSchema" && isFormer(ask)
        ? { ...body, spec: { ...body.spec as JsonObject, rules: [] } }
        : body,
  }],
  ["sizes are lost in a former version", "versioning/csistoragecapacities", [
    "versioning.capacities-round-trip",
  ], {
    body: (ask, { maximumVolumeSize, ...body }) =>
      ask.path.includes("/v1beta1/") || maximumVolumeSize === undefined
        ? body
        : { ...body, maximumVolumeSize },
  }],
  ["uids are of a version", "versioning/csistoragecapacities", [
    "versioning.capacities-round-trip",
  ], { body: (ask, body) => ask.path.includes("/v1beta1/") ? withUid(body, "another") : body }],
  ["every version is answered as v1", "versioning/csistoragecapacities", [
    "versioning.answered-in-the-version-asked",
  ], {
    body: (_ask, body) => ({
      ...body,
      apiVersion: `${body.apiVersion}`.replace("v1beta1", "v1"),
    }),
  }],
];

for (const [title, check, requirement, corruption] of CASES) {
  testCorruption({ title, check, requirement, corruption: () => corruption });
}

Deno.test("a version that has gone and still answers is found by versioning/schedule", async () => {
  const check = CHECKS.find(({ id }) => id === "versioning/schedule")!;
  const result = await runCorrupted(check, {
    status: (ask, status) => ask.path.endsWith("v1beta2/flowschemas") ? 200 : status,
  }, { embedded: { release: "1.29" } });
  assertEquals(result.failure?.requirement, "versioning.flow-schemas-v1beta2");
});

const isList = (ask: Ask) =>
  ask.method === "GET" && (ask.query?.labelSelector ?? "").includes("plumbline");

const isFormer = (ask: Ask) => ask.path.includes("/v1beta2/");

function withGroups(
  change: (group: JsonObject) => JsonObject,
): NonNullable<Corruption["body"]> {
  return (_ask, body) =>
    Array.isArray(body.groups)
      ? { ...body, groups: body.groups.map((group) => change(group as JsonObject)) }
      : body;
}

function withUid(body: JsonObject, uid: string): JsonObject {
  const metadata = body.metadata as JsonObject | undefined;
  return metadata?.uid ? { ...body, metadata: { ...metadata, uid } } : body;
}

function renamed(body: JsonObject, from: string, to: string): JsonObject {
  return body.kind === "PriorityLevelConfiguration"
    ? JSON.parse(JSON.stringify(body).replaceAll(`"${from}":`, `"${to}":`))
    : body;
}

function without(headers: Headers): Headers {
  const others = new Headers(headers);
  others.delete(WARNING);
  return others;
}

function withWarning(headers: Headers, text: string): Headers {
  const others = new Headers(headers);
  others.set(WARNING, text);
  return others;
}
