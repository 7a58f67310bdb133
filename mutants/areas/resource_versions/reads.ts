/**
 * Mutants of resource versions in responses, of objects missing from lists, and of the parameters
 * of reads.
 *
 * @module
 */
import { keyOf } from "@plumbline/server/resources";
import { versionsBefore } from "./helpers.ts";
import { keyText } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import type { StoredVersion } from "@plumbline/server/storage";
import { all, on, type Requests } from "../../vocabulary/on.ts";
import type { QueryCondition } from "../../vocabulary/target.ts";
import { changeObjectIn, withObject } from "../../vocabulary/results.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import {
  listOf,
  metadataOf,
  objectsOf,
  withMetadata,
  withoutMetadata,
} from "../../vocabulary/json.ts";

/** Changes the query of lists and watches. */
const changingQuery = (
  change: (query: URLSearchParams) => void,
): Mutant["install"] =>
  wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
    const changed = new URLSearchParams(query);
    change(changed);
    return readListOptions(changed, definition);
  });

/**
 * Returns a change of lists that are not to be older than a version: the last write to a namespace, if it
 * is one of those given, is not in what they are answered from.
 */
const missingLast = (writes: Requests, match: QueryCondition): Mutant["install"] => (parts) => {
  const before = new Map<string, number>();
  all(
    on("create,update,patch,delete,deletecollection deployments/*").serve(
      async ({ request: { context }, next }) => {
        const result = await next();
        before.delete(context.info.namespace);
        return result;
      },
    ),
    writes.serve(async ({ registry, request: { context }, next }) => {
      const revision = registry.storage.currentRevision();
      const result = await next();
      if (!context.query.has("dryRun")) before.set(context.info.namespace, revision);
      return result;
    }),
    on("list deployments", { resourceVersion: true, ...match }).handle(({ info, query, next }) => {
      const revision = before.get(info.namespace);
      const isAny = Number(query.get("resourceVersion")) === 0;
      const exactly = { resourceVersionMatch: "Exact", resourceVersion: String(revision) };
      return next(revision === undefined || isAny ? {} : { query: exactly });
    }),
  )(parts);
};

