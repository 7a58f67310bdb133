/**
 * Mutants of reviews: of a subject, of the own identity and permissions, and of the own rules.
 *
 * @module
 */
import { changingRules, decidingInNamespaces, evaluatingRules } from "./helpers.ts";
import { changingReviews, changingStatus } from "../reviews/helpers.ts";
import { bugs } from "../../mutant.ts";
import { AUTHENTICATED, type Authorizer, ruleAllows } from "@plumbline/server/access";
import { equal, type Json, type JsonObject, type User } from "@plumbline/server/api";
import { answerRules, asObject } from "@plumbline/server/resources";
import { type Install, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Decides subject reviews with additional groups. */
function addingGroups(
  names: RegExp,
  more: (spec: JsonObject, asker: User) => readonly string[],
): Install {
  return changingReviews(names, ({ answer }) => ({
    async answer(object, place) {
      const spec = asObject(object.spec) ?? {};
      const groups = Array.isArray(spec.groups) ? spec.groups : [];
      const asked = { ...spec, groups: [...groups, ...more(spec, place.user)] };
      return { ...await answer({ ...object, spec: asked }, place), spec };
    },
  }));
}

const IDENTITY = /^selfsubjectreviews$/;
const OWN_ACCESS = /^selfsubjectaccessreviews$/;

/** Answers some reviews for a changed user. */
function answeringFor(names: RegExp, change: (user: User) => Partial<User>): Install {
  return changingReviews(names, ({ answer }) => ({
    answer: (object, place) =>
      answer(object, { ...place, user: { ...place.user, ...change(place.user) } }),
  }));
}

/** Changes the rules for resources in rules reviews. */
const changingListedRules = (change: (rules: JsonObject[]) => JsonObject[]): Install =>
  changingStatus(/^selfsubjectrulesreviews$/, (status) => ({
    ...status,
    resourceRules: change(asList(status.resourceRules).map((rule) => asObject(rule) ?? {})),
  }));

const isRequestedGroup = (group: string) => group !== AUTHENTICATED;

/** Decides some reviews for other attributes of a resource than those that they return. */
const decidingFor = (
  names: RegExp,
  change: (attributes: JsonObject) => JsonObject | undefined,
): Install =>
  changingReviews(names, ({ answer }) => ({
    async answer(object, place) {
      const spec = asObject(object.spec) ?? {};
      const resourceAttributes = asObject(spec.resourceAttributes);
      if (!resourceAttributes) return await answer(object, place);
      const changed = { ...resourceAttributes, ...change(resourceAttributes) };
      const copy = { ...object, spec: { ...spec, resourceAttributes: changed } };
      return { ...await answer(copy, place), spec };
    },
  }));

export const reviewMutants = bugs({
  "access/local-review-of-all-verbs": {
    description: "A LocalSubjectAccessReview of all verbs on one object is decided for `get`.",
    reason: "One object is read before anything else is done with it.",
    breaks: "access.review-wildcard-verb",
    install: decidingFor(
      /^localsubjectaccessreviews$/,
      ({ verb, name }) => verb === "*" && name ? { verb: "get" } : undefined,
    ),
  },
  "access/self-review-of-all-resources": {
    description: "A SelfSubjectAccessReview of all resources by one name is decided for `secrets`.",
    reason: "The types of a group are not known where the rules are read.",
    breaks: "access.review-wildcard-resource",
    install: decidingFor(
      /^selfsubjectaccessreviews$/,
      ({ resource, name }) => resource === "*" && name ? { resource: "secrets" } : undefined,
    ),
  },
  "access/pretty-review-without-groups": {
    description: "A SubjectAccessReview with `pretty` is decided without the groups it names.",
    reason: "It is printed for people, who ask for users.",
    breaks: ["access.review-of-groups", "access.subject-review-agrees"],
    install: on("create subjectaccessreviews", { pretty: "true" }).changeBody((body) => {
      const spec = asObject(body.spec);
      if (spec?.user) delete spec.groups;
    }),
  },
  "access/dry-local-review-never-allowed": {
    description: "A dry-run LocalSubjectAccessReview allows nothing.",
    reason: "A dry run must have no effect, and so it decides nothing.",
    breaks: ["access.local-review-agrees", "access.decision-despite-error"],
    install: on("create localsubjectaccessreviews", { dryRun: "All" }).changeObject((review) => ({
      ...review,
      status: { allowed: false },
    })),
  },
  "access/all-verbs-of-path-denied": {
    description: "A SubjectAccessReview of all verbs of a path that is allowed is denied, too.",
    reason: "A rule that is more than the request needs was taken for no match.",
    breaks: "reviews.never-allowed-and-denied",
    install: changingStatus(/^subjectaccessreviews$/, (status, { spec }) => {
      const attributes = asObject(asObject(spec)?.nonResourceAttributes);
      return status.allowed && attributes?.verb === "*" ? { ...status, denied: true } : status;
    }),
  },
  "access/paths-of-self-unreported": {
    description: "A SelfSubjectAccessReview of a path reports no missing role.",
    reason: "The errors of the rules for resources are the only ones that are passed on.",
    breaks: "access.unresolvable-role-reported",
    install: changingStatus(
      /^selfsubjectaccessreviews$/,
      (status, { spec }) =>
        asObject(spec)?.nonResourceAttributes ? { allowed: status.allowed ?? false } : status,
    ),
  },
  "access/local-reviews-unreported": {
    description: "A LocalSubjectAccessReview that allows nothing reports no missing role.",
    reason: "Only the review over all namespaces looks at the errors of bindings.",
    breaks: "access.unresolvable-role-reported",
    install: changingStatus(
      /^localsubjectaccessreviews$/,
      (status) => status.allowed ? status : { allowed: false },
    ),
  },
  "access/review-of-any-verb-matches-one": {
    description: "A review for the verb `*` is allowed by a rule for any one verb.",
    reason: "The matcher treats `*` as a wildcard in the request as well as in the rule.",
    breaks: "access.review-wildcard-verb",
    install: changingRules((_, { verb }) => verb === "*" ? { verbs: ["*"] } : {}),
  },
  "access/review-of-any-group-matches-one": {
    description: "A review for the group `*` is allowed by a rule for any one group.",
    reason: "The matcher treats `*` as a wildcard in the request as well as in the rule.",
    breaks: "access.review-wildcard-group",
    install: changingRules((_, { group }) => group === "*" ? { apiGroups: ["*"] } : {}),
  },
  "access/review-of-any-resource-matches-one": {
    description: "A review for the resource `*` is allowed by a rule for any one resource.",
    reason: "The matcher treats `*` as a wildcard in the request as well as in the rule.",
    breaks: "access.review-wildcard-resource",
    install: changingRules((_, { resource }) => resource === "*" ? { resources: ["*"] } : {}),
  },
  "access/review-of-unknown-verb-denied": {
    description: "A review for a verb that no operation has is never allowed.",
    reason: "Verbs are an enumeration, and unknown ones are rejected.",
    breaks: "access.review-of-unserved-resources",
    install: evaluatingRules(
      (rule, attributes) => attributes.verb !== "plumb" && ruleAllows(rule, attributes),
    ),
  },
  "access/review-of-all-namespaces-matches-one": {
    description: "A review without a namespace is allowed if it is allowed in any one namespace.",
    reason: "Without a namespace the bindings of all namespaces are searched.",
    breaks: ["access.review-any-namespace", "access.only-in-its-namespace"],
    install: decidingInNamespaces(({ isResource, namespace }) => isResource && !namespace),
  },
  "access/review-of-unserved-version-denied": {
    description: "A review for an API version that is not served is not allowed.",
    reason: "A request to a version that does not exist cannot succeed.",
    breaks: "access.review-any-version",
    install: changingStatus(/^subjectaccessreviews$/, (status, { spec }) => {
      const version = asObject(asObject(spec)?.resourceAttributes)?.version;
      return version === "v7" ? { ...status, allowed: false } : status;
    }),
  },
  "access/groups-of-the-asker": {
    description: "A SubjectAccessReview also counts the groups of the user who creates it.",
    reason: "The user of the request is copied, and only the name is replaced.",
    breaks: [
      "access.review-without-groups",
      "access.review-of-groups",
      "access.subject-review-agrees",
    ],
    install: addingGroups(/^(local)?subjectaccessreviews$/, (_, asker) => asker.groups),
  },
  "access/review-with-user-name-as-group": {
    description: "A SubjectAccessReview treats the user name as a group of the user, too.",
    reason: "On Unix every user has a group of the same name.",
    breaks: ["access.review-without-groups", "access.review-of-groups"],
    install: addingGroups(/^subjectaccessreviews$/, ({ user }) => [String(user ?? "")]),
  },
  "access/rules-of-roles-only": {
    description: "A SelfSubjectRulesReview omits rules granted by a RoleBinding to a ClusterRole.",
    reason: "It visits only Roles of the namespace and ClusterRoleBindings.",
    breaks: "access.rules-review-lists-granted",
    install: wrap("authorizer", "grantsOf", async ({ grantsOf }, user, namespace) => {
      const found = await grantsOf(user, namespace);
      const grants = found.grants.filter(({ clusterWide, source }) =>
        clusterWide || !source.includes('of ClusterRole "')
      );
      return { ...found, grants };
    }),
  },
  "access/rules-without-names": {
    description: "A SelfSubjectRulesReview lists rules without their `resourceNames`.",
    reason: "The listed rule is built field by field, and one field was forgotten.",
    breaks: ["access.rules-review-lists-only-granted", "reviews.resource-rules-correct"],
    install: changingStatus(/^selfsubjectrulesreviews$/, (status) => {
      const rules = Array.isArray(status.resourceRules) ? status.resourceRules : [];
      const resourceRules = rules.map((rule) => {
        const { resourceNames: _, ...rest } = asObject(rule) ?? {};
        return rest;
      });
      return { ...status, resourceRules };
    }),
  },
  "access/few-rules-listed": {
    description: "A SelfSubjectRulesReview lists 16 rules, and says that it is complete.",
    reason: "The list has a fixed capacity, which no example fills.",
    breaks: "access.rules-review-lists-granted",
    install: changingListedRules((rules) => rules.slice(0, 16)),
  },
  "access/rules-of-one-subresource-widened": {
    description: "A SelfSubjectRulesReview lists `*/status` as `*`.",
    reason: "What begins with `*` was taken for the wildcard.",
    breaks: "access.rules-review-lists-only-granted",
    install: changingListedRules((rules) =>
      rules.map(({ resources, ...rule }) => ({
        ...rule,
        resources: asList(resources).map((each) => String(each).startsWith("*") ? "*" : each),
      }))
    ),
  },
  "access/rules-with-names-merged": {
    description:
      "A SelfSubjectRulesReview merges neighbouring rules of the same verbs and groups with names.",
    reason: "Short reviews were wanted, and the rules look alike.",
    breaks: "access.rules-review-lists-only-granted",
    install: changingListedRules((rules) =>
      rules.reduce<JsonObject[]>((merged, rule) => {
        const last = merged.at(-1);
        const isLike = last?.resourceNames !== undefined && rule.resourceNames !== undefined &&
          equal([last.verbs ?? null, last.apiGroups ?? null], [
            rule.verbs ?? null,
            rule.apiGroups ?? null,
          ]);
        if (!isLike) return [...merged, rule];
        const both = (field: string) => [...asList(last[field]), ...asList(rule[field])];
        const one = { ...last, resources: both("resources"), resourceNames: both("resourceNames") };
        return [...merged.slice(0, -1), one];
      }, [])
    ),
  },
  "access/rules-of-many-names-widened": {
    description: "A SelfSubjectRulesReview lists more than two `resourceNames` as `*`.",
    reason: "A list for people was to be short.",
    breaks: "access.rules-review-lists-only-granted",
    install: changingListedRules((rules) =>
      rules.map((rule) =>
        asList(rule.resourceNames).length > 2 ? { ...rule, resourceNames: ["*"] } : rule
      )
    ),
  },
  "access/rules-of-accounts-by-name": {
    description:
      "A rules review of a service account of another namespace lists what the account of its name " +
      "in the reviewed namespace may do.",
    reason: "The account is looked up by its name in the reviewed namespace.",
    breaks: "access.rules-review-lists-only-granted",
    install: wrap("authorizer", "grantsOf", async ({ grantsOf }, user, namespace) => {
      const found = await grantsOf(user, namespace);
      const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(user.name);
      if (!account || !namespace || account[1] === namespace) return found;
      const name = `system:serviceaccount:${namespace}:${account[2]}`;
      const more = await grantsOf({ ...user, name }, namespace);
      return { ...found, grants: [...found.grants, ...more.grants] };
    }),
  },
  "access/self-review-name-with-prefix": {
    description: "A SelfSubjectReview shows the user name with the prefix `token:`.",
    reason: "Names are stored with the authentication method, and the stored form is returned.",
    breaks: "access.own-identity",
    install(parts) {
      const byToken = new WeakSet<User>();
      parts.exchange(({ authenticate }) => ({
        authenticate(request) {
          const user = authenticate(request);
          byToken.add(user);
          return user;
        },
      }));
      changingReviews(IDENTITY, ({ answer }) => ({
        answer: (object, place) => {
          const { user } = place;
          const name = byToken.has(user) ? `token:${user.name}` : user.name;
          return answer(object, { ...place, user: { ...user, name } });
        },
      }))(parts);
    },
  },
  "access/self-review-cached-by-groups": {
    description: "A SelfSubjectReview shows the name of the first user seen with the same groups.",
    reason: "Identities are cached by their groups, since permissions usually come from those.",
    breaks: ["access.own-identity", "access.impersonated-user"],
    install(parts) {
      const names = new Map<string, string>();
      answeringFor(IDENTITY, ({ name, groups }) => {
        const key = groups.toSorted().join();
        if (!names.has(key)) names.set(key, name);
        return { name: names.get(key)! };
      })(parts);
    },
  },
  "access/self-review-adds-name-as-group": {
    description:
      "A SelfSubjectReview of an identity without groups lists its user name as a group.",
    reason: "An identity without groups was considered incomplete and is filled in.",
    breaks: "access.impersonated-groups",
    install: answeringFor(
      IDENTITY,
      ({ name, groups }) => groups.some(isRequestedGroup) ? {} : { groups: [...groups, name] },
    ),
  },
  "access/self-review-without-uid": {
    description:
      "A SelfSubjectReview omits the uid of a user who has neither groups nor extra attributes.",
    reason: "Such an identity is treated as a plain name.",
    breaks: "access.impersonated-uid",
    install: answeringFor(IDENTITY, ({ uid, groups, extra }) => {
      const isMere = !groups.some(isRequestedGroup) && Object.keys(extra).length === 0;
      return { uid: isMere ? "" : uid };
    }),
  },
  "access/account-with-own-uid": {
    description: "An impersonated service account without a uid has one, made of its name.",
    reason: "The account is looked up as for its tokens, which name its uid.",
    breaks: "access.impersonated-uid",
    install: answeringFor(
      IDENTITY,
      ({ name, uid }) => name.startsWith("system:serviceaccount:") ? { uid: uid || name } : {},
    ),
  },
  "access/self-review-with-spec": {
    description: "A SelfSubjectReview returns an empty `spec`.",
    reason: "All reviews share one structure.",
    breaks: "access.own-identity-shape",
    install: changingReviews(IDENTITY, ({ answer }) => ({
      answer: async (object, place) => ({ ...await answer(object, place), spec: {} }),
    })),
  },
  "access/self-review-first-extra-value-only": {
    description: "A SelfSubjectReview lists only the first value of an extra attribute.",
    reason: "Each header is read as a single value.",
    breaks: "access.impersonated-extra",
    install: answeringFor(IDENTITY, ({ extra }) => ({
      extra: Object.fromEntries(
        Object.entries(extra).map(([key, values]) => [key, values.slice(0, 1)]),
      ),
    })),
  },
  "access/self-review-extra-keys-encoded": {
    description:
      "A SelfSubjectReview shows the key of an extra attribute percent-encoded, as in the header.",
    reason: "Header names were assumed to need no decoding.",
    breaks: "access.impersonated-extra",
    install: answeringFor(IDENTITY, ({ extra }) => ({
      extra: Object.fromEntries(
        Object.entries(extra).map(([key, values]) => [key.replaceAll("/", "%2f"), values]),
      ),
    })),
  },
  "access/self-access-review-without-groups": {
    description: "A SelfSubjectAccessReview ignores permissions that the user has through groups.",
    reason: "The identity is passed on as a user name without groups.",
    breaks: "access.self-review-agrees",
    install: answeringFor(OWN_ACCESS, ({ groups }) => ({
      groups: groups.filter((group) => !isRequestedGroup(group)),
    })),
  },
  "access/self-access-review-ignores-subresource": {
    description: "A SelfSubjectAccessReview for a subresource is decided for the resource.",
    reason: "The subresource is parsed from the request path, and a review has none.",
    breaks: "access.self-review-agrees",
    install: changingReviews(OWN_ACCESS, ({ answer }) => ({
      answer(object, place) {
        const spec = asObject(object.spec);
        const { subresource: _, ...attributes } = asObject(spec?.resourceAttributes) ?? {};
        if (spec?.resourceAttributes === undefined) return answer(object, place);
        const asked: JsonObject = { ...spec, resourceAttributes: attributes };
        return answer({ ...object, spec: asked }, place);
      },
    })),
  },
  "access/namespace-bindings-of-cluster-roles-unlisted": {
    description:
      "A complete SelfSubjectRulesReview omits rules granted by a RoleBinding to a ClusterRole.",
    reason: "The roles of RoleBindings are looked up among the Roles of the namespace.",
    breaks: "access.rules-review-lists-granted",
    install({ authorizer, resource }) {
      let whole: Authorizer;
      authorizer((original) => {
        whole = original;
        return {};
      });
      resource(({ kind }) => {
        if (kind !== "SelfSubjectRulesReview") return {};
        const grantsOf = async (user: User, namespace: string) => {
          const { grants, errors } = await whole.grantsOf(user, namespace);
          return { grants: grants.filter(({ source }) => !isOfClusterRole(source)), errors };
        };
        return {
          answer: (review, place) => answerRules({ decide: whole.decide, grantsOf })(review, place),
        };
      });
    },
  },
  "access/review-with-authenticated-group": {
    description:
      "A SubjectAccessReview without groups counts the permissions of `system:authenticated`.",
    reason: "A user with a name was assumed to be authenticated.",
    breaks: "access.review-without-groups",
    install({ resource }) {
      resource(({ kind, answer }) =>
        kind !== "SubjectAccessReview" && kind !== "LocalSubjectAccessReview" ? {} : {
          async answer(review, place) {
            const spec = asObject(review.spec) ?? {};
            if (asList(spec.groups).length > 0) return await answer!(review, place);
            const known = { ...review, spec: { ...spec, groups: [AUTHENTICATED] } };
            return { ...await answer!(known, place), spec };
          },
        }
      );
    },
  },
  "access/local-review-with-authenticated-group": {
    description:
      "A LocalSubjectAccessReview without groups counts the permissions of `system:authenticated`.",
    reason: "Of two handlers only the one for the cluster was corrected.",
    breaks: "access.review-without-groups",
    install: addingGroups(
      /^localsubjectaccessreviews$/,
      ({ groups }) => asList(groups).length > 0 ? [] : [AUTHENTICATED],
    ),
  },
  "access/review-with-groups-of-service-accounts": {
    description: "A review of a service account without groups counts the groups of its kind.",
    reason: "The groups of a service account follow from its name, and are added to every user.",
    breaks: "access.review-without-groups",
    install: addingGroups(
      /^(local)?subjectaccessreviews$/,
      ({ user, groups }) => {
        const isAccount = String(user).startsWith("system:serviceaccount:");
        return isAccount && asList(groups).length === 0 ? ["system:serviceaccounts"] : [];
      },
    ),
  },
  "access/own-review-in-default": {
    description: "A SelfSubjectAccessReview without a namespace is decided for `default`.",
    reason: "Clients mean that namespace where they name none.",
    breaks: "access.review-any-namespace",
    install: changingReviews(OWN_ACCESS, ({ answer }) => ({
      async answer(object, place) {
        const spec = asObject(object.spec) ?? {};
        const { resourceAttributes } = spec;
        const attributes = asObject(resourceAttributes);
        if (!attributes || attributes.namespace) return await answer(object, place);
        const asked = { ...spec, resourceAttributes: { ...attributes, namespace: "default" } };
        return { ...await answer({ ...object, spec: asked }, place), spec };
      },
    })),
  },
  "access/own-list-review-in-default": {
    description:
      "A SelfSubjectAccessReview of `list` without a namespace is decided for `default`.",
    reason: "A list without a namespace was rewritten as clients write it.",
    breaks: "access.review-any-namespace",
    install: changingReviews(OWN_ACCESS, ({ answer }) => ({
      async answer(object, place) {
        const spec = asObject(object.spec) ?? {};
        const attributes = asObject(spec.resourceAttributes);
        if (attributes?.verb !== "list" || attributes.namespace) return await answer(object, place);
        const asked = { ...spec, resourceAttributes: { ...attributes, namespace: "default" } };
        return { ...await answer({ ...object, spec: asked }, place), spec };
      },
    })),
  },
});

const isOfClusterRole = (source: string) => /^RoleBinding ".*" of ClusterRole "/.test(source);

function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
