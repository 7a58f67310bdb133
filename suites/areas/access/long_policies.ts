/**
 * Checks of policies with long lists: the last of many subjects, rules, verbs, groups, resources, names,
 * paths or bindings permits as the first does.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { ActionOnResource, Actor, Policy, Request, Rule } from "../../model/access/policy.ts";
import { permits, permitsPath } from "../../model/access/review_rules.ts";
import { asObject } from "../../model/object.ts";
import { reviewPath } from "../../session/reviews.ts";
import type { Scope } from "../../scope.ts";
import {
  awaitDecision,
  type Decided,
  sendReview,
  tryRequest,
} from "../../session/access/attempts.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { impersonating } from "../../session/access/policy_users.ts";
import {
  granting,
  grantingEverywhere,
  ownSubject,
  subjectOf,
  userIn,
} from "../../session/access/small_policies.ts";
import { verify } from "../../verify.ts";

/** The number of items, beyond bounds of 8, 10 and 12. */
const MANY = 13;

/** The lists of a policy. */
const LISTS = [
  "subjects",
  "rules",
  "verbs",
  "apiGroups",
  "resources",
  "resourceNames",
  "nonResourceURLs",
  "bindings",
  "groups of the user",
] as const;

interface LongCase {
  readonly list: typeof LISTS[number];
  readonly everywhere: boolean;
}

/** A policy, and an action that only the last item of its long list permits. */
interface LongPolicy {
  readonly policy: Policy;
  readonly actor: Actor;
  readonly request: Request;
}

/** Checks of long lists. */
export const LONG_POLICIES: readonly Check[] = [
  property<LongCase>({
    id: "access/long-policies",
    title: "The last of many subjects, rules, verbs, names or bindings permits as the first does",
    requirements: ["access.long-lists-permit"],
    features: ["reviews", "impersonation", "dry-run"],
    needs: ["impersonation"],
    ...enumerated(() =>
      combinations<LongCase>({ list: LISTS, everywhere: [false, true] }, 0)
        // Only ClusterRoleBindings grant paths.
        .filter(({ list, everywhere }) => everywhere || list !== "nonResourceURLs")
    ),
    run: async (scope, input) => {
      scope.note(input.list);
      const { policy, actor, request } = longPolicy(scope, input);
      await putPolicy(scope, policy);
      const deciders: readonly (readonly [string, () => Promise<Decided>])[] = [
        ["a SubjectAccessReview", () => sendReview(scope, "subject", actor, request)],
        // A local review is about resources of its namespace.
        ...("path" in request ? [] : [
          ["a LocalSubjectAccessReview", () => sendReview(scope, "local", actor, request)] as const,
        ]),
        ["a SelfSubjectAccessReview", () => sendReview(scope, "self", actor, request)],
        ["a request", () => tryRequest(scope, request, impersonating(actor))],
        ["a SelfSubjectRulesReview", () => listedFor(scope, actor, request)],
      ];
      for (const [by, decide] of deciders) {
        const { allowed, description } = await awaitDecision(scope, true, decide);
        verify("access.long-lists-permit", {
          holds: allowed === true,
          expected: `${JSON.stringify(request)} permitted by the last of ${MANY} ${input.list}`,
          actual: `${by}: ${description}`,
        });
      }
    },
  }),
];

function longPolicy(scope: Scope, { list, everywhere }: LongCase): LongPolicy {
  const before = <Item>(item: (at: number) => Item): Item[] =>
    Array.from({ length: MANY - 1 }, (_, at) => item(at));
  const grant = everywhere ? grantingEverywhere : granting;
  const actor = userIn(scope, "ann");
  const subject = subjectOf(actor);
  const rule: Rule = { verbs: ["list"], apiGroups: ["apps"], resources: ["deployments"] };
  const request: ActionOnResource = {
    verb: "list",
    group: "apps",
    resource: "deployments",
    subresource: "",
    name: "",
    namespace: scope.namespaces[0],
  };
  switch (list) {
    case "subjects": {
      const others = before((at) => subjectOf(userIn(scope, `other-${at}`)));
      return { policy: grant(scope, [rule], [...others, subject]), actor, request };
    }
    case "rules": {
      const others = before((at) => ({ ...rule, resources: [`plumbs-${at}`] }));
      return { policy: grant(scope, [...others, rule], [subject]), actor, request };
    }
    case "verbs":
    case "apiGroups":
    case "resources": {
      const values = [...before((at) => `plumbline-${at}`), ...rule[list]!];
      return { policy: grant(scope, [{ ...rule, [list]: values }], [subject]), actor, request };
    }
    case "resourceNames": {
      const name = scope.name("named");
      const resourceNames = [...before((at) => `${name}-${at}`), name];
      const policy = grant(scope, [{ ...rule, verbs: ["get"], resourceNames }], [subject]);
      return { policy, actor, request: { ...request, verb: "get", name } };
    }
    case "nonResourceURLs": {
      const path = `/${scope.name("path")}`;
      const urls = { verbs: ["get"], nonResourceURLs: [...before((at) => `${path}-${at}`), path] };
      return { policy: grant(scope, [urls], [subject]), actor, request: { verb: "get", path } };
    }
    case "bindings": {
      const others = before((at) =>
        grant(scope, [{ ...rule, resources: [`plumbs-${at}`] }], [subject], `other ${at}`)
      );
      const all = [...others, grant(scope, [rule], [subject], "zz last")];
      const policy = {
        roles: all.flatMap(({ roles }) => roles),
        bindings: all.flatMap(({ bindings }) => bindings),
      };
      return { policy, actor, request };
    }
    case "groups of the user": {
      const groups = [...before((at) => ownSubject(scope, `a${at}`)), ownSubject(scope, "masons")];
      const policy = grant(scope, [rule], [{ kind: "Group", name: groups.at(-1)! }]);
      return { policy, actor: { ...actor, groups }, request };
    }
  }
}

/** Returns whether the rules review of a user lists what permits a request. */
async function listedFor(scope: Scope, actor: Actor, request: Request): Promise<Decided> {
  const response = await scope.send({
    method: "POST",
    path: reviewPath(scope, "selfsubjectrulesreviews"),
    body: {
      apiVersion: `authorization.${scope.target.dialect.suffix}/v1`,
      kind: "SelfSubjectRulesReview",
      spec: { namespace: scope.namespaces[0] },
    },
    ...impersonating(actor),
  });
  if (response.status === 403) throw new Discard("the user may not create rules reviews");
  const status = asObject(asObject(response.json)?.status) ?? {};
  const { resourceRules, nonResourceRules, incomplete } = status;
  const isListed = "path" in request
    ? permitsPath(Array.isArray(nonResourceRules) ? nonResourceRules : [], request)
    : permits(resourceRules, request);
  // An incomplete list may leave out any rule.
  return { allowed: isListed || incomplete === true, description: JSON.stringify(status) };
}
