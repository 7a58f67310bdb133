/**
 * Benign variants of behaviour that the specification leaves open.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { variants } from "../mutant.ts";
import { jsonAnswers } from "./wire_changes.ts";
import { ofKind } from "../vocabulary/kinds.ts";
import { on } from "../vocabulary/on.ts";
import { withMetadata } from "../vocabulary/json.ts";
import { wrap } from "../vocabulary/wrap.ts";

const HOUR = 3_600_000;

/** A date as HTTP headers have it. */
const DATE = "Fri, 27 Nov 2026 15:00:00 GMT";

/** Waits for some milliseconds. */
const pass = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export const behaviourVariants = variants({
  "lifecycle/create-200": {
    description: "A create is answered with 200.",
    reason: "One code is used for all successful requests.",
    allowedBy: "A create may be answered with 200, 201 or 202.",
    install: on("create").changeStatus(201, 200),
  },
  "lifecycle/create-202": {
    description: "A create is answered with 202.",
    reason: "Controllers process the object later.",
    allowedBy: "A create may be answered with 200, 201 or 202.",
    install: on("create").changeStatus(201, 202),
  },
  "lifecycle/update-201": {
    description: "Updates and patches are answered with 201.",
    reason: "Each creates a new revision of the object.",
    allowedBy: "An update or a patch may be answered with 200 or 201.",
    install: on("update,patch").changeStatus(200, 201),
  },
  "lifecycle/delete-202": {
    description: "A delete of an object is answered with 202.",
    reason: "Its dependents are deleted in the background.",
    allowedBy: "A delete may be answered with 200 or 202.",
    install: on("delete").changeStatus(200, 202),
  },
  "deployments/ports-named-by-digits": {
    description: "The port of a probe or hook may be a text of digits, and stays one.",
    reason: "A text is taken for the name of a port, whatever it is.",
    allowedBy: "Which texts name a port is not shown.",
    install: ofKind("Deployment").ignoreCauses(({ field }) => field.endsWith(".port")),
  },
  "paging/limit-ignored-at-zero": {
    description: "A list with `resourceVersion=0` ignores `limit`.",
    reason: "It is answered from a cache that does not support paging.",
    allowedBy: "`resourceVersion=0` permits any state, including one from a cache without paging.",
    install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
      const options = readListOptions(query, definition);
      if (query.get("resourceVersion") !== "0" || query.get("continue")) return options;
      const { limit: _, ...rest } = options;
      return rest;
    }),
  },
  "paging/one-object-a-page": {
    description: "Every page has one item, whatever the limit.",
    reason: "The time to fill a page is limited.",
    allowedBy: "A page has up to `limit` items.",
    install: wrap(
      "steps",
      "readPage",
      ({ readPage }, registry, request, options) =>
        readPage(registry, request, { ...options, ...(options.limit && { limit: 1 }) }),
    ),
  },
  "paging/limit-capped": {
    description: "A page has at most three items, whatever the limit.",
    reason: "The administrator limits the size of a response.",
    allowedBy: "A page has up to `limit` items.",
    install: wrap(
      "steps",
      "readPage",
      ({ readPage }, registry, request, options) =>
        readPage(registry, request, {
          ...options,
          ...(options.limit && { limit: Math.min(3, options.limit) }),
        }),
    ),
  },
  "paging/other-order": {
    description: "The items of a page are in reverse order.",
    reason: "They are read from an index in reverse order.",
    allowedBy: "The order of items is not specified.",
    install: on("list").changeListed(({ versions, ...rest }) => ({
      ...rest,
      versions: versions.toReversed(),
    })),
  },
  "paging/tokens-to-be-escaped": {
    description:
      "Continue tokens are long, contain characters that URLs escape, and differ each time.",
    reason: "A token is the key of a table that stores the position of each page.",
    allowedBy: "A token is sent back unchanged; its content is up to the server.",
    install({ tokens }) {
      const meant = new Map<string, string>();
      tokens(({ issue, read }) => ({
        async issue(...given) {
          const position = await issue(...given);
          // After the wait: lists that are answered at the same time must not get the same token.
          const token = `a+b/c=&d?é %2f#${"~".repeat(200)}${meant.size}`;
          meant.set(token, position);
          return token;
        },
        read: (collection, token) => read(collection, meant.get(token) ?? token),
      }));
    },
  },
  "watch/many-bookmarks": {
    description: "A watch with `allowWatchBookmarks` gets two bookmarks after every event.",
    reason: "More bookmarks mean fewer repeated events after a reconnect.",
    allowedBy: "The interval of bookmarks is not specified.",
    install: wrap(
      "steps",
      "watchSource",
      ({ watchSource }, registry, cursor, initial, options, definition, more) => {
        const source = watchSource(registry, cursor, initial, options, definition, more);
        if (!options.allowWatchBookmarks) return source;
        return {
          ...source,
          async next() {
            const events = await source.next();
            if (!events || events.some(({ type }) => type === "ERROR")) return events;
            const object = registry.steps.bookmark(definition, cursor.revision);
            const bookmark = { type: "BOOKMARK" as const, object };
            return [...events, bookmark, bookmark];
          },
        };
      },
    ),
  },
  "watch/ends-early": {
    description: "A watch ends after its third batch of events.",
    reason: "Connections are moved between servers to balance the load.",
    allowedBy:
      "The duration of a watch is not specified; a client resumes from the last resourceVersion.",
    install: wrap("steps", "watchSource", ({ watchSource }, ...given) => {
      const source = watchSource(...given);
      let left = 3;
      return {
        ...source,
        async next() {
          if (left-- > 0) return await source.next();
          source.close();
          return undefined;
        },
      };
    }),
  },
  "watch/slow": {
    description: "Watch events are delayed by some milliseconds.",
    reason: "Events are collected and sent together.",
    allowedBy: "The delay of events is not specified.",
    install: wrap("steps", "watchSource", ({ watchSource }, ...given) => {
      const source = watchSource(...given);
      return {
        ...source,
        async next() {
          const events = await source.next();
          if (events) await pass(20);
          return events;
        },
      };
    }),
  },
  "watch/initial-in-any-order": {
    description: "The initial objects of a watch are sent in reverse order.",
    reason: "They are sent in the order of the cache.",
    allowedBy: "The order of the initial objects is not specified.",
    install: wrap("steps", "startWatch", async ({ startWatch }, ...given) => {
      const start = await startWatch(...given);
      return { ...start, initial: start.initial.toReversed() };
    }),
  },
  "concurrency/late-answers": {
    description: "Writes are answered some milliseconds after they took effect, later ones sooner.",
    reason: "Responses wait for a log to be written.",
    allowedBy: "A response may be delayed; its request may take effect at any time before it.",
    install(parts) {
      let turn = 0;
      wrap("wire", "answer", async ({ answer }, request) => {
        const response = await answer(request);
        if (request.method !== "GET") await pass(6 - turn++ % 4 * 2);
        return response;
      })(parts);
    },
  },
  "metadata/clock-ahead": {
    description: "The server's clock is an hour ahead of the client's.",
    reason: "The machines do not synchronize their clocks.",
    allowedBy: "Times are set by the server.",
    install: ({ sources }) =>
      sources(({ clock }) => ({
        clock: { now: () => clock.now() + HOUR, after: clock.after.bind(clock) },
      })),
  },
  "apply/admission-adds-metadata": {
    description: "Each new object gets a label and an annotation that the client did not send.",
    reason: "An admission plugin notes the tenant of objects.",
    allowedBy: "Admission may set fields of an object.",
    install({ admission }) {
      admission(({ mutate }) => ({
        async mutate(write) {
          const object = await mutate(write) ?? write.object;
          if (object === undefined || write.verb !== "create") return object;
          const { labels, annotations } = object.metadata;
          return withMetadata(object, {
            labels: { "tenant.example.com/name": "blue", ...labels },
            annotations: { "tenant.example.com/note": "added", ...annotations },
          });
        },
      }));
    },
  },
  "reviews/denied": {
    description: "In a review, what is not allowed is denied.",
    reason: "There is one authorizer, which decides everything.",
    allowedBy: "`denied` is true if the action is denied.",
    install: jsonAnswers({
      change: (body) => {
        const status = body.status as JsonObject | undefined;
        const isRefusal = `${body.kind}`.endsWith("AccessReview") && status?.allowed === false;
        return isRefusal ? { ...body, status: { ...status, denied: true } } : body;
      },
    }),
  },
  "field-validation/warnings-of-a-host": {
    description: "A warning names the host that gives it, and its date.",
    reason: "A proxy in front of the server warns, too.",
    allowedBy: "RFC 7234, section 5.5: an agent may be a host with a port, and a date may follow.",
    install: on("create,update,patch,apply").changeWarnings((warnings) =>
      warnings.replaceAll(/299 - ("(?:[^"\\]|\\.)*")/g, `299 api.example.com:6443 $1 "${DATE}"`)
    ),
  },
  "reviews/additional-rules-and-reasons": {
    description: "Reviews have reasons, repeat rules in another order and are marked incomplete.",
    reason: "Several authorizers are asked, and each adds its answer.",
    allowedBy: "Rules may be repeated, in any order and incomplete; a reason may be given.",
    install(parts) {
      const again = (rules: unknown) =>
        Array.isArray(rules) ? [...rules.toReversed(), ...rules] : rules;
      let answers = 0;
      jsonAnswers({
        change: (body) => {
          const status = body.status as JsonObject | undefined;
          if (`${body.kind}`.endsWith("AccessReview") && status) {
            // The text differs each time, as that of a server that lists what is missing at the time.
            const reason = `as the second authorizer says for the ${++answers}th time`;
            return { ...body, status: { ...status, reason } };
          }
          if (body.kind !== "SelfSubjectRulesReview" || !status) return body;
          const { resourceRules, nonResourceRules } = status;
          const repeated = {
            ...status,
            resourceRules: again(resourceRules),
            nonResourceRules: again(nonResourceRules),
            incomplete: true,
          } as JsonObject;
          return { ...body, status: repeated };
        },
      })(parts);
    },
  },
  "health/more-checks": {
    description: "There is an additional health check, and the checks are in reverse order.",
    reason: "A later release has more checks.",
    allowedBy: "The set of checks and their order are up to the server.",
    install: wrap("exchange", "health", ({ health }, path, query) => {
      const [, endpoint, name, ...rest] = path.split("/");
      const known = new URLSearchParams(query);
      known.delete("exclude", "informer-sync");
      const response = name === "informer-sync" ? undefined : health(path, known);
      if (name === "informer-sync" && rest.length === 0) {
        return health(`/${endpoint}/ping`, query);
      }
      if (!response || name || !query.has("verbose")) return response;
      const excluded = query.getAll("exclude").includes("informer-sync") ? " excluded:" : "";
      return withMore(response, `[+]informer-sync${excluded} ok`);
    }),
  },
});

/** Returns verbose output with an additional line and its checks in reverse order. */
function withMore({ status, headers, body }: Response, more: string): Response {
  const lines = new TransformStream<string, string>({
    transform(text, controller) {
      const all = text.trimEnd().split("\n");
      const checks = all.filter((line) => line.startsWith("["));
      const others = all.filter((line) => !line.startsWith("["));
      controller.enqueue([...[...checks, more].reverse(), ...others, ""].join("\n"));
    },
  });
  const text = body!.pipeThrough(new TextDecoderStream()).pipeThrough(lines);
  return new Response(text.pipeThrough(new TextEncoderStream()), { status, headers });
}
