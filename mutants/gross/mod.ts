/**
 * Bugs that show in nearly every check, to examine what of other bugs is still reported beside them.
 * They are no part of the catalogue: what a careful engineer would write does not hide everything else.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { asObject, keyOf } from "@plumbline/server/resources";
import type { StoredVersion } from "@plumbline/server/storage";
import { isWatch } from "../benign_variants/wire_changes.ts";
import { accepting, keyText } from "../helpers.ts";
import { type BenignVariant, bugs, type Catalogued, variants } from "../mutant.ts";
import { all, type Install, on } from "../vocabulary/on.ts";
import { withVersion } from "../vocabulary/results.ts";
import { wrap } from "../vocabulary/wrap.ts";

/** Milliseconds for which reads lag behind writes. */
const LAG = 200;

/** Removes a parameter from the query and the body of requests. */
function ignoring(name: string, concerns: (request: Request) => boolean = () => true): Install {
  return wrap("wire", "answer", async ({ answer }, request) => {
    const url = new URL(request.url);
    if (!concerns(request)) return answer(request);
    url.searchParams.delete(name);
    const { method, headers, signal } = request;
    if (!request.body) return answer(new Request(url, { method, headers, signal }));
    const bytes = await request.arrayBuffer();
    const body = method === "DELETE" ? withoutMember(bytes, name) : bytes;
    return answer(new Request(url, { method, headers, signal, body }));
  });
}

/** Returns a JSON body without a member; others stay as they are. */
function withoutMember(bytes: ArrayBuffer, name: string): ArrayBuffer | string {
  try {
    const { [name]: _, ...rest } = JSON.parse(new TextDecoder().decode(bytes));
    return JSON.stringify(rest);
  } catch {
    return bytes;
  }
}

/** Bugs that show in nearly every check. */
export const grossMutants: ReturnType<typeof bugs> = bugs({
  "gross/apply-fails": {
    description: "Every apply is answered 500.",
    reason: "The schemas that a merge needs are not installed.",
    breaks: "apply.creates",
    install: on("apply").handle(() =>
      Promise.resolve(
        Response.json({
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: "Internal error occurred: no type converter is installed",
          reason: "InternalError",
          code: 500,
        }, { status: 500 }),
      )
    ),
  },
  "gross/dry-run-ignored": {
    description: "`dryRun` is ignored.",
    reason: "The parameter is not read.",
    breaks: "dry-run.no-side-effects",
    install: ignoring("dryRun"),
  },
  "gross/limit-ignored": {
    description: "`limit` is ignored.",
    reason: "The store returns all objects.",
    breaks: "paging.limit-bounds-page",
    install: ignoring("limit", ({ method }) => method === "GET"),
  },
  "gross/field-selectors-ignored": {
    description: "`fieldSelector` is ignored.",
    reason: "Only labels are indexed.",
    breaks: "selectors.field-equals",
    install: ignoring("fieldSelector"),
  },
  "gross/watch-replays-all": {
    description: "A watch begins with all objects, whatever its resourceVersion.",
    reason: "The store has no history.",
    breaks: "watch.starts-after-version",
    install: ignoring(
      "resourceVersion",
      ({ url }) => ["1", "true"].includes(new URL(url).searchParams.get("watch") ?? ""),
    ),
  },
  "gross/finalizers-ignored": {
    description: "A delete removes an object that has finalizers.",
    reason: "Finalizers are stored like any other metadata.",
    breaks: "lifecycle.delete-sets-deletion-timestamp",
    install: wrap("steps", "markDeletion", ({ markDeletion }, object, ...given) => {
      const { finalizers: _, ...metadata } = object.metadata;
      return markDeletion({ ...object, metadata }, ...given);
    }),
  },
  "gross/list-version-constant": {
    description: "The resourceVersion of a list never changes.",
    reason: "It is read once, when the server starts.",
    breaks: "resource-versions.collection-carries-version",
    install({ storage }) {
      let first: number | undefined;
      storage(({ list }) => ({
        async list(...given) {
          const listed = await list(...given);
          first ??= listed.revision;
          return { ...listed, revision: first };
        },
      }));
    },
  },
  "gross/reads-lag": {
    description: "For 200 ms after a write, gets return the state before it.",
    reason: "Reads are served from a cache that follows the store.",
    breaks: "concurrency.reads-show-acknowledged",
    install(parts) {
      const behind = new Map<string, StoredVersion>();
      all(
        wrap("storage", "transact", async ({ get, transact }, key, write) => {
          const before = await get(key);
          const written = await transact(key, write);
          const text = keyText(key);
          if (before && !behind.has(text)) {
            behind.set(text, before);
            setTimeout(() => behind.delete(text), LAG);
          }
          return written;
        }),
        on("get").serve(async ({ request, next }) => {
          const old = behind.get(keyText(keyOf(request)));
          const result = await next();
          return old ? withVersion(result, old) : result;
        }),
      )(parts);
    },
  },
  "gross/uid-changes-on-update": {
    description: "Each update gives the object a new `uid`.",
    reason: "An update is stored as a new object.",
    breaks: "metadata.uid-never-changes",
    install: on("update").serve(({ registry: { sources }, nextWith }) =>
      nextWith((original) => ({
        carryOverMeta(write) {
          original.carryOverMeta(write);
          write.object.metadata.uid = sources.uid();
        },
        ...accepting(({ field }) => field === "metadata.uid")(original),
      }))
    ),
  },
  "gross/every-third-unauthorized": {
    description: "Every third request is answered 401.",
    reason: "One of three replicas behind the address has another key for tokens.",
    breaks: "exchanges.valid-request-accepted",
    install({ wire }) {
      let requests = 0;
      wire(({ answer }) => ({
        answer(request) {
          if (!request.headers.has("authorization") || ++requests % 3 !== 0) return answer(request);
          const status: JsonObject = {
            kind: "Status",
            apiVersion: "v1",
            metadata: {},
            status: "Failure",
            message: "Unauthorized",
            reason: "Unauthorized",
            code: 401,
          };
          return Promise.resolve(Response.json(status, { status: 401 }));
        },
      }));
    },
  },
  "gross/no-status-bodies": {
    description: "Errors have a text instead of a Status as their body.",
    reason: "They are written by the HTTP library.",
    breaks: "errors.status-has-code",
    install: wrap("wire", "answer", async ({ answer }, request) => {
      const response = await answer(request);
      if (response.status < 400 || isWatch(request, response)) return response;
      let message = "";
      try {
        message = String(asObject(await response.json())?.message ?? "");
      } catch {
        // It has no JSON.
      }
      const headers = { "content-type": "text/plain; charset=utf-8" };
      return new Response(`${message}\n`, { status: response.status, headers });
    }),
  },
  "gross/errors-are-200": {
    description: "Errors are answered 200, with their Status as the body.",
    reason: "The function that writes objects writes errors, too, and sets no status.",
    breaks: "errors.status-has-code",
    install: wrap("wire", "answer", async ({ answer }, request) => {
      const response = await answer(request);
      if (response.status < 400) return response;
      return new Response(response.body, { status: 200, headers: response.headers });
    }),
  },
});

/** What shows in nearly every check as well, and is allowed: no failure is to be reported for it. */
export const grossVariants: readonly Catalogued<BenignVariant>[] = variants({
  "gross/delete-accepted": {
    description: "Every successful delete is answered 202.",
    reason: "Deletions were planned to be asynchronous.",
    allowedBy: "A delete may be answered with 200 or 202.",
    install: on("delete,deletecollection").changeStatus(200, 202),
  },
});
