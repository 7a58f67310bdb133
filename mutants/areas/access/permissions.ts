/**
 * Mutants of the permissions that each verb requires, and of rules for non-resource URLs.
 *
 * @module
 */
import {
  changingAttributes,
  changingRules,
  currentRequest,
  decidingInNamespaces,
} from "./helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import { urlCovers } from "@plumbline/server/access";
import type { Verb } from "@plumbline/server/api";
import type { Storage } from "@plumbline/server/storage";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Authorizes a verb as another one, which rules have to contain. */
const authorizingAs = (verb: Verb, authorizedAs: Verb): Mutant["install"] =>
  changingAttributes((asked) => asked.verb === verb ? { verb: authorizedAs } : {});

/** Authorizes reads over all namespaces that select one by its name as reads in this one. */
const authorizingSelected = (verb: Verb): Mutant["install"] => (parts) => {
  const underway = currentRequest(parts);
  parts.authorizer(({ decide }) => ({
    decide(attributes) {
      if (attributes.verb !== verb || attributes.namespace !== "") return decide(attributes);
      const selector = underway(attributes)?.query.get("fieldSelector") ?? "";
      const namespace = /^metadata\.namespace=+([^,]+)$/.exec(selector)?.[1] ?? "";
      return decide({ ...attributes, namespace });
    },
  }));
};

