/**
 * Mutants of lists in another form than JSON.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { rewriteJson } from "../../helpers.ts";
import type { Mutant } from "../../mutant.ts";

/** A list of one type that is requested as a Table, and how it is answered without the mutant. */
interface TableRequest {
  readonly url: URL;
  /** Answers the request, with changed parameters; an undefined one is left out. */
  answer(query?: Readonly<Record<string, string | undefined>>): Promise<Response>;
}

/** Answers lists of one type as Tables in another way. */
function answeringTables(
  { wire }: PartChanges,
  resource: string,
  act: (request: TableRequest) => Promise<Response>,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      const isTable = (request.headers.get("accept") ?? "").includes("as=Table");
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

export const formMutants: readonly Mutant[] = [
  {
    id: "paging/table-of-bindings-ends-early",
    area: "paging",
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
  {
    id: "paging/table-repeats-the-last-row",
    area: "paging",
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
  {
    id: "paging/table-counts-its-rows",
    area: "paging",
    description: "`remainingItemCount` of Secrets as a Table includes the rows of the page.",
    reason: "The count is taken before the page is cut.",
    breaks: ["paging.remaining-count-exact"],
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
  {
    id: "paging/table-pages-change-their-version",
    area: "paging",
    description: "Later pages of ClusterRoleBindings as a Table have the newest resourceVersion.",
    reason: "The Table is given the version of the moment at which it is built.",
    breaks: ["paging.version-constant"],
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
  {
    id: "paging/table-shows-the-newest-state",
    area: "paging",
    description: "Deployments as a Table are of the newest state, whatever version is requested.",
    reason: "Tables are for humans, who want the newest state.",
    breaks: ["resource-versions.list-exact-whole-other"],
    install(parts) {
      answeringTables(parts, "deployments", async ({ url, answer }) => {
        if (url.searchParams.get("resourceVersionMatch") !== "Exact") return await answer();
        const version = url.searchParams.get("resourceVersion");
        if ((version ?? "0") === "0") return await answer();
        return await answer({ resourceVersion: undefined, resourceVersionMatch: undefined });
      });
    },
  },
];
