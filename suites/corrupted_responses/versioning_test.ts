/**
 * The checks of API versions with corrupted requests and responses: each
 * corruption must make its check fail with the requirement that it violates.
 */
import { CHECKS } from "../areas/mod.ts";
import type { RequirementId } from "../catalogue.ts";
import type { HttpRequest, Json } from "../client/http_client.ts";
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

const LEVELS = "api-versions/prioritylevelconfigurations";
const WARNING = "warning";

const CASES: readonly Case[] = [
  ["the core group is elsewhere", "api-versions/group-paths", ["api-versions.core-group-place"], {
    status: (request, status) =>
      request.path.startsWith("/api/v1") && isList(request) ? 404 : status,
  }],
  ["named groups are elsewhere", "api-versions/group-paths", ["api-versions.named-group-place"], {
    status: (request, status) =>
      request.path.startsWith("/apis/") && isList(request) ? 404 : status,
  }],
  ["the core group has a name", "api-versions/group-paths", ["api-versions.core-api-version"], {
    body: (_ask, body) => body.apiVersion === "v1" ? { ...body, apiVersion: "core/v1" } : body,
  }],
  ["groups are not named", "api-versions/group-paths", ["api-versions.named-api-version"], {
    body: (_ask, body) => ({ ...body, apiVersion: `${body.apiVersion}`.replace(/.*\//, "") }),
  }],
  ["objects change with the version", "api-versions/reachable", [
    "api-versions.reachable-in-every-version",
  ], { body: (request, body) => request.method === "GET" ? withUid(body, "another") : body }],
  ["versions are answered as v2", "api-versions/reachable", [
    "api-versions.response-in-requested-version",
  ], {
    body: (request, body) =>
      request.method === "GET" && body.metadata ? { ...body, apiVersion: "v2" } : body,
  }],
  [
    "API versions have invalid names",
    "api-versions/names",
    ["api-versions.names-show-stability"],
    {
      body: withGroups(({ versions, ...group }) => ({
        ...group,
        versions: [...versions as Json[], { version: "spring" }],
      })),
    },
  ],
  ["betas are preferred", "api-versions/preferred", ["api-versions.preferred-is-most-stable"], {
    body: withGroups((group) =>
      `${group.name}`.startsWith("storage")
        ? { ...group, preferredVersion: { version: "v1beta1" } }
        : group
    ),
  }],
  [
    "the preferred version is not served",
    "api-versions/preferred",
    ["api-versions.preferred-is-listed"],
    {
      body: withGroups((group) => ({ ...group, preferredVersion: { version: "v9" } })),
    },
  ],
  ["a listed version is not there", "api-versions/discovery", [
    "api-versions.listed-versions-served",
  ], {
    status: (request, status) =>
      /^\/apis\/storage[^/]*\/v1beta1$/.test(request.path) ? 404 : status,
  }],
  ["a listed resource is not there", "api-versions/discovery", [
    "api-versions.listed-resources-served",
  ], { status: (request, status) => request.path.endsWith("/flowschemas") ? 404 : status }],
  ["types are listed in the wrong place", "api-versions/discovery", ["api-versions.types-listed"], {
    body: (_ask, body) => ({
      ...body,
      ...(Array.isArray(body.resources) && {
        resources: body.resources.map((each) => ({ ...each as JsonObject, namespaced: true })),
      }),
    }),
  }],
  ["versions in bodies are not looked at", "api-versions/other-version-rejected", [
    "api-versions.object-of-another-version-rejected",
  ], {
    request: ({ body, ...request }) => {
      if (request.method !== "POST") return { ...request, ...body !== undefined && { body } };
      const { apiVersion: _version, ...rest } = body as JsonObject;
      return { ...request, body: rest };
    },
  }],
  ["a version has gone too early", "api-versions/schedule", ["api-versions.flow-schemas-v1beta3"], {
    status: (request, status) => request.path.endsWith("v1beta3/flowschemas") ? 404 : status,
  }],
  ["a former version has gone too early", "api-versions/schedule", [
    "api-versions.storage-capacities-v1beta1",
  ], { status: (request, status) => request.path.includes("/v1beta1/") ? 404 : status }],
  ["alpha versions are listed", "api-versions/alpha-off", ["api-versions.alpha-off-by-default"], {
    body: withGroups(({ versions, ...group }) => ({
      ...group,
      versions: [...versions as Json[], { version: "v2alpha1" }],
    })),
  }],
  ["alpha versions answer", "api-versions/alpha-off", [
    "api-versions.identity-review-off-by-default",
  ], { status: (request, status) => request.path.endsWith("/selfsubjectreviews") ? 201 : status }],
  ["new betas are there", "api-versions/new-betas-off", ["api-versions.new-betas-off-by-default"], {
    status: (request, status) => request.path.endsWith("/v1beta1") ? 200 : status,
    body: (request, body) =>
      request.path.endsWith("/v1beta1")
        ? { resources: [{ name: "volumeattributesclasses" }] }
        : body,
  }],
  ["nothing is warned of", "api-versions/deprecated", ["api-versions.deprecated-create-warns"], {
    headers: (_ask, headers) => without(headers),
  }],
  ["reads warn of nothing", "api-versions/deprecated", ["api-versions.deprecated-get-warns"], {
    headers: (request, headers) =>
      "method" in request && request.method === "GET" ? without(headers) : headers,
  }],
  [
    "deletions with a deprecated version give no warning",
    "api-versions/deprecated",
    ["api-versions.deprecated-delete-warns"],
    {
      headers: (request, headers) =>
        "method" in request && request.method === "DELETE" ? without(headers) : headers,
    },
  ],
  ["warnings are sentences", "api-versions/deprecated", ["api-versions.warning-well-formed"], {
    headers: (_ask, headers) => withWarning(headers, "do not use this"),
  }],
  ["what is deprecated is refused", "api-versions/deprecated", [
    "api-versions.deprecated-still-answers",
  ], { status: (request, status) => request.method === "PATCH" ? 410 : status }],
  [
    "current versions give a warning",
    "api-versions/current",
    ["api-versions.current-does-not-warn"],
    {
      headers: ({ path }, headers) =>
        path.startsWith("/apis/") ? withWarning(headers, '299 - "old"') : headers,
    },
  ],
  ["fields are not renamed", LEVELS, [
    "api-versions.priority-levels-round-trip",
    "api-versions.shares-renamed",
  ], {
    body: (_ask, body) => renamed(body, "nominalConcurrencyShares", "assuredConcurrencyShares"),
  }],
  ["shares are lost in a former version", LEVELS, [
    "api-versions.priority-levels-round-trip",
    "api-versions.shares-renamed",
  ], { body: (_ask, body) => renamed(body, "assuredConcurrencyShares", "lost") }],
  ["former versions cannot be written", LEVELS, ["api-versions.written-in-every-version"], {
    status: (request, status) => request.method !== "GET" && isFormer(request) ? 405 : status,
  }],
  ["former versions cannot be read", LEVELS, ["api-versions.reachable-in-every-version"], {
    status: (request, status) =>
      request.method === "GET" && isFormer(request) && !isList(request) ? 404 : status,
  }],
  ["lists have what was written in their version", "api-versions/flowschemas", [
    "api-versions.listed-in-every-version",
  ], { body: (request, body) => isList(request) && body.items ? { ...body, items: [] } : body }],
  ["rules are lost in a former version", "api-versions/flowschemas", [
    "api-versions.flow-schemas-round-trip",
  ], {
    body: (request, body) =>
      body.kind === "FlowSchema" && isFormer(request)
        ? { ...body, spec: { ...body.spec as JsonObject, rules: [] } }
        : body,
  }],
  ["sizes are lost in a former version", "api-versions/csistoragecapacities", [
    "api-versions.storage-capacities-round-trip",
  ], {
    body: (request, { maximumVolumeSize, ...body }) =>
      request.path.includes("/v1beta1/") || maximumVolumeSize === undefined
        ? body
        : { ...body, maximumVolumeSize },
  }],
  ["uids are of a version", "api-versions/csistoragecapacities", [
    "api-versions.storage-capacities-round-trip",
  ], {
    body: (request, body) => request.path.includes("/v1beta1/") ? withUid(body, "another") : body,
  }],
  ["every version is answered as v1", "api-versions/csistoragecapacities", [
    "api-versions.response-in-requested-version",
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

Deno.test("a removed API version still answers: api-versions/schedule fails", async () => {
  const check = CHECKS.find(({ id }) => id === "api-versions/schedule")!;
  const result = await runCorrupted(check, {
    status: (request, status) => request.path.endsWith("v1beta2/flowschemas") ? 200 : status,
  }, { embedded: { release: "1.29" } });
  assertEquals(result.failures[0]?.requirement, "api-versions.flow-schemas-v1beta2");
});

const isList = (request: HttpRequest) =>
  request.method === "GET" && (request.query?.labelSelector ?? "").includes("plumbline");

const isFormer = (request: HttpRequest) => request.path.includes("/v1beta2/");

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
