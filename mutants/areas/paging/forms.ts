/**
 * Mutants of lists in another form than JSON.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { rewriteJson, textOf } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { versionsBefore } from "../resource_versions/helpers.ts";

/** A list of one type that is requested as a Table, and how it is answered without the mutant. */
interface TableRequest {
  readonly url: URL;
  /** Answers the request, with changed parameters; an undefined one is left out. */
  answer(query?: Readonly<Record<string, string | undefined>>): Promise<Response>;
}

/** Answers lists of one type in another way. */
function answeringLists(
  { wire }: PartChanges,
  resource: string,
  act: (url: URL, answer: (url: URL) => Promise<Response>) => Promise<Response>,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      const isList = request.method === "GET" && url.pathname.endsWith(`/${resource}`) &&
        !url.searchParams.has("watch");
      return isList
        ? await act(url, (changed) => answer(new Request(changed, request)))
        : await answer(request);
    },
  }));
}

/** Answers lists of one type as Tables, or in another form, in another way. */
function answeringTables(
  { wire }: PartChanges,
  resource: string,
  act: (request: TableRequest) => Promise<Response>,
  form = "as=Table",
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      const isTable = (request.headers.get("accept") ?? "").includes(form);
      const isList = request.method === "GET" && url.pathname.endsWith(`/${resource}`) &&
        !url.searchParams.has("watch");
      if (!isTable || !isList) return await answer(request);
      return await act({
        url,
        answer: (query = {}) => {
          const target = new URL(url);
          for (const [name, value] of Object.entries(query)) {
            if (value === undefined) target.searchParams.delete(name);
            else target.searchParams.set(name, value);
          }
          return answer(new Request(target, request));
        },
      });
    },
  }));
}

const metadataOf = (body: JsonObject): JsonObject => (body.metadata ?? {}) as JsonObject;

