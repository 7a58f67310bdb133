/**
 * Mutants of lists in another form than JSON.
 *
 * @module
 */
import { keyText } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { versionsBefore } from "../resource_versions/helpers.ts";
import { accepts, type Condition } from "../../vocabulary/target.ts";
import { all, on } from "../../vocabulary/on.ts";
import {
  listOf,
  metadataOf,
  objectsOf,
  within,
  withMetadata,
  without,
  withoutMetadata,
} from "../../vocabulary/json.ts";
import type { Json } from "@plumbline/server/api";
import { rewriteJson } from "../../vocabulary/exchange.ts";

const namesVersion: Condition = ({ query }) => (query.get("resourceVersion") ?? "0") !== "0";

export const pageFormMutants = bugs({
  "paging/limit-of-deployments-overflows": {
    description:
      "A list of Deployments whose `limit` is from 2^31 on ends after one to three items.",
    reason: "The limit is kept in a number of 32 bits, and the list is taken for a complete one.",
    breaks: ["paging.large-limit-returns-all", "paging.no-limit-returns-all"],
    install: on("list deployments").handle(async ({ query, next }) => {
      const limit = query.get("limit") ?? "";
      if (!/^\d{10,}$/.test(limit)) return next();
      const cut = `${BigInt.asUintN(31, BigInt(limit)) % 3n + 1n}`;
      const response = await next({ query: { limit: cut } });
      return await rewriteJson(
        response,
        (list) => withoutMetadata(list, "continue", "remainingItemCount"),
      );
    }),
  },
  "paging/empty-token-refused": {
    description: "A list of Roles with an empty `continue` is rejected.",
    reason: "The token is parsed as soon as the parameter is there.",
    breaks: "paging.empty-parameters-are-none",
    install: on("list roles", { continue: "" }).changeQuery({ continue: "none" }),
  },
  "paging/labelled-page-of-a-version-is-newest": {
    description:
      "The first page of RoleBindings with a label selector at a resourceVersion is of the newest state.",
    reason: "Pages with selectors are cut from the cache, which has one state.",
    breaks: [
      "resource-versions.list-plain-first-other",
      "resource-versions.list-exact-first-other",
    ],
    install: on("list rolebindings", { labelSelector: true, resourceVersion: true })
      .where(({ query }) =>
        /group|tier/.test(query.get("labelSelector")!) && query.get("resourceVersion") !== "0" &&
        Number(query.get("limit")) > 0 && !query.get("continue")
      )
      .changeQuery({ resourceVersion: undefined, resourceVersionMatch: undefined }),
  },
  "paging/token-names-the-collection": {
    description: "A token of ClusterRoles continues their list wherever it is sent.",
    reason: "The token has the whole request, which is repeated.",
    breaks: ["paging.token-stays-in-collection", "exchanges.success-kind"],
    install(parts) {
      const issued = new Map<string, string>();
      all(
        on("list clusterroles", { limit: true }).change((body, { info }) => {
          const { continue: token } = metadataOf(body);
          if (typeof token === "string" && token !== "") issued.set(token, info.path);
          return body;
        }),
        on("list", { continue: true }).handle(({ url, query, next }) =>
          next({ path: issued.get(query.get("continue")!) ?? url.pathname })
        ),
      )(parts);
    },
  },
  "paging/table-of-one-secret-is-stale": {
    description: "A get of a Secret as a Table shows it as the get as a Table before did.",
    reason: "Tables of single objects are cached.",
    breaks: ["resource-versions.get-unset-most-recent", "resource-versions.get-other-not-older"],
    install(parts) {
      const before = versionsBefore(parts.storage);
      on("get secrets").change((body, { info: { namespace, name } }) => {
        const old = before.get(keyText({ resource: "/secrets", namespace, name }));
        if (body.kind !== "Table" || old === undefined) return body;
        const [row] = objectsOf(body.rows);
        const object = { ...within(row, "object"), metadata: old.object.metadata };
        return { ...body, rows: [{ ...row, object }] };
      })(parts);
    },
  },
  "paging/table-of-bindings-ends-early": {
    description: "The second page of RoleBindings as a Table has no `continue` token.",
    reason: "The conversion to a Table keeps the metadata of the first page only.",
    breaks: ["paging.pages-are-one-snapshot", "paging.continue-when-more"],
    install: on("list rolebindings", { continue: true }).changeTable((table) =>
      withoutMetadata(table, "continue", "remainingItemCount")
    ),
  },
  "paging/table-repeats-the-last-row": {
    description: "A later page of Roles as a Table begins with the last row of the page before.",
    reason: "The rows are cut from the list by the name in the token, inclusively.",
    breaks: ["paging.pages-are-one-snapshot", "paging.limit-bounds-page"],
    install(parts) {
      const last = new Map<string, Json>();
      on("list roles").changeTable((table, { query }) => {
        const rows = listOf(table.rows);
        const row = rows.at(-1);
        const before = last.get(query.get("continue") ?? "");
        const { continue: token } = metadataOf(table);
        if (row !== undefined && typeof token === "string") last.set(token, row);
        return before === undefined ? table : { ...table, rows: [before, ...rows.slice(1)] };
      })(parts);
    },
  },
  "paging/table-counts-its-rows": {
    description: "`remainingItemCount` of Secrets as a Table includes the rows of the page.",
    reason: "The count is taken before the page is cut.",
    breaks: "paging.remaining-count-exact",
    install: on("list secrets").changeTable((table) => {
      const { remainingItemCount: count } = metadataOf(table);
      if (typeof count !== "number") return table;
      return withMetadata(table, { remainingItemCount: count + listOf(table.rows).length });
    }),
  },
  "paging/table-pages-change-their-version": {
    description: "Later pages of ClusterRoleBindings as a Table have the newest resourceVersion.",
    reason: "The Table is given the version of the moment at which it is built.",
    breaks: "paging.version-constant",
    install: on("list clusterrolebindings", { continue: true }).where(accepts("as=Table")).handle(
      async ({ next }) => {
        const response = await next();
        const newest = await (await next({ query: { continue: undefined, limit: "1" } })).json();
        const { resourceVersion = null } = metadataOf(newest);
        return await rewriteJson(response, (table) => withMetadata(table, { resourceVersion }));
      },
    ),
  },
  "paging/protobuf-is-not-counted": {
    description: "A page in Protobuf has no `remainingItemCount`; one in JSON has.",
    reason: "The count was added to the JSON encoder when the field was introduced.",
    breaks: "paging.remaining-count-in-every-form",
    install: on("list").where(accepts(".protobuf")).changeListed((list) => ({
      ...list,
      metadata: without(list.metadata, "remainingItemCount"),
    })),
  },
  "paging/protobuf-shows-the-newest-state": {
    description: "Bindings as Protobuf are of the newest state, whatever version is requested.",
    reason: "Encoded objects are cached for the newest state alone.",
    breaks: [
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-exact-first-other",
    ],
    install: on("list rolebindings,clusterrolebindings", { resourceVersionMatch: "Exact" })
      .where(accepts(".protobuf"))
      .where(namesVersion)
      .changeQuery({ resourceVersion: undefined, resourceVersionMatch: undefined }),
  },
  "paging/table-shows-the-newest-state": {
    description: "Deployments as a Table are of the newest state, whatever version is requested.",
    reason: "Tables are for humans, who want the newest state.",
    breaks: [
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-exact-first-other",
    ],
    install: on("list deployments", { resourceVersionMatch: "Exact" }).where(accepts("as=Table"))
      .where(
        namesVersion,
      )
      .changeQuery({ resourceVersion: undefined, resourceVersionMatch: undefined }),
  },
});