export const permissionMutants = bugs({
  "access/watch-of-selected-namespace": {
    description:
      "A watch over all namespaces that selects one by a field needs the permission there only.",
    reason: "It shows no more than a watch in that namespace.",
    breaks: "access.only-in-its-namespace",
    install: authorizingSelected("watch"),
  },
  "access/list-of-selected-namespace": {
    description:
      "A list over all namespaces that selects one by a field needs the permission there only.",
    reason: "It shows no more than a list in that namespace.",
    breaks: "access.only-in-its-namespace",
    install: authorizingSelected("list"),
  },
  "access/watch-is-a-list": {
    description: "A watch requires the permission `list` instead of `watch`.",
    reason: "Both are a GET of a collection, and `watch` is read from the query later.",
    breaks: ["access.verb-watch", "access.verb-list"],
    install: authorizingAs("watch", "list"),
  },
  "access/spelled-watch-is-a-list": {
    description:
      "A watch with `watch=true` requires the permission `list`, one with `watch=1` not.",
    reason: "The verb is read from the query by another function than the one that serves it.",
    breaks: "access.verb-watch",
    install(parts) {
      const requestOf = currentRequest(parts);
      changingAttributes((asked) =>
        asked.verb === "watch" && requestOf(asked)?.query.get("watch") === "true"
          ? { verb: "list" }
          : {}
      )(parts);
    },
  },
  "access/selected-names-not-read": {
    description: "A rule with `resourceNames` never permits a list or a watch.",
    reason: "The name of an object is read from the path alone.",
    breaks: "access.selected-name-permitted",
    install(parts) {
      const requestOf = currentRequest(parts);
      changingAttributes((asked) =>
        /^(list|watch)$/.test(asked.verb) && requestOf(asked) ? { name: "" } : {}
      )(parts);
    },
  },
  "access/list-is-a-get": {
    description: "A list requires the permission `get` instead of `list`.",
    reason: "A user who may read every object may read all of them.",
    breaks: ["access.verb-list", "access.verb-get"],
    install: authorizingAs("list", "get"),
  },
  "access/patch-is-an-update": {
    description: "A patch requires the permission `update` instead of `patch`.",
    reason: "Both modify an existing object.",
    breaks: ["access.verb-patch", "access.verb-update", "access.apply-needs-patch"],
    install: authorizingAs("patch", "update"),
  },
  "access/collections-deleted-one-by-one": {
    description: "`deletecollection` requires the permission `delete`.",
    reason: "It is implemented as deletions of single objects.",
    breaks: ["access.verb-delete", "access.verb-deletecollection"],
    install: authorizingAs("deletecollection", "delete"),
  },
  "access/create-permits-update": {
    description: "A rule for `create` also permits `update`.",
    reason: "A user who created an object should be able to correct it.",
    breaks: "access.verb-create",
    install: changingRules(
      ({ verbs }, { verb }) =>
        verb === "update" && verbs.includes("create") ? { verbs: [...verbs, "update"] } : {},
    ),
  },
  "access/put-creates-by-update": {
    description: "A PUT that creates an object requires only the permission `update`.",
    reason: "The request is authorized as an update before the object is looked up.",
    breaks: "access.put-that-creates-needs-create",
    install: on("update").serve(({ next }) => next({ authorize: () => Promise.resolve() })),
  },
  "access/apply-creates-by-patch": {
    description: "An apply that creates an object requires only the permission `patch`.",
    reason: "The request is authorized as a patch before the object is looked up.",
    breaks: "access.apply-that-creates-needs-create",
    install: wrap("steps", "permitCreation", () => Promise.resolve()),
  },
  "access/apply-is-an-update": {
    description: "An apply requires the permission `update` instead of `patch`.",
    reason: "An apply sends the intended object, as an update does.",
    breaks: "access.apply-needs-patch",
    install(parts) {
      const underway = currentRequest(parts);
      changingAttributes((attributes) => {
        const type = underway(attributes)?.request.headers.get("content-type") ?? "";
        return attributes.verb === "patch" && type.includes("apply") ? { verb: "update" } : {};
      })(parts);
    },
  },
  "access/dry-writes-need-get": {
    description: "A write with `dryRun=All` requires only the permission `get`.",
    reason: "A dry run changes nothing.",
    breaks: ["access.dry-run-authorized-alike", "access.verb-get"],
    install(parts) {
      const underway = currentRequest(parts);
      changingAttributes((attributes) => {
        const isDry = underway(attributes)?.query.has("dryRun");
        const writes = !["get", "list", "watch"].includes(attributes.verb);
        return isDry && writes ? { verb: "get" } : {};
      })(parts);
    },
  },
  "access/paths-by-prefix": {
    description: "A rule for a non-resource URL permits every path that starts with it.",
    reason: "Routes are matched by prefix, and the same function is used for rules.",
    breaks: "access.only-paths-listed",
    install: changingRules(
      ({ nonResourceURLs = [] }, { isResource, path }) =>
        !isResource && nonResourceURLs.some((url) => path.startsWith(url))
          ? { nonResourceURLs: [path] }
          : {},
    ),
  },
  "access/star-is-one-segment": {
    description: "A trailing `*` in a non-resource URL matches one path segment only.",
    reason: "In shell patterns it does.",
    breaks: "access.path-prefix",
    install: changingRules(({ nonResourceURLs = [] }, { path }) => ({
      nonResourceURLs: nonResourceURLs.filter((url) =>
        url === "*" || !url.endsWith("/*") || !path.slice(url.length - 1).includes("/")
      ),
    })),
  },
  "access/any-path-without-slash": {
    description: "The non-resource URL `*` permits nothing.",
    reason: "Values without a leading slash are considered invalid.",
    breaks: "access.wildcard-path",
    install: changingRules(({ nonResourceURLs = [] }) => ({
      nonResourceURLs: nonResourceURLs.filter((url) => url !== "*"),
    })),
  },
  "access/first-path-only": {
    description: "Only the first non-resource URL without `*` in a rule counts.",
    reason: "The loop ends at the first entry that is not a pattern.",
    breaks: "access.path-named",
    install: changingRules(({ nonResourceURLs = [] }) => {
      const plain = nonResourceURLs.filter((url) => !url.endsWith("*"));
      return {
        nonResourceURLs: nonResourceURLs.filter((url) => url.endsWith("*") || url === plain[0]),
      };
    }),
  },
  "access/path-head-is-a-get": {
    description: "A review of `head` on a path is decided as one of `get`.",
    reason: "A HEAD is a GET without the body, so the verbs were taken for one.",
    breaks: "access.only-path-verbs-listed",
    install: changingRules(({ verbs }, { isResource, verb }) =>
      !isResource && verb === "head" && verbs.includes("get") ? { verbs: [...verbs, "head"] } : {}
    ),
  },
  "access/paths-for-all-methods": {
    description: "A rule for non-resource URLs permits every verb on them.",
    reason: "Non-resource URLs were assumed to be read-only.",
    breaks: "access.only-path-verbs-listed",
    install: changingRules((_, { isResource }) => isResource ? {} : { verbs: ["*"] }),
  },
  "access/paths-through-role-bindings": {
    description: "A RoleBinding grants the non-resource URLs of its ClusterRole.",
    reason: "Paths have no namespace, so the bindings of all namespaces are searched.",
    breaks: "access.paths-through-cluster-bindings-only",
    install: decidingInNamespaces(({ isResource }) => !isResource),
  },
  "access/namespace-bindings-grant-paths": {
    description: "A RoleBinding to a ClusterRole grants its non-resource URLs.",
    reason: "Paths have no namespace, so the bindings of all namespaces are searched.",
    breaks: "access.paths-through-cluster-bindings-only",
    install({ authorizer, storage }) {
      let store: Storage;
      storage((original) => {
        store = original;
        return {};
      });
      authorizer(({ decide, grantsOf }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          const { user, verb, path } = attributes;
          if (decision.allowed || attributes.isResource) return decision;
          const { versions } = await store.list({ resource: "/namespaces" });
          for (const { key } of versions) {
            const { grants } = await grantsOf(user, key.name);
            const isGranted = grants.flatMap(({ rules }) => rules).some(
              ({ verbs, nonResourceURLs = [] }) =>
                (verbs.includes(verb) || verbs.includes("*")) &&
                nonResourceURLs.some((url) => urlCovers(url, path)),
            );
            if (isGranted) return { allowed: true, reason: "RBAC: allowed", errors: [] };
          }
          return decision;
        },
      }));
    },
  },
  "access/apply-creates-by-patch-permission": {
    description: "An apply creates an object for a user who may patch but not create.",
    reason: "An apply is authorized as a patch.",
    breaks: "access.apply-that-creates-needs-create",
    install: wrap("steps", "permitCreation", ({ permitCreation }, write) => {
      const { registry, form } = write;
      const open = { ...registry, authorize: () => Promise.resolve() };
      return permitCreation(form === "apply" ? { ...write, registry: open } : write);
    }),
  },
  "access/collection-of-one-is-a-delete": {
    description: "A deletecollection with `metadata.name=x` requires the permission to delete x.",
    reason: "It deletes at most one object, so it was taken for a delete.",
    breaks: ["access.verb-deletecollection", "access.forbidden-changes-nothing"],
    install(parts) {
      const underway = currentRequest(parts);
      wrap("authorizer", "decide", ({ decide }, attributes) => {
        const query = attributes.verb === "deletecollection" && underway(attributes)?.query;
        const name = query &&
          /^metadata\.name==?([^,]+)$/.exec(query.get("fieldSelector") ?? "")?.[1];
        return decide(name ? { ...attributes, verb: "delete", name } : attributes);
      })(parts);
    },
  },
});
