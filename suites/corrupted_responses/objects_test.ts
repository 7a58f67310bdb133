/**
 * The checks of selectors, concurrency, metadata and lifecycle with corrupted requests and responses: each
 * corruption must make its check fail with the requirement that it violates.
 */
import type { RequirementId } from "../catalogue.ts";
import type { HttpRequest, Json } from "../client/http_client.ts";
import { testCorruption } from "./case.ts";
import type { Corruption } from "./client.ts";

type JsonObject = { [key: string]: Json };

type Case = readonly [
  title: string,
  check: string,
  requirements: readonly RequirementId[],
  corruption: () => Corruption,
];

const CASES: readonly Case[] = [
  ["presence is read as absence", "selectors/labels", ["selectors.absent"], () => ({
    request: rewritten((selector) => selector.replace(/^!(?=[a-z./-]+,plumbline)/, "")),
  })],
  ["notin is read as in", "selectors/labels", [
    "selectors.none-of-or-absent",
    "selectors.all-must-match",
    "selectors.whitespace-is-ignored",
  ], () => ({ request: rewritten((selector) => selector.replace(" notin ", " in ")) })],
  [
    "deletions ignore all but one requirement",
    "selectors/deletions",
    [
      "selectors.deletion-selects-like-list",
    ],
    () => ({
      request: (request) => request.method === "DELETE" ? rewritten(scopeAlone)(request) : request,
    }),
  ],
  ["field selectors are ignored", "selectors/fields", [
    "selectors.field-equals",
    "selectors.field-differs",
    "selectors.field-namespace",
    "selectors.fields-all-must-match",
    "selectors.labels-and-fields",
  ], () => ({ request: without("fieldSelector") })],
  ["selectors are ignored where they cannot be read", "selectors/malformed-rejected", [
    "selectors.malformed-label-rejected",
    "selectors.invalid-key-or-value-rejected",
    "selectors.malformed-field-rejected",
    "selectors.unknown-field-rejected",
  ], () => ({ request: without("labelSelector", "fieldSelector") })],
  [
    "watches accept selectors that lists reject",
    "selectors/malformed-rejected",
    [
      "selectors.watch-malformed-rejected",
    ],
    () => ({
      watch: ({ query: _query, ...request }) => ({ ...request, query: { timeoutSeconds: "1" } }),
    }),
  ],
  ["a deletion ignores what it cannot read", "selectors/malformed-deletion-rejected", [
    "selectors.deletion-malformed-rejected",
  ], () => ({ request: without("labelSelector", "fieldSelector") })],
  [
    "a watch ignores its selector",
    "selectors/watches",
    ["selectors.watch-follows-selector", "selectors.watch-selects"],
    () => ({
      watch: (request) => {
        const labelSelector = scopeAlone(request.query?.labelSelector ?? "");
        return { ...request, query: { ...request.query, labelSelector } };
      },
    }),
  ],
  ["updates are written whatever their version", "concurrency/updates", [
    "concurrency.updates-lose-nothing",
  ], () => ({ request: withoutVersion })],
  ["conditional writes are written always", "concurrency/increments", [
    "concurrency.increments-add-up",
  ], () => ({ request: withoutVersion })],
  ["gets come from a cache", "concurrency/patches", [
    "concurrency.reads-show-acknowledged",
    "concurrency.reads-never-go-back",
    "concurrency.one-order",
  ], () => {
    const first = new Map<string, JsonObject>();
    return {
      body: (request, body) => {
        if (request.method !== "GET" || Array.isArray(body.items)) return body;
        if (!first.has(request.path)) first.set(request.path, body);
        return first.get(request.path)!;
      },
    };
  }],
  ["every deletion is a success", "concurrency/one-deleter-wins", [
    "concurrency.one-deleter-wins",
  ], () => ({ status: (request, status) => request.method === "DELETE" ? 200 : status })],
  ["deletions have two events", "concurrency/create-delete-races", [
    "concurrency.creates-and-deletes-alternate",
  ], () => ({
    status: (request, status) => request.method === "DELETE" ? 200 : status,
  })],
  [
    "recreated objects share a uid",
    "concurrency/create-delete-races",
    ["concurrency.each-object-has-own-uid"],
    () => ({
      body: (request, body) => request.method === "POST" ? onMetadata(body, { uid: "one" }) : body,
    }),
  ],
  ["the uid is the client's", "metadata/server-fields", ["metadata.uid-from-server"], () => ({
    body: (request, body) => onMetadata(body, sentMetadata(request, "uid")),
  })],
  [
    "the creation time is the client's",
    "metadata/server-fields",
    [
      "metadata.creation-time-from-server",
      "metadata.creation-time-never-changes",
    ],
    () => ({
      body: (request, body) => onMetadata(body, sentMetadata(request, "creationTimestamp")),
    }),
  ],
  [
    "the uid changes between reads",
    "metadata/server-fields",
    ["metadata.uid-never-changes"],
    () => {
      let count = 0;
      return {
        body: (request, body) =>
          request.method === "GET" && body.metadata
            ? onMetadata(body, { uid: `${++count}` })
            : body,
      };
    },
  ],
  ["names are shortened", "metadata/valid-names", ["metadata.valid-name-accepted"], () => ({
    body: (_ask, body) => onMetadata(body, { name: nameIn(body).slice(0, -1) }),
  })],
  ["generated names are one", "metadata/generated-names", [
    "metadata.generated-names-unique",
  ], () => ({ body: (_ask, body) => onMetadata(body, { name: "same" }) })],
  ["generated names forget their prefix", "metadata/generated-name-forms", [
    "metadata.generated-name-has-prefix",
    "metadata.name-wins-over-generate-name",
  ], () => ({ body: (_ask, body) => onMetadata(body, { name: `x${nameIn(body)}` }) })],
  ["annotations are trimmed", "metadata/labels-and-annotations", [
    "metadata.annotations-kept",
    "metadata.annotations-changed-as-written",
  ], () => ({
    body: (_ask, body) => {
      const annotations = (body.metadata as JsonObject | undefined)?.annotations ?? {};
      const trimmed = Object.entries(annotations).map(([key, value]) => [key, `${value}`.trim()]);
      return onMetadata(body, { annotations: Object.fromEntries(trimmed) });
    },
  })],
  ["the generation counts every write", "metadata/generation", [
    "metadata.generation-ignores-labels",
    "metadata.generation-from-server",
    "metadata.generation-follows-spec",
  ], () => {
    let count = 1;
    return {
      body: ({ method }, body) =>
        onMetadata(body, { generation: method === "POST" ? (count = 1) : ++count + 1 }),
    };
  }],
  [
    "finalizers do not block deletion",
    "lifecycle/finalizers",
    ["lifecycle.stays-until-finalizers-are-empty"],
    () => ({
      request: (request) =>
        request.method === "POST" && sentMetadata(request, "finalizers").finalizers !== undefined
          ? { ...request, body: onMetadata(request.body as JsonObject, { finalizers: null }) }
          : request,
    }),
  ],
  [
    "deletionTimestamp is not set",
    "lifecycle/finalizers",
    ["lifecycle.delete-sets-deletion-timestamp"],
    () => ({
      body: (_ask, body) => onMetadata(body, { deletionTimestamp: null }),
    }),
  ],
  ["the deletion time moves", "lifecycle/finalizers", ["lifecycle.deletion-time-stays"], () => {
    let count = 0;
    return {
      body: (_ask, body) => onMetadata(body, { deletionTimestamp: movedTime(body, ++count) }),
    };
  }],
  ["a second deletion starts anew", "lifecycle/second-delete-keeps-deletion-timestamp", [
    "lifecycle.deletion-time-stays",
  ], () => {
    const deletions = new Map<string, number>();
    return {
      request: (request) => {
        const before = deletions.get(request.path) ?? 0;
        if (request.method === "DELETE") deletions.set(request.path, before + 1);
        return request;
      },
      body: ({ path }, body) =>
        (deletions.get(path) ?? 0) > 1
          ? onMetadata(body, { deletionTimestamp: movedTime(body, 1) })
          : body,
    };
  }],
  ["new finalizers are reported as accepted", "lifecycle/no-new-finalizers", [
    "lifecycle.no-new-finalizers",
  ], () => ({ status: (_ask, status) => status === 422 ? 200 : status })],
  [
    "preconditions are ignored",
    "lifecycle/preconditions",
    [
      "lifecycle.uid-precondition-missed",
      "lifecycle.version-precondition-missed",
      "lifecycle.collection-preconditions",
    ],
    () => ({
      request: ({ body, ...request }) =>
        request.method === "DELETE" ? request : { ...request, ...body && { body } },
    }),
  ],
  ["unknown policies pass", "lifecycle/unknown-propagation", [
    "lifecycle.unknown-propagation-rejected",
  ], () => ({
    request: ({ body, query, ...request }) =>
      request.method === "DELETE"
        ? request
        : { ...request, ...body && { body }, ...query && { query } },
  })],
  ["a collection is deleted in part", "lifecycle/collections", [
    "lifecycle.collection-deletes-many",
  ], () => ({
    request: (request) =>
      request.method === "DELETE" && request.query?.labelSelector !== undefined
        ? { ...request, query: { ...request.query, limit: "1" } }
        : request,
  })],
];

