/**
 * Mutants of 403 responses, and of requests forbidden despite sufficient permissions.
 *
 * @module
 */
import { changingAttributes } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import type { Grant } from "@plumbline/server/access";
import { ApiError, unauthorized, type User } from "@plumbline/server/api";
import type { WriteAttributes } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import type { Install } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { rewriteJson } from "../../vocabulary/exchange.ts";

const isForbidden = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.reason === "Forbidden";

/** Reduces the grants of a user while some of their writes are admitted. */
function withFewerGrants(
  concerns: (write: WriteAttributes) => boolean,
  less: (grant: Grant) => Grant | undefined,
): Install {
  return ({ admission, authorizer }) => {
    const writers = new WeakSet<User>();
    admission(({ admit }) => ({
      async admit(write) {
        const { user } = write;
        if (!user || !concerns(write)) return await admit(write);
        // A copy, because the same user may have other requests in progress.
        const writer = { ...user };
        writers.add(writer);
        await admit({ ...write, user: writer });
      },
    }));
    authorizer(({ grantsOf }) => ({
      async grantsOf(user, namespace) {
        const found = await grantsOf(user, namespace);
        if (!writers.has(user)) return found;
        return { ...found, grants: found.grants.flatMap((grant) => less(grant) ?? []) };
      },
    }));
  };
}

export const forbiddenMutants = bugs({
  "access/forbidden-write-is-401": {
    description: "A forbidden write is answered with 401 instead of 403.",
    reason: "Other credentials might permit it, and 401 asks for them.",
    breaks: "access.forbidden-code",
    install: wrap("exchange", "refuse", ({ refuse }, error, request, dialect) =>
      refuse(
        isForbidden(error) && request.method !== "GET" ? unauthorized(error.message) : error,
        request,
        dialect,
      )),
  },
  "access/forbidden-watch-without-code": {
    description: "The Status of a forbidden watch has no `code`.",
    reason: "It is encoded like a watch event, which carries no code.",
    breaks: "access.forbidden-reason",
    install: wrap("exchange", "refuse", async ({ refuse }, error, request, dialect) => {
      const answer = await refuse(error, request, dialect);
      if (!isForbidden(error) || !new URL(request.url).searchParams.has("watch")) return answer;
      return await rewriteJson(answer, ({ code: _, ...status }) => status);
    }),
  },
  "access/forbidden-patch-without-name": {
    description: "The Status of a forbidden patch has no `details.name`.",
    reason: "A patch may create the object, and a create names none.",
    breaks: "access.forbidden-details",
    install: wrap("exchange", "refuse", async ({ refuse }, error, request, dialect) => {
      const answer = await refuse(error, request, dialect);
      if (!isForbidden(error) || request.method !== "PATCH") return answer;
      return await rewriteJson(answer, (status) => {
        const { name: _, ...details } = asObject(status.details) ?? {};
        return { ...status, details };
      });
    }),
  },
  "access/any-verb-cannot-be-granted": {
    description: "A user who has `*` on a resource cannot grant a single verb of it.",
    reason: "Verbs are compared one by one, and `*` is treated as a verb.",
    breaks: "access.role-within-own-permissions",
    install: withFewerGrants(({ definition }) => definition.resource === "roles", (grant) => ({
      ...grant,
      rules: grant.rules.filter(({ verbs }) => !verbs.includes("*")),
    })),
  },
  "access/namespace-permissions-cannot-be-bound": {
    description:
      "A user who writes a RoleBinding may grant only what they have cluster-wide, not what " +
      "they have in its namespace.",
    reason: "A RoleBinding can refer to a ClusterRole, so cluster-wide permissions are checked.",
    breaks: "access.binding-within-own-permissions",
    install: withFewerGrants(
      ({ definition }) => definition.resource === "rolebindings",
      (grant) => grant.source.startsWith("ClusterRoleBinding") ? grant : undefined,
    ),
  },
  "access/impersonated-extra-without-key": {
    description:
      "Impersonating an extra attribute requires the permission for all extra attributes.",
    reason: "The attribute key is missing from the permission check.",
    breaks: "access.impersonation-granted",
    install: changingAttributes(
      ({ verb, resource }) =>
        verb === "impersonate" && resource === "userextras" ? { subresource: "" } : {},
    ),
  },
});
