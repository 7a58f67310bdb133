/**
 * Mutants of lists without selectors, and of the life of tokens.
 *
 * @module
 */
import { badRequest, expired } from "@plumbline/server/api";
import { collectionOf } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

export const everyoneMutants = bugs({
  "paging/full-last-page-of-everyone": {
    description: "A full last page over all namespaces has a `continue` token.",
    reason: "Across namespaces nobody looks whether another object follows.",
    breaks: "paging.ends-without-token",
    install: on("list", { continue: true, limit: true }).where(({ info }) => info.namespace === "")
      .serve(async ({ registry, request, next }) => {
        const result = await next();
        if (result.kind !== "list" || result.metadata.continue !== "") return result;
        const last = result.versions.at(-1)?.key;
        const limit = Number(request.context.query.get("limit"));
        if (!last || result.versions.length !== limit) return result;
        const token = await registry.tokens.issue(collectionOf(request), {
          revision: Number(result.metadata.resourceVersion),
          since: registry.sources.clock.now(),
          after: { namespace: last.namespace, name: last.name },
        });
        return { ...result, metadata: { ...result.metadata, continue: token } };
      }),
  },
  "paging/deletion-with-token-and-version": {
    description: "A deletecollection of RoleBindings ignores a resourceVersion beside a token.",
    reason: "The token has a version of its own.",
    breaks: "paging.deletecollection-rejects-as-list",
    install: on("deletecollection rolebindings", { continue: true })
      .changeQuery({ resourceVersion: undefined, resourceVersionMatch: undefined }),
  },
  "paging/deletion-with-unknown-match": {
    description:
      "A deletecollection of Secrets ignores a `resourceVersionMatch` that it does not know.",
    reason: "An unknown value is as good as none.",
    breaks: "paging.deletecollection-rejects-as-list",
    install: on("deletecollection secrets", { resourceVersionMatch: "Newest" })
      .changeQuery({ resourceVersionMatch: undefined }),
  },
  "paging/deletion-with-unissued-token": {
    description:
      "A deletecollection of Roles with a token that was not issued begins at the start.",
    reason:
      "A token that cannot be read is taken for an expired one, after which lists begin anew.",
    breaks: "paging.deletecollection-rejects-as-list",
    install: on("deletecollection roles", { continue: "never-issued" })
      .changeQuery({ continue: undefined }),
  },
  "paging/count-over-namespaces-too-low": {
    description:
      "A page of Secrets over all namespaces without selectors has a `remainingItemCount` that is one too low.",
    reason: "The item that continues the list is counted as delivered.",
    breaks: "paging.remaining-count-exact",
    install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
      const page = await readPage(registry, request, options);
      const { remainingItemCount: count } = page.metadata;
      const { definition, context } = request;
      if (definition.kind !== "Secret" || context.info.namespace) return page;
      return typeof count !== "number" || count < 2
        ? page
        : { ...page, metadata: { ...page.metadata, remainingItemCount: count - 1 } };
    }),
  },
  "paging/unselected-list-without-last": {
    description: "A list of Secrets without selectors and limit misses its last object.",
    reason: "The scan without a filter ends before the last key.",
    breaks: ["resource-versions.list-is-one-snapshot", "paging.no-limit-returns-all"],
    install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
      const page = await readPage(registry, request, options);
      const { definition } = request;
      return definition.kind !== "Secret" || options.filter || options.limit
        ? page
        : { ...page, versions: page.versions.slice(0, -1) };
    }),
  },
  "paging/roles-deleted-at-newest-only": {
    description: "A `deletecollection` of Roles rejects `resourceVersion`.",
    reason: "Only the newest objects can be deleted, so the parameter seemed to make no sense.",
    breaks: "paging.deletecollection-at-version",
    install: on("deletecollection roles", { resourceVersion: true })
      .reject(badRequest("resourceVersion is not supported here")),
  },
  "paging/token-of-twenty-seconds": {
    description: "A `continue` token lives 20 seconds.",
    reason: "The lifetime of a cursor in the database was taken for that of the token.",
    breaks: "paging.token-lives",
    install({ tokens, sources }) {
      let now = () => 0;
      sources(({ clock }) => {
        now = () => clock.now();
        return {};
      });
      tokens(({ read }) => ({
        async read(collection, token) {
          const position = await read(collection, token);
          if (now() - position.since > 20_000) throw expired("the cursor is gone");
          return position;
        },
      }));
    },
  },
  "paging/one-token-at-a-time": {
    description: "A `continue` token of ClusterRoles expires when the next one is issued.",
    reason: "One snapshot per type is kept for paged lists.",
    breaks: "paging.token-lives",
    install({ tokens }) {
      let last: string | undefined;
      tokens(({ issue, read }) => ({
        async issue(collection, position) {
          const token = await issue(collection, position);
          if (collection.resource.endsWith("/clusterroles")) last = token;
          return token;
        },
        async read(collection, token) {
          const replaced = collection.resource.endsWith("/clusterroles") && last !== undefined &&
            last !== token;
          const position = await read(collection, token);
          if (replaced) throw expired("the snapshot of the list was released");
          return position;
        },
      }));
    },
  },
});
