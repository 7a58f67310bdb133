/**
 * Checks of impersonation and of the groups of reviewed users: the credentials of a user add
 * nothing to what a request names.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, impersonating, sendReview } from "../../session/access/attempts.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { granting, ownSubject } from "../../session/access/small_policies.ts";
import { describeResponse } from "../../session/violation.ts";
import { verify } from "../../verify.ts";

const REQUEST = {
  verb: "plumb",
  group: "plumbline.invalid",
  resource: "plumbs",
  subresource: "",
  name: "",
};
const RULE = { verbs: ["plumb"], apiGroups: ["plumbline.invalid"], resources: ["plumbs"] };

/** Groups that servers add to the users of requests. */
const CREDENTIAL_GROUPS = [
  "system:authenticated",
  "system:unauthenticated",
  "system:serviceaccounts",
  "system:masters",
];

/** Checks of impersonation and reviewed users. */
export const IMPERSONATED_REVIEWS: readonly Check[] = [
  example({
    id: "access/impersonation-has-an-effect",
    title: "A request with `Impersonate-User` is rejected or decided for that user",
    requirements: ["access.impersonation-has-an-effect"],
    needs: ["another identity"],
    run: async (scope) => {
      const { features } = scope.target;
      if (features !== undefined && !features.includes("impersonation")) {
        throw new Discard("the declared features do not include impersonation");
      }
      const own = await ownDecision(scope, {});
      if (own.allowed !== true) {
        throw new Discard("the current identity has no permission that another user lacks");
      }
      const { headers } = impersonating({ user: ownSubject(scope, "nobody"), groups: [] });
      const impersonated = await ownDecision(scope, headers);
      verify("access.impersonation-has-an-effect", {
        holds: impersonated.allowed !== true,
        expected: "an error, or not allowed, as for a user without permissions",
        actual: impersonated.description,
      });
    },
  }),
  example({
    id: "access/several-impersonated-groups",
    title: "Each of several `Impersonate-Group` headers counts, in requests for own reviews",
    requirements: ["access.all-impersonated-groups"],
    needs: ["impersonation"],
    run: async (scope) => {
      const groups = ["first", "second", "third"].map((name) => ownSubject(scope, name));
      const user = ownSubject(scope, "ann");
      const [namespace] = scope.namespaces;
      for (const [number, group] of groups.entries()) {
        const verb = `plumb${number}`;
        const rule = { ...RULE, verbs: [verb] };
        const policy = granting(scope, [rule], [{ kind: "Group", name: group }], verb);
        await putPolicy(scope, policy);
        const request = { ...REQUEST, verb, namespace };
        const decision = await awaitDecision(
          scope,
          true,
          () => sendReview(scope, "self", { user, groups }, request),
        );
        const listed = decision.allowed && await isListed(scope, { user, groups }, verb);
        verify("access.all-impersonated-groups", {
          holds: listed === true,
          expected: `${verb} allowed and listed for a member of ${groups.join(", ")}`,
          actual: decision.allowed ? "not listed" : decision.description,
        });
      }
    },
  }),
  example({
    id: "access/reviewed-user-has-no-own-groups",
    title: "A SubjectAccessReview of a known user without groups is for a member of no group",
    requirements: ["access.review-without-groups"],
    run: async (scope) => {
      const [namespace] = scope.namespaces;
      const groups = [...CREDENTIAL_GROUPS, `system:serviceaccounts:${namespace}`];
      const subjects = groups.filter((name) => name !== "system:masters")
        .map((name) => ({ kind: "Group" as const, name }));
      await putPolicy(scope, granting(scope, [RULE], subjects, "to all"));
      const request = { ...REQUEST, namespace };
      const member = { user: ownSubject(scope, "ann"), groups: ["system:authenticated"] };
      // The decision for a member shows that the binding has taken effect.
      const effect = await awaitDecision(
        scope,
        true,
        () => sendReview(scope, "subject", member, request),
      );
      verify("access.review-of-groups", {
        holds: effect.allowed === true,
        expected: "allowed to system:authenticated",
        actual: effect.description,
      });
      const bound = await boundUsers(scope);
      const names = scope.target.identities.map(({ name }) => name);
      const users = [...new Set([...names, `system:serviceaccount:${namespace}:default`])];
      for (const user of users.filter((name) => name !== "" && !bound.has(name))) {
        for (const review of ["subject", "local"] as const) {
          const decision = await sendReview(scope, review, { user, groups: [] }, request);
          verify("access.review-without-groups", {
            holds: decision.allowed === false,
            expected: `not allowed to ${user} without groups`,
            actual: decision.description,
          });
        }
      }
    },
  }),
];

/** Returns the own decision about secrets; undefined if the request is rejected. */
async function ownDecision(
  scope: Scope,
  headers: Parameters<Scope["send"]>[0]["headers"],
): Promise<{ readonly allowed: unknown; readonly description: string }> {
  const apiVersion = `authorization.${scope.target.dialect.suffix}/v1`;
  const [namespace] = scope.namespaces;
  const response = await scope.send({
    method: "POST",
    path: `/apis/${apiVersion}/selfsubjectaccessreviews`,
    body: {
      apiVersion,
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { verb: "delete", resource: "secrets", namespace } },
    },
    ...(headers !== undefined && { headers }),
  });
  const allowed = asObject(asObject(response.json)?.status)?.allowed;
  return {
    allowed: response.status < 300 ? allowed : undefined,
    description: response.status < 300 ? `allowed: ${allowed}` : describeResponse(response),
  };
}

/** Returns true if a rules review of the user lists the verb. */
async function isListed(
  scope: Scope,
  actor: Parameters<typeof impersonating>[0],
  verb: string,
): Promise<boolean> {
  const apiVersion = `authorization.${scope.target.dialect.suffix}/v1`;
  const { json, status } = await scope.send({
    method: "POST",
    path: `/apis/${apiVersion}/selfsubjectrulesreviews`,
    body: {
      apiVersion,
      kind: "SelfSubjectRulesReview",
      spec: { namespace: scope.namespaces[0] },
    },
    ...impersonating(actor),
  });
  if (status === 403) throw new Discard("the impersonated user may not create rules reviews");
  const review = asObject(asObject(json)?.status) ?? {};
  return review.incomplete === true || JSON.stringify(review.resourceRules).includes(`"${verb}"`);
}

/** Returns the users and service accounts that bindings name, as those may have permissions. */
async function boundUsers(scope: Scope): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const type of ["rolebindings", "clusterrolebindings"].map(resourceType)) {
    const place = type.namespaced ? scope.namespaces[0] : undefined;
    const path = collectionPath(type, scope.target.dialect, place);
    const { json } = await scope.send({ method: "GET", path });
    const items = asObject(json)?.items;
    if (!Array.isArray(items)) throw new Discard("the bindings cannot be listed");
    for (const item of items) {
      const subjects = asObject(item)?.subjects;
      for (const each of Array.isArray(subjects) ? subjects : []) {
        const { kind, name, namespace } = asObject(each) ?? {} as JsonObject;
        found.add(
          kind === "ServiceAccount" ? `system:serviceaccount:${namespace}:${name}` : `${name}`,
        );
      }
    }
  }
  return found;
}