export const formMutants = bugs({
  "paging/limit-of-deployments-overflows": {
    description: "A `limit` of Deployments from 2^31 on is cut to its lower 31 bits.",
    reason: "The limit is kept in a number of 32 bits.",
    breaks: ["paging.large-limit-returns-all", "paging.no-limit-returns-all"],
    install(parts) {
      answeringLists(parts, "deployments", async (url, answer) => {
        const limit = url.searchParams.get("limit") ?? "";
        if (/^\d{10,}$/.test(limit)) {
          url.searchParams.set("limit", `${BigInt.asUintN(31, BigInt(limit)) % 3n + 1n}`);
        }
        return await answer(url);
      });
    },
  },
  "paging/empty-token-refused": {
    description: "A list of Roles with an empty `continue` is rejected.",
    reason: "The token is parsed as soon as the parameter is there.",
    breaks: "paging.empty-parameters-are-none",
    install(parts) {
      answeringLists(parts, "roles", async (url, answer) => {
        if (url.searchParams.get("continue") === "") url.searchParams.set("continue", "none");
        return await answer(url);
      });
    },
  },
  "paging/labelled-page-of-a-version-is-newest": {
    description:
      "The first page of RoleBindings with a label selector at a resourceVersion is of the newest state.",
    reason: "Pages with selectors are cut from the cache, which has one state.",
    breaks: [
      "resource-versions.list-plain-first-other",
      "resource-versions.list-exact-first-other",
    ],
    install(parts) {
      answeringLists(parts, "rolebindings", async (url, answer) => {
        const { searchParams: query } = url;
        const isLabelled = /group|tier/.test(query.get("labelSelector") ?? "");
        const isPage = Number(query.get("limit") ?? 0) > 0 && !query.get("continue");
        if (isLabelled && isPage && (query.get("resourceVersion") ?? "0") !== "0") {
          query.delete("resourceVersion");
          query.delete("resourceVersionMatch");
        }
        return await answer(url);
      });
    },
  },
  "paging/token-names-the-collection": {
    description: "A token of ClusterRoles continues their list wherever it is sent.",
    reason: "The token has the whole request, which is repeated.",
    breaks: ["paging.token-stays-in-collection", "exchanges.success-kind"],
    install({ wire }) {
      const issued = new Map<string, string>();
      wire(({ answer }) => ({
        async answer(request) {
          const url = new URL(request.url);
          const path = issued.get(url.searchParams.get("continue") ?? "");
          if (request.method !== "GET") return await answer(request);
          if (path !== undefined) url.pathname = path;
          const response = await answer(new Request(url, request));
          if (!url.pathname.endsWith("/clusterroles") || !url.searchParams.has("limit")) {
            return response;
          }
          return await rewriteJson(response, (body) => {
            const { continue: token } = metadataOf(body);
            if (typeof token === "string" && token !== "") issued.set(token, url.pathname);
            return body;
          });
        },
      }));
    },
  },
  "paging/table-of-one-secret-is-stale": {
    description: "A get of a Secret as a Table shows it as the get as a Table before did.",
    reason: "Tables of single objects are cached.",
    breaks: ["resource-versions.get-unset-most-recent", "resource-versions.get-other-not-older"],
    install({ storage, wire }) {
      const before = versionsBefore(storage);
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const { pathname } = new URL(request.url);
          const name = /\/namespaces\/([^/]+)\/secrets\/([^/]+)$/.exec(pathname);
          if (request.method !== "GET" || name === null || !response.ok) return response;
          const key = { resource: "/secrets", namespace: name[1]!, name: name[2]! };
          const old = before.get(textOf(key));
          return await rewriteJson(response, (body) => {
            if (body.kind !== "Table" || old === undefined || !Array.isArray(body.rows)) {
              return body;
            }
            const [row] = body.rows as JsonObject[];
            const { object } = old;
            const shown = { ...row!.object as JsonObject, metadata: { ...object.metadata } };
            return { ...body, rows: [{ ...row, object: shown as JsonObject }] };
          });
        },
      }));
    },
  },
  "paging/table-of-bindings-ends-early": {
    description: "The second page of RoleBindings as a Table has no `continue` token.",
    reason: "The conversion to a Table keeps the metadata of the first page only.",
    breaks: ["paging.pages-are-one-snapshot", "paging.continue-when-more"],
    install(parts) {
      answeringTables(parts, "rolebindings", async ({ url, answer }) => {
        const response = await answer();
        if (!url.searchParams.get("continue")) return response;
        return await rewriteJson(response, (body) => {
          const { continue: _, remainingItemCount: _count, ...metadata } = metadataOf(body);
          return { ...body, metadata };
        });
      });
    },
  },
  "paging/table-repeats-the-last-row": {
    description: "A later page of Roles as a Table begins with the last row of the page before.",
    reason: "The rows are cut from the list by the name in the token, inclusively.",
    breaks: ["paging.pages-are-one-snapshot", "paging.limit-bounds-page"],
    install(parts) {
      const last = new Map<string, JsonObject>();
      answeringTables(
        parts,
        "roles",
        async ({ url, answer }) =>
          await rewriteJson(await answer(), (body) => {
            if (!Array.isArray(body.rows)) return body;
            const row = body.rows.at(-1) as JsonObject | undefined;
            const before = last.get(url.searchParams.get("continue") ?? "");
            const { continue: token } = metadataOf(body);
            if (row !== undefined && typeof token === "string") last.set(token, row);
            return before === undefined ? body : { ...body, rows: [before, ...body.rows.slice(1)] };
          }),
      );
    },
  },
  "paging/table-counts-its-rows": {
    description: "`remainingItemCount` of Secrets as a Table includes the rows of the page.",
    reason: "The count is taken before the page is cut.",
    breaks: "paging.remaining-count-exact",
    install(parts) {
      answeringTables(
        parts,
        "secrets",
        async ({ answer }) =>
          await rewriteJson(await answer(), (body) => {
            const { remainingItemCount: count, ...metadata } = metadataOf(body);
            if (typeof count !== "number" || !Array.isArray(body.rows)) return body;
            const remainingItemCount = count + body.rows.length;
            return { ...body, metadata: { ...metadata, remainingItemCount } };
          }),
      );
    },
  },
  "paging/table-pages-change-their-version": {
    description: "Later pages of ClusterRoleBindings as a Table have the newest resourceVersion.",
    reason: "The Table is given the version of the moment at which it is built.",
    breaks: "paging.version-constant",
    install(parts) {
      answeringTables(parts, "clusterrolebindings", async ({ url, answer }) => {
        const response = await answer();
        if (!url.searchParams.get("continue")) return response;
        const newest = await (await answer({ continue: undefined, limit: "1" })).json();
        return await rewriteJson(response, (body) => ({
          ...body,
          metadata: {
            ...metadataOf(body),
            resourceVersion: metadataOf(newest).resourceVersion ?? null,
          },
        }));
      });
    },
  },
  "paging/protobuf-shows-the-newest-state": {
    description: "Bindings as Protobuf are of the newest state, whatever version is requested.",
    reason: "Encoded objects are cached for the newest state alone.",
    breaks: "resource-versions.list-exact-whole-other",
    install(parts) {
      for (const resource of ["rolebindings", "clusterrolebindings"]) {
        answeringTables(parts, resource, async ({ url, answer }) => {
          if (url.searchParams.get("resourceVersionMatch") !== "Exact") return await answer();
          const version = url.searchParams.get("resourceVersion");
          if ((version ?? "0") === "0") return await answer();
          return await answer({ resourceVersion: undefined, resourceVersionMatch: undefined });
        }, ".protobuf");
      }
    },
  },
  "paging/table-shows-the-newest-state": {
    description: "Deployments as a Table are of the newest state, whatever version is requested.",
    reason: "Tables are for humans, who want the newest state.",
    breaks: "resource-versions.list-exact-whole-other",
    install(parts) {
      answeringTables(parts, "deployments", async ({ url, answer }) => {
        if (url.searchParams.get("resourceVersionMatch") !== "Exact") return await answer();
        const version = url.searchParams.get("resourceVersion");
        if ((version ?? "0") === "0") return await answer();
        return await answer({ resourceVersion: undefined, resourceVersionMatch: undefined });
      });
    },
  },
});
