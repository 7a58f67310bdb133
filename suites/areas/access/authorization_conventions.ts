/**
 * Checks of conventions of authorization: 403 responses, impersonation, implied groups and
 * permissions for reviews.
 *
 * @module
 */
import { type Check, Discard, example, property } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { ActionOnResource } from "../../model/access/policy.ts";
import { accountUser } from "../../model/access/policy.ts";
import {
  awaitDecision,
  decisionOf,
  impersonating,
  requestOf,
  sendReview,
  tryRequest,
} from "../../session/access/attempts.ts";
import {
  mayImpersonate,
  type Sender,
  senderOf,
  testUser,
} from "../../session/access/policy_users.ts";
import { arbitraryRequest, type GeneratedRequest } from "./policy_arbitraries.ts";
import { canAct, castOf } from "./scoped_policies.ts";
import { scopedRequest } from "./scoped_requests.ts";
import { granting, onSecrets, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { stopUnless, verify } from "../../verify.ts";

const AUTHENTICATED = "system:authenticated";

/** Checks of conventions. */
export const AUTHORIZATION_CONVENTIONS: readonly Check[] = [
  property<GeneratedRequest>({
    id: "access/forbidden-status",
    title: "An unauthorized request gets 403 with a Status that names the resource",
    requirements: [
      "access.forbidden-code",
      "access.forbidden-reason",
      "access.forbidden-details",
    ],
    needs: ["another identity or impersonation"],
    arbitrary: arbitraryRequest,
    run: async (scope, generated) => {
      const cast = await castOf(scope);
      const { request, ...anyone } = scopedRequest(cast, { ...generated, difference: "none" }, []);
      const actor = canAct(cast, anyone.actor) ? anyone.actor : cast.ann.actor;
      const sender = senderOf(scope, actor) ?? {};
      scope.note(request.verb);
      const response = request.verb === "watch"
        ? (await scope.watch({ ...requestOf(scope, request), ...sender })).response
        : await scope.send(requestAs(requestOf(scope, request), sender));
      const isForbidden = expectStatus("access.forbidden-code", response, 403);
      stopUnless(isForbidden, "the Status of the response");
      const body = asObject(response.json) ?? {};
      const status = [body.kind, body.status, body.reason, body.code].join(" ");
      verify("access.forbidden-reason", {
        expected: "Status Failure Forbidden 403",
        actual: status,
      });
      const details = asObject(body.details) ?? {};
      const named = ["get", "update", "patch", "delete"].includes(request.verb);
      const expected = [request.resource, request.group, named ? request.name : ""].join(" ");
      // Details of a list by name may contain the name.
      const name = named ? details.name ?? "" : "";
      const actual = [details.kind, details.group ?? "", name].join(" ");
      verify("access.forbidden-details", { expected, actual });
    },
  }),
  example({
    id: "access/impersonated-permissions",
    title: "Impersonation replaces the permissions of the caller by those of the impersonated user",
    requirements: ["access.impersonation-replaces-permissions"],
    run: async (scope) => {
      const stranger = userIn(scope, "stranger");
      const request = onSecret(scope, "get");
      const own = await tryRequest(scope, request, {});
      // Also where impersonation seems not to be supported: the header must not be ignored.
      const self = await sendReview(scope, "self", stranger, request, impersonating(stranger));
      if (!own.allowed || self.allowed === undefined) {
        throw new Discard("the current identity may not impersonate");
      }
      const review = await sendReview(scope, "subject", stranger, request);
      if (review.allowed !== false) throw new Discard("a user without bindings may also do it");
      const impersonated = await tryRequest(scope, request, impersonating(stranger));
      verify("access.impersonation-replaces-permissions", {
        holds: impersonated.allowed === false && self.allowed === false,
        expected: "forbidden, as for a user without bindings",
        actual: `${impersonated.description}; SelfSubjectAccessReview: ${self.description}`,
      });
    },
  }),
  example({
    id: "access/group-without-user",
    title: "Impersonating a group without a user is rejected",
    requirements: ["access.impersonation-needs-user"],
    run: async (scope) => {
      const request = onSecret(scope, "list");
      const headers = { "impersonate-group": "plumbline-group" };
      const response = await scope.send({ ...requestOf(scope, request), headers });
      if (response.status < 400) {
        // A target without impersonation may ignore all of its headers.
        const other = { "impersonate-user": "plumbline-nobody" };
        const { status } = await scope.send({ ...requestOf(scope, request), headers: other });
        if (status < 400) throw new Discard("a user without permissions is let in, or ignored");
      }
      verify("access.impersonation-needs-user", {
        holds: response.status >= 400,
        expected: "4xx",
        actual: describeResponse(response),
      });
    },
  }),
  example({
    id: "access/implied-groups",
    title: "Authenticated users and service accounts are members of their `system:` groups",
    requirements: [
      "access.authenticated-group",
      "access.service-account-groups",
      "access.only-those-bound",
    ],
    needs: ["another identity or impersonation"],
    run: async (scope) => {
      const [namespace] = scope.namespaces;
      const { actor: ann } = await testUser(scope, "ann");
      const robot = { user: accountUser(namespace, scope.name("robot")), groups: [] };
      const accounts = [
        ["access.service-account-groups", robot, "system:serviceaccounts"],
        ["access.service-account-groups", robot, `system:serviceaccounts:${namespace}`],
      ] as const;
      const memberships = [
        ["access.authenticated-group", ann, AUTHENTICATED] as const,
        ...(mayImpersonate(scope) ? accounts : []),
      ];
      for (const [number, [requirement, actor, group]] of memberships.entries()) {
        const name = scope.name(`seen ${number}`);
        const policy = granting(
          scope,
          [onSecrets(["get"], [name])],
          [{ kind: "Group", name: group }],
          `grant ${number}`,
        );
        await putPolicy(scope, policy);
        const request = {
          verb: "get",
          group: "",
          resource: "secrets",
          subresource: "",
          name,
          namespace,
        };
        const decision = await awaitDecision(
          scope,
          true,
          () => tryRequest(scope, request, senderOf(scope, actor) ?? {}),
        );
        verify(requirement, {
          holds: decision.allowed === true,
          expected: `allowed, as ${actor.user} is a member of ${group}`,
          actual: decision.description,
        });
      }
      await verifyOtherAccounts(scope);
    },
  }),
  example({
    id: "access/reviews-need-permission",
    title: "Reviews of other users need a permission",
    requirements: ["access.review-of-others-needs-permission"],
    needs: ["another identity or impersonation"],
    run: async (scope) => {
      const { sender } = await testUser(scope, "stranger");
      for (const kind of ["SubjectAccessReview", "LocalSubjectAccessReview"]) {
        const decision = decisionOf(await reviewAs(scope, kind, sender));
        verify("access.review-of-others-needs-permission", {
          holds: decision.allowed === false,
          expected: `${kind} forbidden without bindings`,
          actual: decision.description,
        });
      }
    },
  }),
];

function onSecret(scope: Scope, verb: string): ActionOnResource {
  const [namespace] = scope.namespaces;
  const name = verb === "list" ? "" : scope.name("x");
  return { verb, group: "", resource: "secrets", subresource: "", name, namespace };
}

function requestAs(request: HttpRequest, sender: Sender): HttpRequest {
  return { ...request, ...sender, headers: { ...request.headers, ...sender.headers } };
}

function reviewAs(scope: Scope, kind: string, sender: Sender) {
  const group = `authorization.${scope.target.dialect.suffix}/v1`;
  const [namespace] = scope.namespaces;
  const prefix = kind.startsWith("Local") ? `/namespaces/${namespace}` : "";
  return scope.send({
    method: "POST",
    path: `/apis/${group}${prefix}/${kind.toLowerCase()}s`,
    body: {
      apiVersion: group,
      kind,
      metadata: prefix ? { namespace } : {},
      spec: {
        user: "plumbline-nobody",
        resourceAttributes: { namespace, verb: "get", resource: "secrets" },
      },
    },
    ...sender,
  });
}

/** Binds a service account, and reviews others whose namespace or name begins or ends like its own. */
async function verifyOtherAccounts(scope: Scope): Promise<void> {
  const [namespace] = scope.namespaces;
  const name = scope.name("robot");
  const subject = { kind: "ServiceAccount", name, namespace } as const;
  await putPolicy(scope, granting(scope, [onSecrets(["list"])], [subject], "grant to robot"));
  const request = {
    verb: "list",
    group: "",
    resource: "secrets",
    subresource: "",
    name: "",
    namespace,
  };
  const review = (user: string) => sendReview(scope, "subject", { user, groups: [] }, request);
  const bound = await awaitDecision(scope, true, () => review(accountUser(namespace, name)));
  stopUnless(bound.allowed === true, "what other service accounts may do");
  const others = [
    accountUser(`${namespace}b`, name),
    accountUser(namespace.slice(0, -1), name),
    accountUser(namespace, `${name}b`),
    name,
  ];
  for (const user of others) {
    const { allowed, description } = await review(user);
    verify("access.only-those-bound", {
      holds: allowed !== true,
      expected: `${user} may not list secrets`,
      actual: description,
    });
  }
}
