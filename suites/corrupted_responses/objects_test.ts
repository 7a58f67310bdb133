/**
 * The checks of selectors, concurrency, metadata and lifecycle over a line that falsifies: each
 * falsehood must be found by the check that is for it, and told as the requirement it breaks.
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
    ask: rewritten((selector) => selector.replace(/^!(?=[a-z./-]+,plumbline)/, "")),
  })],
  ["notin is read as in", "selectors/labels", [
    "selectors.none-of-or-absent",
    "selectors.all-must-match",
    "selectors.whitespace-is-ignored",
  ], () => ({ ask: rewritten((selector) => selector.replace(" notin ", " in ")) })],
  ["deletions ignore all but one requirement", "selectors/deletions", [
    "selectors.deletion-selects-like-list",
  ], () => ({ ask: (ask) => ask.method === "DELETE" ? rewritten(scopeAlone)(ask) : ask })],
  ["field selectors are ignored", "selectors/fields", [
    "selectors.field-equals",
    "selectors.field-differs",
    "selectors.field-namespace",
    "selectors.fields-all-must-match",
    "selectors.labels-and-fields",
  ], () => ({ ask: without("fieldSelector") })],
  ["selectors are ignored where they cannot be read", "selectors/malformed-rejected", [
    "selectors.malformed-label-rejected",
    "selectors.invalid-key-or-value-rejected",
    "selectors.malformed-field-rejected",
    "selectors.unknown-field-rejected",
  ], () => ({ ask: without("labelSelector", "fieldSelector") })],
  [
    "watches accept selectors that lists reject",
    "selectors/malformed-rejected",
    [
      "selectors.watch-malformed-rejected",
    ],
    () => ({ watch: ({ query: _query, ...ask }) => ({ ...ask, query: { timeoutSeconds: "1" } }) }),
  ],
  ["a deletion ignores what it cannot read", "selectors/malformed-deletion-rejected", [
    "selectors.deletion-malformed-rejected",
  ], () => ({ ask: without("labelSelector", "fieldSelector") })],
  [
    "a watch ignores its selector",
    "selectors/watches",
    ["selectors.watch-follows-selector"],
    () => ({
      watch: (ask) => {
        const labelSelector = scopeAlone(ask.query?.labelSelector ?? "");
        return { ...ask, query: { ...ask.query, labelSelector } };
      },
    }),
  ],
  ["updates are written whatever their version", "concurrency/updates", [
    "concurrency.updates-lose-nothing",
  ], () => ({ ask: withoutVersion })],
  ["conditional writes are written always", "concurrency/increments", [
    "concurrency.increments-add-up",
  ], () => ({ ask: withoutVersion })],
  ["gets come from a cache", "concurrency/patches", [
    "concurrency.reads-show-acknowledged",
    "concurrency.reads-never-go-back",
    "concurrency.one-order",
  ], () => {
    const first = new Map<string, JsonObject>();
    return {
      body: (ask, body) => {
        if (ask.method !== "GET" || Array.isArray(body.items)) return body;
        if (!first.has(ask.path)) first.set(ask.path, body);
        return first.get(ask.path)!;
      },
    };
  }],
  ["every deletion is a success", "concurrency/one-deleter-wins", [
    "concurrency.one-deleter-wins",
  ], () => ({ status: (ask, status) => ask.method === "DELETE" ? 200 : status })],
  ["deletions are told twice", "concurrency/create-delete-races", [
    "concurrency.creates-and-deletes-alternate",
  ], () => ({
    status: (ask, status) => ask.method === "DELETE" ? 200 : status,
  })],
  [
    "recreated objects share a uid",
    "concurrency/create-delete-races",
    ["concurrency.each-object-has-own-uid"],
    () => ({
      body: (ask, body) => ask.method === "POST" ? onMetadata(body, { uid: "one" }) : body,
    }),
  ],
  ["the uid is the client's", "metadata/server-fields", ["metadata.uid-from-server"], () => ({
    body: (ask, body) => onMetadata(body, sentMetadata(ask, "uid")),
  })],
  ["the creation time is the client's", "metadata/server-fields", [
    "metadata.creation-time-from-server",
    "metadata.creation-time-never-changes",
  ], () => ({ body: (ask, body) => onMetadata(body, sentMetadata(ask, "creationTimestamp")) })],
  [
    "the uid changes between reads",
    "metadata/server-fields",
    ["metadata.uid-never-changes"],
    () => {
      let count = 0;
      return {
        body: (ask, body) =>
          ask.method === "GET" && body.metadata ? onMetadata(body, { uid: `${++count}` }) : body,
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
      ask: (ask) =>
        ask.method === "POST" && sentMetadata(ask, "finalizers").finalizers !== undefined
          ? { ...ask, body: onMetadata(ask.body as JsonObject, { finalizers: null }) }
          : ask,
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
      ask: (ask) => {
        const before = deletions.get(ask.path) ?? 0;
        if (ask.method === "DELETE") deletions.set(ask.path, before + 1);
        return ask;
      },
      body: ({ path }, body) =>
        (deletions.get(path) ?? 0) > 1
          ? onMetadata(body, { deletionTimestamp: movedTime(body, 1) })
          : body,
    };
  }],
  ["new finalizers are told as taken", "lifecycle/no-new-finalizers", [
    "lifecycle.no-new-finalizers",
  ], () => ({ status: (_ask, status) => status === 422 ? 200 : status })],
  [
    "preconditions are ignored",
    "lifecycle/preconditions",
    [
      "lifecycle.uid-precondition-missed",
      "lifecycle.version-precondition-missed",
    ],
    () => ({
      ask: ({ body, ...ask }) => ask.method === "DELETE" ? ask : { ...ask, ...body && { body } },
    }),
  ],
  ["unknown policies pass", "lifecycle/unknown-propagation", [
    "lifecycle.unknown-propagation-rejected",
  ], () => ({
    ask: ({ body, query, ...ask }) =>
      ask.method === "DELETE" ? ask : { ...ask, ...body && { body }, ...query && { query } },
  })],
  ["a collection is deleted in part", "lifecycle/collections", [
    "lifecycle.collection-deletes-many",
  ], () => ({
    ask: (ask) =>
      ask.method === "DELETE" && ask.query?.labelSelector !== undefined
        ? { ...ask, query: { ...ask.query, limit: "1" } }
        : ask,
  })],
];

for (const [title, check, requirement, corruption] of CASES) {
  testCorruption({ title, check, requirement, corruption });
}

/** Changes the label selector of every request but watches. */
function rewritten(change: (selector: string) => string): (ask: HttpRequest) => HttpRequest {
  return (ask) =>
    ask.query?.labelSelector === undefined ? ask : {
      ...ask,
      query: { ...ask.query, labelSelector: change(ask.query.labelSelector) },
    };
}

function scopeAlone(selector: string): string {
  return selector.slice(selector.indexOf("plumbline/scope"));
}

function without(...parameters: string[]): (ask: HttpRequest) => HttpRequest {
  return (ask) => ({
    ...ask,
    query: Object.fromEntries(
      Object.entries(ask.query ?? {}).filter(([key]) => !parameters.includes(key)),
    ),
  });
}

function withoutVersion(ask: HttpRequest): HttpRequest {
  const conditional = ask.method === "PUT" || ask.method === "PATCH";
  if (!conditional || Array.isArray(ask.body)) return ask;
  return { ...ask, body: onMetadata(ask.body as JsonObject, { resourceVersion: undefined }) };
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