for (const [title, check, requirement, corruption] of CASES) {
  testCorruption({ title, check, requirement, corruption });
}

/** Changes the label selector of every request but watches. */
function rewritten(change: (selector: string) => string): (request: HttpRequest) => HttpRequest {
  return (request) =>
    request.query?.labelSelector === undefined ? request : {
      ...request,
      query: { ...request.query, labelSelector: change(request.query.labelSelector) },
    };
}

function scopeAlone(selector: string): string {
  return selector.slice(selector.indexOf("plumbline/scope"));
}

function without(...parameters: string[]): (request: HttpRequest) => HttpRequest {
  return (request) => ({
    ...request,
    query: Object.fromEntries(
      Object.entries(request.query ?? {}).filter(([key]) => !parameters.includes(key)),
    ),
  });
}

function withoutVersion(request: HttpRequest): HttpRequest {
  const conditional = request.method === "PUT" || request.method === "PATCH";
  if (!conditional || Array.isArray(request.body)) return request;
  return {
    ...request,
    body: onMetadata(request.body as JsonObject, { resourceVersion: undefined }),
  };
}

/** The object with other metadata; undefined takes a field away. Lists stay as they are. */
function onMetadata(body: JsonObject, change: Record<string, Json | undefined>): JsonObject {
  if (body.metadata === undefined || Array.isArray(body.items) || body.kind === "Namespace") {
    return body;
  }
  const metadata = Object.entries({ ...body.metadata as JsonObject, ...change })
    .filter(([, value]) => value !== undefined);
  return { ...body, metadata: Object.fromEntries(metadata) as JsonObject };
}

function sentMetadata({ body }: HttpRequest, field: string): JsonObject {
  const sent = (body as JsonObject | undefined)?.metadata as JsonObject | undefined;
  return sent?.[field] === undefined || sent[field] === null ? {} : { [field]: sent[field] };
}

function nameIn(body: JsonObject): string {
  return `${(body.metadata as JsonObject | undefined)?.name}`;
}

function movedTime(body: JsonObject, count: number): string | undefined {
  const time = (body.metadata as JsonObject | undefined)?.deletionTimestamp;
  return typeof time === "string" ? `${time}, ${count}` : undefined;
}
