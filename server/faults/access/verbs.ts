/**
 * Faults of permissions: what verbs and paths come to, and what reviews are about.
 *
 * @module
 */
import { ruleAllows } from "../../access/policy_rule.ts";
import type { VerbHandler } from "../../registry/registry.ts";
import { asObject } from "../../registry/resource.ts";
import { decidingAbout, decidingBy, reading, requestUnderway, storageOf } from "./tools.ts";
import type { Fault } from "../fault.ts";
import type { Seams } from "../seams.ts";

/** Lets a verb be done by whoever may do another. */
const servingAs = (seams: Seams, verb: string, other: string) =>
  decidingAbout(seams, (attributes) => attributes.verb === verb ? { verb: other } : {});

const freely = (handler: VerbHandler): VerbHandler => (registry, request) =>
  handler({ ...registry, authorize: () => Promise.resolve() }, request);

/** The faults. */
export const verbFaults: readonly Fault[] = [
  {
    id: "access/watch-is-a-list",
    area: "access",
    description: "A watch takes the permission to list.",
    reason: "Both are a GET of a collection, and the parameter is read later.",
    breaks: ["access.verb-watch", "access.verb-list"],
    install: (seams) => servingAs(seams, "watch", "list"),
  },
  {
    id: "access/list-is-a-get",
    area: "access",
    description: "A list takes the permission to get.",
    reason: "Whoever may read every object may read all of them.",
    breaks: ["access.verb-list", "access.verb-get"],
    install: (seams) => servingAs(seams, "list", "get"),
  },
  {
    id: "access/patch-is-an-update",
    area: "access",
    description: "A patch takes the permission to update.",
    reason: "Both change an object that is there.",
    breaks: ["access.verb-patch", "access.verb-update"],
    install: (seams) => servingAs(seams, "patch", "update"),
  },
  {
    id: "access/collections-deleted-one-by-one",
    area: "access",
    description: "A deletion of a collection takes the permission to delete.",
    reason: "It is carried out as deletions of its objects.",
    breaks: ["access.verb-delete", "access.verb-deletecollection"],
    install: (seams) => servingAs(seams, "deletecollection", "delete"),
  },
  {
    id: "access/create-permits-update",
    area: "access",
    description: "Whoever may create may update as well.",
    reason: "Who made an object has to be able to correct it.",
    breaks: ["access.verb-create"],
    install(seams) {
      reading(
        seams,
        ({ verbs }, { verb }) =>
          verb === "update" && verbs.includes("create") ? { verbs: [...verbs, "update"] } : {},
      );
    },
  },
  {
    id: "access/put-creates-by-update",
    area: "access",
    description: "A PUT to a free name takes the permission to update alone.",
    reason: "The request was authorized as an update before anybody looked whether there is one.",
    breaks: ["access.put-that-creates-needs-create"],
    install({ verbs }) {
      verbs(({ update }) => ({ update: freely(update) }));
    },
  },
  {
    id: "access/apply-creates-by-patch",
    area: "access",
    description: "An apply to a free name takes the permission to patch alone.",
    reason: "The request was authorized as a patch before anybody looked whether there is one.",
    breaks: ["access.apply-that-creates-needs-create"],
    install({ steps }) {
      steps(() => ({ permitCreation: () => Promise.resolve() }));
    },
  },
  {
    id: "access/apply-is-an-update",
    area: "access",
    description: "An apply takes the permission to update.",
    reason: "It says all of what the object should be, as an update does.",
    breaks: ["access.apply-needs-patch"],
    install(seams) {
      const underway = requestUnderway(seams);
      decidingAbout(seams, (attributes) => {
        const type = underway(attributes)?.request.headers.get("content-type") ?? "";
        return attributes.verb === "patch" && type.includes("apply") ? { verb: "update" } : {};
      });
    },
  },
  {
    id: "access/dry-writes-need-get",
    area: "access",
    description: "A dry write is allowed to whoever may read.",
    reason: "It changes nothing.",
    breaks: ["access.dry-run-decided-alike"],
    install(seams) {
      const underway = requestUnderway(seams);
      decidingAbout(seams, (attributes) => {
        const isDry = underway(attributes)?.query.has("dryRun");
        const writes = !["get", "list", "watch"].includes(attributes.verb);
        return isDry && writes ? { verb: "get" } : {};
      });
    },
  },
  {
    id: "access/paths-by-their-beginning",
    area: "access",
    description: "A rule for a path permits whatever begins with it.",
    reason: "Routes are matched by their beginnings, so that paths of rules were, too.",
    breaks: ["access.only-paths-listed"],
    install(seams) {
      reading(
        seams,
        ({ nonResourceURLs = [] }, { isResource, path }) =>
          !isResource && nonResourceURLs.some((url) => path.startsWith(url))
            ? { nonResourceURLs: [path] }
            : {},
      );
    },
  },
  {
    id: "access/star-is-one-segment",
    area: "access",
    description: "A path's * at the end stands for one segment.",
    reason: "In shells it does.",
    breaks: ["access.path-below"],
    install(seams) {
      reading(seams, ({ nonResourceURLs = [] }, { path }) => ({
        nonResourceURLs: nonResourceURLs.filter((url) =>
          url === "*" || !url.endsWith("/*") || !path.slice(url.length - 1).includes("/")
        ),
      }));
    },
  },
  {
    id: "access/star-needs-a-slash",
    area: "access",
    description: "The path * alone permits nothing.",
    reason: "Paths begin with a slash, and what does not is no path.",
    breaks: ["access.any-path"],
    install(seams) {
      reading(seams, ({ nonResourceURLs = [] }) => ({
        nonResourceURLs: nonResourceURLs.filter((url) => url !== "*"),
      }));
    },
  },
  {
    id: "access/second-path-unseen",
    area: "access",
    description: "Of the paths a rule lists without a star only the first counts.",
    reason: "The loop ends with the first path that is no pattern.",
    breaks: ["access.path-named"],
    install(seams) {
      reading(seams, ({ nonResourceURLs = [] }) => {
        const plain = nonResourceURLs.filter((url) => !url.endsWith("*"));
        return {
          nonResourceURLs: nonResourceURLs.filter((url) => url.endsWith("*") || url === plain[0]),
        };
      });
    },
  },
  {
    id: "access/paths-for-all-methods",
    area: "access",
    description: "A rule for paths permits every method on them.",
    reason: "Paths outside of resources were thought to be read only.",
    breaks: ["access.only-path-verbs-listed"],
    install(seams) {
      reading(seams, (_, { isResource }) => isResource ? {} : { verbs: ["*"] });
    },
  },
  {
    id: "access/paths-by-bindings-of-namespaces",
    area: "access",
    description: "A RoleBinding gives the paths of its ClusterRole, too.",
    reason: "Paths are in no namespace, so that any binding was thought to do.",
    breaks: ["access.paths-through-cluster-bindings-only"],
    install(seams) {
      const storage = storageOf(seams);
      let resource = "";
      seams.resource((definition) => {
        if (definition.resource === "rolebindings") resource = `${definition.group}/rolebindings`;
        return {};
      });
      seams.authorizer(({ decide }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          if (decision.allowed || attributes.isResource) return decision;
          const { versions } = await storage().list({ resource });
          for (const namespace of new Set(versions.map(({ key }) => key.namespace))) {
            const there = await decide({ ...attributes, namespace });
            if (there.allowed) return there;
          }
          return decision;
        },
      }));
    },
  },
  {
    id: "access/asked-star-matches-verbs",
    area: "access",
    description: "A review of the verb * is allowed by a rule for any verb.",
    reason: "A star matches everything, on whichever side it stands.",
    breaks: ["access.review-any-verb"],
    install(seams) {
      reading(seams, (_, { verb }) => verb === "*" ? { verbs: ["*"] } : {});
    },
  },
  {
    id: "access/asked-star-matches-groups",
    area: "access",
    description: "A review of the group * is allowed by a rule for any group.",
    reason: "A star matches everything, on whichever side it stands.",
    breaks: ["access.review-any-group"],
    install(seams) {
      reading(seams, (_, { group }) => group === "*" ? { apiGroups: ["*"] } : {});
    },
  },
  {
    id: "access/asked-star-matches-resources",
    area: "access",
    description: "A review of the resource * is allowed by a rule for any resource.",
    reason: "A star matches everything, on whichever side it stands.",
    breaks: ["access.review-any-resource"],
    install(seams) {
      reading(seams, (_, { resource }) => resource === "*" ? { resources: ["*"] } : {});
    },
  },
  {
    id: "access/unknown-words-refused",
    area: "access",
    description: "A review of a verb that no operation has is never allowed.",
    reason: "Verbs are an enumeration, and what is none of them is nothing.",
    breaks: ["access.review-of-unknown-words"],
    install(seams) {
      decidingBy(
        seams,
        (rule, attributes) => attributes.verb !== "plumb" && ruleAllows(rule, attributes),
      );
    },
  },
  {
    id: "access/any-namespace-of-many",
    area: "access",
    description: "A review without a namespace is allowed where one namespace would do.",
    reason: "Without a namespace all bindings were gone through.",
    breaks: ["access.review-any-namespace"],
    install(seams) {
      const storage = storageOf(seams);
      let resource = "";
      seams.resource((definition) => {
        if (definition.resource === "rolebindings") resource = `${definition.group}/rolebindings`;
        return {};
      });
      seams.authorizer(({ decide }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          if (decision.allowed || attributes.namespace || !attributes.isResource) return decision;
          const { versions } = await storage().list({ resource });
          for (const namespace of new Set(versions.map(({ key }) => key.namespace))) {
            const there = await decide({ ...attributes, namespace });
            if (there.allowed) return there;
          }
          return decision;
        },
      }));
    },
  },
  {
    id: "access/version-has-to-be-served",
    area: "access",
    description: "A review of a version that is not served is not allowed.",
    reason: "What is not there cannot be done.",
    breaks: ["access.review-any-version"],
    install({ resource }) {
      resource(({ resource, answer }) =>
        resource !== "subjectaccessreviews" || !answer ? {} : {
          async answer(object, place) {
            const answered = await answer(object, place);
            const version = asObject(asObject(object.spec)?.resourceAttributes)?.version;
            if (version !== "v7") return answered;
            return { ...answered, status: { ...asObject(answered.status), allowed: false } };
          },
        }
      );
    },
  },
  {
    id: "access/groups-of-the-asker",
    area: "access",
    description: "A subject review is about a member of the asker's groups as well.",
    reason: "The user of the request was copied, and its name replaced.",
    breaks: ["access.review-without-groups", "access.review-of-groups"],
    install({ resource }) {
      resource(({ resource, answer }) =>
        !/^(local)?subjectaccessreviews$/.test(resource) || !answer ? {} : {
          async answer(object, place) {
            const spec = asObject(object.spec) ?? {};
            const groups = Array.isArray(spec.groups) ? spec.groups : [];
            const asked = { ...spec, groups: [...groups, ...place.user.groups] };
            return { ...await answer({ ...object, spec: asked }, place), spec };
          },
        }
      );
    },
  },
  {
    id: "access/own-group-by-name",
    area: "access",
    description: "A subject review takes the user for a group of one, too.",
    reason: "Elsewhere every user has a group of their own.",
    breaks: ["access.review-without-groups", "access.review-of-groups"],
    install({ resource }) {
      resource(({ resource, answer }) =>
        resource !== "subjectaccessreviews" || !answer ? {} : {
          async answer(object, place) {
            const spec = asObject(object.spec) ?? {};
            const groups = Array.isArray(spec.groups) ? spec.groups : [];
            const asked = { ...spec, groups: [...groups, String(spec.user ?? "")] };
            return { ...await answer({ ...object, spec: asked }, place), spec };
          },
        }
      );
    },
  },
  {
    id: "access/rules-of-roles-only",
    area: "access",
    description: "A rules review leaves out what comes from a ClusterRole through a RoleBinding.",
    reason: "It goes through roles of the namespace and bindings of the cluster.",
    breaks: ["access.rules-review-lists-granted"],
    install({ authorizer }) {
      authorizer(({ grantsOf }) => ({
        async grantsOf(user, namespace) {
          const found = await grantsOf(user, namespace);
          const grants = found.grants.filter(({ clusterWide, source }) =>
            clusterWide || !source.includes('of ClusterRole "')
          );
          return { ...found, grants };
        },
      }));
    },
  },
  {
    id: "access/rules-without-names",
    area: "access",
    description: "A rules review lists rules without the names they are bound to.",
    reason: "The listed rule is made field by field, and one was forgotten.",
    breaks: ["access.rules-review-lists-no-more", "reviews.rules-can-be-trusted"],
    install({ resource }) {
      resource(({ resource, answer }) =>
        resource !== "selfsubjectrulesreviews" || !answer ? {} : {
          async answer(object, place) {
            const answered = await answer(object, place);
            const status = asObject(answered.status) ?? {};
            const rules = Array.isArray(status.resourceRules) ? status.resourceRules : [];
            const resourceRules = rules.map((rule) => {
              const { resourceNames: _, ...rest } = asObject(rule) ?? {};
              return rest;
            });
            return { ...answered, status: { ...status, resourceRules } };
          },
        }
      );
    },
  },
];
