/**
 * The checks of writes and reads after them with corrupted requests and responses: each
 * corruption must make its check fail with the requirement that it violates.
 */
import type { RequirementId } from "../catalogue.ts";
import type { HttpRequest, Json } from "../client/http_client.ts";
import { testCorruption } from "./case.ts";
import type { Corruption } from "./client.ts";

type JsonObject = { [key: string]: Json };

/** The corruptions, and the checks with the requirements that they must report. */
const CASES: readonly {
  readonly title: string;
  readonly corruption: () => Corruption;
  readonly found: Readonly<Record<string, readonly RequirementId[]>>;
}[] = [
  {
    title: "fieldValidation is ignored, except for invalid values",
    corruption: () => ({
      request: (request) =>
        ["Strict", "Ignore"].includes(request.query?.fieldValidation ?? "")
          ? without(request, "fieldValidation")
          : request,
    }),
    found: {
      "field-validation/strict": [
        "field-validation.strict-rejects-unknown",
        "field-validation.strict-rejects-duplicate",
        "field-validation.status-fields",
      ],
      "field-validation/strict-patch-code": ["field-validation.strict-patch-code"],
      "field-validation/json-patch": ["field-validation.json-patch-fields"],
      "field-validation/yaml": ["field-validation.yaml-fields"],
      "field-validation/warn-and-ignore": [
        "field-validation.ignore-silent",
        "field-validation.status-fields",
      ],
    },
  },
  {
    title: "Warn is treated as Ignore",
    corruption: () => ({
      request: (request) =>
        request.query?.fieldValidation === "Warn"
          ? { ...request, query: { ...request.query, fieldValidation: "Ignore" } }
          : request,
    }),
    found: {
      "field-validation/warn-and-ignore": [
        "field-validation.warn-one-each",
        "field-validation.status-fields",
      ],
      "field-validation/warning-names-field": ["field-validation.warning-names-field"],
    },
  },
  {
    title: "an invalid fieldValidation is ignored",
    corruption: () => ({
      request: (request) =>
        ["Strict", "Warn", "Ignore", undefined].includes(request.query?.fieldValidation)
          ? request
          : without(request, "fieldValidation"),
    }),
    found: { "field-validation/other-value-rejected": ["field-validation.other-value-rejected"] },
  },
  {
    title: "dry runs are persisted",
    corruption: () => ({ request: (request) => without(request, "dryRun") }),
    found: {
      "dry-run/matches-real-request": ["dry-run.state-unchanged", "dry-run.versions-unchanged"],
      "dry-run/watches": ["dry-run.no-watch-event"],
      "dry-run/generated-name": ["dry-run.generated-name"],
      "dry-run/other-value-rejected": ["dry-run.other-value-rejected"],
      "dry-run/status-subresource": ["dry-run.status-subresource"],
    },
  },
  {
    title: "a dry-run create returns 200 instead of 201",
    corruption: () => ({
      status: ({ query }, status) => query?.dryRun !== undefined && status === 201 ? 200 : status,
    }),
    found: {
      "dry-run/matches-real-request": ["dry-run.create-status", "dry-run.patch-status"],
      "dry-run/reviews": ["dry-run.reviews"],
    },
  },
  {
    title: "DeleteOptions are ignored",
    corruption: () => ({
      request: (request) => {
        if (request.method !== "DELETE") return request;
        const { body: _body, ...rest } = request;
        return rest;
      },
    }),
    found: { "dry-run/delete-options": ["dry-run.delete-options"] },
  },
  {
    title: "stringData is returned instead of merged into data",
    corruption: () => ({
      body: (_ask, body) => ({ ...body, stringData: { a: "text" } }),
      events: (documents) =>
        documents.map(({ type, object }) => ({ type, object: { ...object, stringData: {} } })),
    }),
    found: {
      "secrets/data-after-writes": ["secrets.string-data-not-in-reads"],
      "secrets/string-data-not-in-write-responses": ["secrets.string-data-not-in-write-responses"],
      "secrets/string-data-not-in-watch-events": ["secrets.string-data-not-in-watch-events"],
    },
  },
  {
    title: "stringData is dropped",
    corruption: () => ({
      request: (request) => onBody(request, ({ stringData: _text, ...rest }) => rest),
    }),
    found: {
      "secrets/data-after-writes": ["secrets.string-data-merged", "secrets.string-data-overwrites"],
    },
  },
  {
    title: "immutable is dropped, and invalid types, keys and values are corrected",
    corruption: () => ({
      request: (request) =>
        onBody(request, ({ immutable: _immutable, type: _type, ...rest }) => ({
          ...rest,
          ...(rest.data !== undefined && { data: { a: "YQ==" } }),
        })),
    }),
    found: {
      "secrets/immutable-writes": ["secrets.immutable-kept"],
      "secrets/type-kept": ["secrets.type-kept"],
      "secrets/type-fixed": ["secrets.type-fixed"],
      "secrets/data-is-base64": ["secrets.data-is-base64"],
      "secrets/data-array-rejected": ["secrets.data-array-rejected"],
      "secrets/key-other-rejected": ["secrets.key-other-rejected"],
      "secrets/size": ["secrets.size-limit"],
    },
  },
  {
    title: "zeros and an invalid strategy are treated as unset",
    corruption: () => ({
      request: (request) =>
        onBody(request, (body) => {
          const { replicas, strategy: _strategy, ...spec } = (body.spec ?? {}) as JsonObject;
          return { ...body, spec: { ...spec, ...(replicas !== 0 && { replicas: replicas ?? 1 }) } };
        }),
    }),
    found: {
      "deployments/specs": [
        "deployments.replicas-zero-kept",
        "deployments.strategy-type-recreate",
        "deployments.max-surge-kept",
        "deployments.max-unavailable-kept",
      ],
      "deployments/invalid-specs": [
        "deployments.strategy-type-other-rejected",
        "deployments.both-zero-rejected",
        "deployments.both-zero-percent-rejected",
        "deployments.int-or-string-type-rejected",
      ],
    },
  },
  {
    title: "a status loses its conditions and half of its counters",
    corruption: () => ({
      body: (_ask, body) => {
        const { replicas = 0 } = (body.status ?? {}) as JsonObject;
        return { ...body, status: { replicas } };
      },
    }),
    found: {
      "deployments/status": [
        "deployments.status-observed-generation-kept",
        "deployments.status-updated-replicas-kept",
      ],
    },
  },
];

for (const { title, corruption, found } of CASES) {
  for (const [check, requirement] of Object.entries(found)) {
    testCorruption({ title, check, requirement, corruption, options: { runs: 60 } });
  }
}

function without(request: HttpRequest, parameter: string): HttpRequest {
  return { ...request, query: { ...request.query, [parameter]: undefined } };
}

/** The request with another body, where it has an object as one. */
function onBody(request: HttpRequest, change: (body: JsonObject) => JsonObject): HttpRequest {
  const { body } = request;
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject && body.kind !== "Namespace" ? { ...request, body: change(body) } : request;
}