export const readMutants = bugs({
  "resource-versions/cache-without-statuses": {
    description:
      "Pages that are not to be older than a version miss the last write, if it wrote a status.",
    reason: "The cache is fed by the handler of whole objects.",
    breaks: "resource-versions.list-not-older-first-other",
    install: missingLast(on("update,patch deployments/status"), {
      resourceVersionMatch: "NotOlderThan",
      limit: true,
    }),
  },
  "resource-versions/cache-without-strategic-patches": {
    description:
      "A list that is not to be older than a version misses the last write, if it was a strategic " +
      "merge patch.",
    reason: "The form of patches that was added last does not feed the cache.",
    breaks: "resource-versions.list-not-older-whole-other",
    install: missingLast(on("strategic-merge-patch deployments"), {
      resourceVersionMatch: "NotOlderThan",
      limit: false,
    }),
  },
  "resource-versions/put-answers-without-version": {
    description: "The response to an update has no resourceVersion.",
    reason: "The response is built before the storage assigns the resourceVersion.",
    breaks: "resource-versions.object-carries-version",
    install: on("update").changeResult((result) =>
      changeObjectIn(result, (object) => withoutMetadata(object, "resourceVersion"))
    ),
  },
  "resource-versions/patch-answers-old-version": {
    description: "The response to a patch has the previous resourceVersion.",
    reason: "The response is built from the object that was read.",
    breaks: [
      "resource-versions.change-gives-new-version",
      "resource-versions.unchanged-keeps-version",
      "watch.object-is-full",
    ],
    install: on("patch").serve(async ({ registry, request, next }) => {
      const before = await registry.storage.get(keyOf(request));
      const result = await next();
      if (!before) return result;
      const { resourceVersion = "" } = before.object.metadata;
      return changeObjectIn(result, (object) => withMetadata(object, { resourceVersion }));
    }),
  },
  "resource-versions/empty-list-items-null": {
    description: "A list in which nothing matches the selector has `items: null`.",
    reason: "The list is allocated when the first item is appended.",
    breaks: "resource-versions.collection-carries-version",
    install: on("list", { labelSelector: true }).changeList((list) =>
      listOf(list.items).length === 0 ? { ...list, items: null } : list
    ),
  },
  "resource-versions/list-version-of-newest-item": {
    description: "A list has the resourceVersion of its newest item, and 0 if it has none.",
    reason: "The store keeps no version of its own.",
    breaks: [
      "resource-versions.list-version-names-state",
      "resource-versions.collection-carries-version",
      "paging.version-constant",
    ],
    install: on("list").changeList((list) => {
      const versions = objectsOf(list.items).map((item) =>
        Number(metadataOf(item).resourceVersion)
      );
      return withMetadata(list, { resourceVersion: String(Math.max(0, ...versions)) });
    }),
  },
  "resource-versions/single-object-of-namespace-not-listed": {
    description: "A list across namespaces omits an object that is alone in its namespace.",
    reason: "A namespace is added to the index with its second object.",
    breaks: [
      "resource-versions.list-all-namespaces",
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-plain-first-unset",
    ],
    install: on("list").where(({ info }) => info.namespace === "").changeListed((result) => {
      const byNamespace = Map.groupBy(result.versions, ({ key }) => key.namespace);
      const isSeen = ({ key: { namespace } }: StoredVersion) =>
        namespace === "" || byNamespace.get(namespace)!.length > 1;
      return { ...result, versions: result.versions.filter(isSeen) };
    }),
  },
  "resource-versions/namespace-range-includes-end": {
    description:
      "A list of a namespace also returns the objects of the namespace with the next name.",
    reason: "Keys are scanned by range, and its end is inclusive.",
    breaks: "resource-versions.list-one-namespace",
    install: wrap("storage", "list", async ({ list }, collection, options = {}) => {
      const page = await list(collection, options);
      const { namespace } = collection;
      if (!namespace || options.limit) return page;
      const last = namespace.charCodeAt(namespace.length - 1);
      const end = namespace.slice(0, -1) + String.fromCharCode(last + 1);
      const behind = await list({ ...collection, namespace: end }, options);
      return { ...page, versions: [...page.versions, ...behind.versions] };
    }),
  },
  "resource-versions/get-at-zero-has-old-labels": {
    description: "A get with `resourceVersion=0` returns an object with its previous labels.",
    reason: "Labels are kept in an index that is updated later than the cache.",
    breaks: "resource-versions.get-zero-any",
    install(parts) {
      const before = versionsBefore(parts.storage);
      on("get", { resourceVersion: "0" }).changeResult((result, request) => {
        const old = before.get(keyText(keyOf(request)));
        if (!old) return result;
        const { labels = {} } = old.object.metadata;
        return changeObjectIn(result, (object) => withMetadata(object, { labels }));
      })(parts);
    },
  },
  "resource-versions/removed-label-stays": {
    description: "A write that removes a label is answered without it, but the label stays stored.",
    reason: "The storage merges a write into the existing object.",
    breaks: [
      "resource-versions.acknowledged-write-persists",
      "resource-versions.get-unset-most-recent",
      "resource-versions.get-zero-any",
    ],
    install: wrap("storage", "transact", async ({ get, transact }, key, write) => {
      const old = await get(key);
      if (!old || !write.object) return await transact(key, write);
      const { labels = {} } = write.object.metadata;
      const merged = { ...old.object.metadata.labels, ...labels };
      const object = withMetadata(write.object, { labels: merged });
      const written = await transact(key, { ...write, object });
      return withObject(written, withMetadata(written.object, { labels }));
    }),
  },
  "resource-versions/exact-list-selects-by-current-labels": {
    description:
      "A list at an old resourceVersion applies the label selector to the current labels.",
    reason: "The label index contains only the newest state.",
    breaks: "resource-versions.list-label-selector",
    install: wrap("storage", "list", async ({ get, list }, collection, options = {}) => {
      const { filter, ...others } = options;
      if (!filter || options.revision === undefined || options.limit || options.after) {
        return await list(collection, options);
      }
      const found = await list(collection, others);
      const now = await Promise.all(found.versions.map(({ key }) => get(key)));
      const versions = found.versions.filter((version, index) =>
        filter((now[index] ?? version).object)
      );
      return { ...found, versions };
    }),
  },
  "resource-versions/namespace-field-ignored": {
    description: "A list across namespaces ignores the field selector `metadata.namespace`.",
    reason: "The namespace was assumed to come from the path only.",
    breaks: "resource-versions.list-field-selector",
    install: changingQuery((query) => {
      const fields = query.get("fieldSelector");
      if (fields === null) return;
      const kept = fields.split(",").filter((term) => !term.startsWith("metadata.namespace"));
      query.set("fieldSelector", kept.join());
    }),
  },
  "resource-versions/set-without-parentheses": {
    description: "A label selector accepts `in` and `notin` with one value without parentheses.",
    reason: "The parser reads a single word if there is no parenthesis.",
    breaks: ["resource-versions.malformed-selector-rejected", "watch.malformed-selector-rejected"],
    install: changingQuery((query) => {
      const labels = query.get("labelSelector");
      if (labels === null) return;
      query.set("labelSelector", labels.replace(/ (in|notin) ([\w.-]+)$/, " $1 ($2)"));
    }),
  },
  "resource-versions/match-with-token-ignored": {
    description:
      "`resourceVersionMatch` with a `continue` token and no `resourceVersion` is ignored.",
    reason: "Without a resourceVersion there is nothing to match.",
    breaks: "resource-versions.match-with-continue-rejected",
    install: wrap("steps", "readPoint", ({ readPoint }, { resourceVersionMatch, ...options }) => {
      const isIdle = options.continue && options.resourceVersion === undefined;
      return readPoint(
        isIdle || !resourceVersionMatch ? options : { ...options, resourceVersionMatch },
      );
    }),
  },
  "resource-versions/match-dropped-with-continue-and-version": {
    description:
      "With a continue token and a resourceVersion, NotOlderThan is served as the token.",
    reason: "The last cell of the table has no entry, and the match is dropped.",
    breaks: "resource-versions.match-with-continue-rejected",
    install: wrap("steps", "readPoint", ({ readPoint }, given) => {
      const { resourceVersionMatch: match, resourceVersion = "0", ...options } = given;
      const isDropped = options.continue && match === "NotOlderThan" && resourceVersion !== "0";
      return readPoint(isDropped ? options : given);
    }),
  },
  "resource-versions/match-by-its-beginning": {
    description: "`resourceVersionMatch` accepts any value that starts with `NotOlderThan`.",
    reason: "The two values are distinguished by prefix.",
    breaks: "resource-versions.unknown-match-rejected",
    install: changingQuery((query) => {
      const match = query.get("resourceVersionMatch") ?? "";
      if (match.startsWith("NotOlderThan")) query.set("resourceVersionMatch", "NotOlderThan");
    }),
  },
  "resource-versions/conflict-adds-annotation": {
    description:
      "An update rejected for its stale resourceVersion adds an annotation to the object.",
    reason: "Conflicts were meant to be visible in the object.",
    breaks: ["resource-versions.rejected-write-leaves-no-trace", "watch.rejected-write-is-silent"],
    install: on("update").whenRejected("Conflict", async (error, { registry, request }) => {
      const current = await registry.storage.get(keyOf(request));
      if (!current) throw error;
      const { object, key, revision: expected } = current;
      const annotations = {
        ...object.metadata.annotations,
        "plumbline.invalid/conflicts": `${expected}`,
      };
      await registry.storage.transact(key, {
        expected,
        object: withMetadata(object, { annotations }),
      });
      throw error;
    }),
  },
  "resource-versions/token-with-its-own-version": {
    description:
      "A `continue` token is accepted with a `resourceVersion` if that is the token's own.",
    reason: "The two parameters do not contradict each other.",
    breaks: "resource-versions.list-plain-next-other",
    install(parts) {
      const versions = new Map<string, string>();
      wrap("tokens", "issue", async ({ issue }, collection, position) => {
        const token = await issue(collection, position);
        versions.set(token, String(position.revision));
        return token;
      })(parts);
      wrap("steps", "readPoint", ({ readPoint }, options) => {
        const { resourceVersion, resourceVersionMatch, ...rest } = options;
        const isOwn = !resourceVersionMatch && options.continue !== undefined &&
          versions.get(options.continue) === resourceVersion;
        return readPoint(isOwn ? rest : options);
      })(parts);
    },
  },
});
