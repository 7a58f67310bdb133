/**
 * How a refusal to somebody known is told, and acting as others in general.
 *
 * @module
 */
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { Actor } from "../../model/access/policy.ts";
import { accountUser } from "../../model/access/policy.ts";
import {
  actingAs,
  ask,
  attempt,
  decisionOf,
  requestOf,
  settled,
} from "../../session/access/attempts.ts";
import { arbitraryQuestion, type GeneratedQuestion, VERBS } from "./policy_arbitraries.ts";
import { questionIn } from "./scoped_policies.ts";
import { granting, onSecrets, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

const AUTHENTICATED = "system:authenticated";

/** Checks of refusals. */
export const FORBIDDEN: readonly Check[] = [
  property<GeneratedQuestion>({
    id: "access/forbidden-status",
    title: "An unauthorized request gets 403 with a Status that names the resource",
    requirements: [
      "access.forbidden-code",
      "access.forbidden-reason",
      "access.forbidden-details",
    ],
    level: "convention",
    needs: ["impersonation"],
    arbitrary: arbitraryQuestion,
    run: async (scope, drawn) => {
      const { actor, request } = questionIn(scope, drawn, []);
      scope.note(request.verb);
      const answer = request.verb === "watch"
        ? (await scope.watch({ ...requestOf(scope, request), ...actingAs(actor) })).answer
        : await scope.send(withHeaders(requestOf(scope, request), actor));
      if (answer.status !== 403) {
        const facts = { expected: "403", actual: describeAnswer(answer) };
        throw new Violation("access.forbidden-code", facts);
      }
      const body = asObject(answer.json) ?? {};
      const said = [body.kind, body.status, body.reason, body.code].join(" ");
      if (said !== "Status Failure Forbidden 403") {
        const facts = { expected: "a Status: Failure, Forbidden, 403", actual: said };
        throw new Violation("access.forbidden-reason", facts);
      }
      const details = asObject(body.details) ?? {};
      const named = ["get", "update", "patch", "delete"].includes(request.verb);
      const due = [request.resource, request.group, named ? request.name : ""].join(" ");
      // Lists by name may tell the name.
      const name = named ? details.name ?? "" : "";
      const actual = [details.kind, details.group ?? "", name].join(" ");
      if (due === actual) return;
      throw new Violation("access.forbidden-details", { expected: due, actual });
    },
  }),
  example({
    id: "access/impersonated-permissions",
    title: "Impersonation replaces the permissions of the caller by those of the impersonated user",
    requirements: ["access.impersonation-replaces-permissions"],
    level: "convention",
    run: async (scope) => {
      const stranger = userIn(scope, "stranger");
      const { request } = questionIn(scope, SECRETS, []);
      const own = await attempt(scope, request, {});
      const may = await ask(scope, "self", stranger, request);
      if (!own.allowed || may.allowed === undefined) {
        throw new Discard("who acts may not act as others");
      }
      const said = await ask(scope, "subject", stranger, request);
      if (said.allowed !== false) throw new Discard("strangers may do it, too");
      const acted = await attempt(scope, request, actingAs(stranger));
      if (acted.allowed === false && may.allowed === false) return;
      throw new Violation("access.impersonation-replaces-permissions", {
        expected: "refused, as strangers may not",
        actual: `${acted.said}; a self review: ${may.said}`,
      });
    },
  }),
  example({
    id: "access/group-without-user",
    title: "Impersonating a group without a user is rejected",
    requirements: ["access.impersonation-needs-user"],
    level: "convention",
    run: async (scope) => {
      const { request } = questionIn(scope, { ...SECRETS, verb: VERBS.indexOf("list") }, []);
      const headers = { "impersonate-group": "plumbline-nobodies" };
      const answer = await scope.send({ ...requestOf(scope, request), headers });
      if (answer.status >= 400) return;
      const facts = { expected: "a refusal", actual: describeAnswer(answer) };
      throw new Violation("access.impersonation-needs-user", facts);
    },
  }),
  example({
    id: "access/implied-groups",
    title: "Authenticated users and service accounts are members of their `system:` groups",
    requirements: ["access.authenticated-group", "access.service-account-groups"],
    level: "convention",
    needs: ["impersonation"],
    run: async (scope) => {
      const [namespace] = scope.namespaces;
      const robot = { user: accountUser(namespace, scope.name("robot")), groups: [] };
      const cells = [
        ["access.authenticated-group", userIn(scope, "ann"), AUTHENTICATED],
        ["access.service-account-groups", robot, "system:serviceaccounts"],
        ["access.service-account-groups", robot, `system:serviceaccounts:${namespace}`],
      ] as const;
      for (const [number, [requirement, actor, group]] of cells.entries()) {
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
        const found = await settled(scope, true, () => attempt(scope, request, actingAs(actor)));
        if (found.allowed) continue;
        const expected = `allowed, as ${actor.user} is in ${group}`;
        throw new Violation(requirement, { expected, actual: found.said });
      }
    },
  }),
  example({
    id: "access/reviews-need-permission",
    title: "Reviews of other users need a permission",
    requirements: ["access.review-of-others-needs-permission"],
    level: "convention",
    needs: ["impersonation"],
    run: async (scope) => {
      for (const kind of ["SubjectAccessReview", "LocalSubjectAccessReview"]) {
        const found = decisionOf(await reviewAs(scope, kind));
        if (found.allowed === false) continue;
        const facts = { expected: `no ${kind} for strangers`, actual: found.said };
        throw new Violation("access.review-of-others-needs-permission", facts);
      }
    },
  }),
];

const SECRETS: GeneratedQuestion = {
  grant: 0,
  twist: "none",
  actor: 0,
  verb: 0,
  target: 0,
  name: "x",
  place: 0,
  by: "self",
};

function withHeaders(asked: ReturnType<typeof requestOf>, actor: Actor) {
  return { ...asked, headers: { ...asked.headers, ...actingAs(actor).headers } };
}

function reviewAs(scope: Scope, kind: string) {
  const group = `authorization.${scope.target.dialect.suffix}/v1`;
  const [namespace] = scope.namespaces;
  const place = kind.startsWith("Local") ? `/namespaces/${namespace}` : "";
  return scope.send({
    method: "POST",
    path: `/apis/${group}${place}/${kind.toLowerCase()}s`,
    body: {
      apiVersion: group,
      kind,
      metadata: place ? { namespace } : {},
      spec: {
        user: "plumbline-nobody",
        resourceAttributes: { namespace, verb: "get", resource: "secrets" },
      },
    },
    ...actingAs(userIn(scope, "stranger")),
  });
}
