/**
 * Benign variants: servers that do what the interface leaves to them in another way.
 *
 * @module
 */
import type { JsonObject } from "../../server/object.ts";
import type { BenignVariant } from "../mutant.ts";
import { jsonAnswers, statuses } from "./rewrite.ts";

/** Waits for so many milliseconds. */
const pass = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Whether a path ends with an object's name or a subresource of it: more than a collection. */
const isOfOneObject = (path: string): boolean => {
  const parts = path.split("/").filter((part) => part !== "");
  const rest = parts.slice(parts[0] === "api" ? 2 : 3);
  return (rest[0] === "namespaces" && rest.length > 2 ? rest.slice(2) : rest).length > 1;
};

/** The variants. */
export const behaviourVariants: readonly BenignVariant[] = [
  {
    id: "lifecycle/create-200",
    area: "lifecycle",
    description: "A creation is answered 200.",
    reason: "It went well, and a difference was not seen.",
    allowedBy: "A create is answered 200, 201 or 202.",
    install({ wire }) {
      wire(statuses(({ method }, status) => method === "POST" && status === 201 ? 200 : status));
    },
  },
  {
    id: "lifecycle/create-202",
    area: "lifecycle",
    description: "A creation is answered 202.",
    reason: "What follows from it is still to be done.",
    allowedBy: "A create is answered 200, 201 or 202.",
    install({ wire }) {
      wire(statuses(({ method }, status) => method === "POST" && status === 201 ? 202 : status));
    },
  },
  {
    id: "lifecycle/update-201",
    area: "lifecycle",
    description: "Updates and patches are answered 201.",
    reason: "Each makes another version of the object.",
    allowedBy: "An update or a patch is answered 200 or 201.",
    install({ wire }) {
      wire(
        statuses(({ method }, status) =>
          (method === "PUT" || method === "PATCH") && status === 200 ? 201 : status
        ),
      );
    },
  },
  {
    id: "lifecycle/delete-202",
    area: "lifecycle",
    description: "The deletion of an object is answered 202.",
    reason: "What depends on it is deleted behind the scenes.",
    allowedBy: "A delete is answered 200 or 202.",
    install({ wire }) {
      wire(
        statuses(({ method, url }, status) =>
          method === "DELETE" && status === 200 && isOfOneObject(new URL(url).pathname)
            ? 202
            : status
        ),
      );
    },
  },
  {
    id: "paging/limit-ignored-at-zero",
    area: "paging",
    description: "A list at version 0 is whole, whatever its limit.",
    reason: "It is answered from a cache that cannot page.",
    allowedBy: "Version 0 asks for any state, which servers answer from where there are no pages.",
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const options = readListOptions(query, definition);
          if (query.get("resourceVersion") !== "0" || query.get("continue")) return options;
          const { limit: _, ...rest } = options;
          return rest;
        },
      }));
    },
  },
  {
    id: "paging/one-object-a-page",
    area: "paging",
    description: "A page has one object, whatever the limit.",
    reason: "Pages are filled up to a time, which is over soon.",
    allowedBy: "A page has up to as many objects as the limit says.",
    install({ steps }) {
      steps(({ readPage }) => ({
        readPage: (registry, request, options) =>
          readPage(registry, request, { ...options, ...(options.limit && { limit: 1 }) }),
      }));
    },
  },
  {
    id: "paging/other-order",
    area: "paging",
    description: "Within a page the objects come in the opposite order.",
    reason: "They are read by an index that is kept the other way round.",
    allowedBy: "Nothing is said of the order of items.",
    install({ verbs }) {
      verbs(({ list }) => ({
        async list(registry, request) {
          const result = await list(registry, request);
          if (result.kind !== "list") return result;
          return { ...result, versions: result.versions.toReversed() };
        },
      }));
    },
  },
  {
    id: "paging/tokens-to-be-escaped",
    area: "paging",
    description:
      "Continue tokens are long, have characters that URLs escape, and differ each time.",
    reason: "They are keys of a table that remembers where each page ended.",
    allowedBy: "A token is sent back as it came; what it is made of is the server's business.",
    install({ tokens }) {
      const meant = new Map<string, string>();
      tokens(({ issue, read }) => ({
        issue(...given) {
          const told = `a+b/c=&d?é %2f#${"~".repeat(200)}${meant.size}`;
          meant.set(told, issue(...given));
          return told;
        },
        read: (collection, token) => read(collection, meant.get(token) ?? token),
      }));
    },
  },
  {
    id: "watch/many-bookmarks",
    area: "watch",
    description: "Who asks for bookmarks gets two behind every event.",
    reason: "The more of them, the less has to be told again.",
    allowedBy: "Bookmarks come at no particular interval.",
    install({ steps }) {
      steps(({ watchSource }) => ({
        watchSource(registry, cursor, initial, options, definition) {
          const source = watchSource(registry, cursor, initial, options, definition);
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
      }));
    },
  },
  {
    id: "watch/ends-early",
    area: "watch",
    description: "A watch ends behind its third piece of news.",
    reason: "Connections are moved to other servers, to share the load.",
    allowedBy: "How long a watch lasts is not promised; a client goes on from the last version.",
    install({ steps }) {
      steps(({ watchSource }) => ({
        watchSource(...given) {
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
        },
      }));
    },
  },
  {
    id: "watch/slow",
    area: "watch",
    description: "What a watch tells comes a little later.",
    reason: "News is collected for a while, to be sent together.",
    allowedBy: "Nothing is said of how soon an event comes.",
    install({ steps }) {
      steps(({ watchSource }) => ({
        watchSource(...given) {
          const source = watchSource(...given);
          return {
            ...source,
            async next() {
              const events = await source.next();
              if (events) await pass(20);
              return events;
            },
          };
        },
      }));
    },
  },
  {
    id: "watch/initial-in-any-order",
    area: "watch",
    description: "What is there when a watch begins is told in the opposite order.",
    reason: "It is told as the cache finds it.",
    allowedBy: "Nothing is said of an order among what there was before.",
    install({ steps }) {
      steps(({ startWatch }) => ({
        async startWatch(...given) {
          const { cursor, initial } = await startWatch(...given);
          return { cursor, initial: initial.toReversed() };
        },
      }));
    },
  },
  {
    id: "concurrency/late-answers",
    area: "concurrency",
    description:
      "Writes are answered some milliseconds after they were done, the later the sooner.",
    reason: "Answers wait for a log to be written.",
    allowedBy: "An answer may take its time; its request counts from before to after.",
    install({ wire }) {
      let turn = 0;
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          if (request.method !== "GET") await pass(6 - turn++ % 4 * 2);
          return response;
        },
      }));
    },
  },
  {
    id: "reviews/more-to-say",
    area: "reviews",
    description: "Reviews give reasons, repeat rules in another order, and say they may lack some.",
    reason: "Several authorizers are asked, and each adds what it knows.",
    allowedBy: "Rules may be repeated, in any order, and be incomplete; a reason may be given.",
    install({ wire }) {
      const again = (rules: unknown) =>
        Array.isArray(rules) ? [...rules.toReversed(), ...rules] : rules;
      wire(jsonAnswers({
        say: (body) => {
          const status = body.status as JsonObject | undefined;
          if (`${body.kind}`.endsWith("AccessReview") && status) {
            return { ...body, status: { ...status, reason: "as the second authorizer says" } };
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
      }));
    },
  },
  {
    id: "health/more-checks",
    area: "health",
    description: "There is a check more, and the checks come in the opposite order.",
    reason: "A release looks at more than the one before.",
    allowedBy: "Which checks there are, and in what order they are told, is the server's business.",
    install({ exchange }) {
      exchange(({ health }) => ({
        health(path, query) {
          const [, endpoint, name, ...rest] = path.split("/");
          const known = new URLSearchParams(query);
          known.delete("exclude", "informer-sync");
          const told = name === "informer-sync" ? undefined : health(path, known);
          if (name === "informer-sync" && rest.length === 0) {
            return health(`/${endpoint}/ping`, query) && new Response("fine");
          }
          if (!told || name || !query.has("verbose")) return told;
          const excluded = query.getAll("exclude").includes("informer-sync") ? " excluded:" : "";
          return withMore(told, `[+]informer-sync${excluded} ok`);
        },
      }));
    },
  },
];

/** A verbose answer with a line more, and its checks the other way round. */
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
