/**
 * Faults of how a refusal is told, and of what is refused though it is held.
 *
 * @module
 */
import { ApiError, unauthorized } from "../../../server/api_error.ts";
import type { User } from "../../../server/context.ts";
import type { Grant } from "../../../server/access/policy.ts";
import type { WriteAttributes } from "../../../server/registry/registry.ts";
import { asObject } from "../../../server/registry/resource.ts";
import { decidingAbout } from "./tools.ts";
import type { Mutant } from "../../mutant.ts";
import { rewriteJson } from "../../changes.ts";
import type { Seams } from "../../../server/parts.ts";

const isForbidden = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.reason === "Forbidden";

/** Lets who writes some objects seem to hold less than they do, while the write is admitted. */
function holdingLess(
  { admission, authorizer }: Seams,
  concerns: (write: WriteAttributes) => boolean,
  less: (grant: Grant) => Grant | undefined,
): void {
  const writers = new WeakSet<User>();
  admission(({ admit }) => ({
    async admit(write) {
      const { user } = write;
      if (!user || !concerns(write)) return await admit(write);
      // A user of its own, as the same person may be at something else.
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
}

/** The faults. */
export const refusalMutants: readonly Mutant[] = [
  {
    id: "access/forbidden-asks-for-other-credentials",
    area: "access",
    description: "A write that somebody known may not do is answered 401.",
    reason: "With other credentials it might be done, and that code says so.",
    breaks: ["access.forbidden-code"],
    install({ exchange }) {
      exchange(({ refuse }) => ({
        refuse: (error, request, dialect) =>
          refuse(
            isForbidden(error) && request.method !== "GET" ? unauthorized(error.message) : error,
            request,
            dialect,
          ),
      }));
    },
  },
  {
    id: "access/refused-watch-has-no-code",
    area: "access",
    description: "The Status of a watch that is refused has no code.",
    reason: "It is written as the event it would have been, which comes without.",
    breaks: ["access.forbidden-reason"],
    install({ exchange }) {
      exchange(({ refuse }) => ({
        async refuse(error, request, dialect) {
          const answer = await refuse(error, request, dialect);
          if (!isForbidden(error) || !new URL(request.url).searchParams.has("watch")) return answer;
          return await rewriteJson(answer, ({ code: _, ...status }) => status);
        },
      }));
    },
  },
  {
    id: "access/patches-name-no-object",
    area: "access",
    description: "The refusal of a patch does not name the object.",
    reason: "A patch may make the object, and a create names none.",
    breaks: ["access.forbidden-names-the-object"],
    install({ exchange }) {
      exchange(({ refuse }) => ({
        async refuse(error, request, dialect) {
          const answer = await refuse(error, request, dialect);
          if (!isForbidden(error) || request.method !== "PATCH") return answer;
          return await rewriteJson(answer, (status) => {
            const { name: _, ...details } = asObject(status.details) ?? {};
            return { ...status, details };
          });
        },
      }));
    },
  },
  {
    id: "access/star-covers-no-verb",
    area: "access",
    description: "Who may do anything with a resource cannot give away one verb of it.",
    reason: "Verbs are compared one by one, and the star is one that nobody wanted.",
    breaks: ["access.held-can-be-given"],
    install: (seams) =>
      holdingLess(seams, ({ definition }) => definition.resource === "roles", (grant) => ({
        ...grant,
        rules: grant.rules.filter(({ verbs }) => !verbs.includes("*")),
      })),
  },
  {
    id: "access/held-over-the-cluster-only",
    area: "access",
    description:
      "Who writes a RoleBinding may give what they hold over the cluster, and not what " +
      "they hold in its namespace.",
    reason: "A binding can be of a ClusterRole, and what is held was asked for alike.",
    breaks: ["access.held-can-be-bound"],
    install: (seams) =>
      holdingLess(
        seams,
        ({ definition }) => definition.resource === "rolebindings",
        (grant) => grant.source.startsWith("ClusterRoleBinding") ? grant : undefined,
      ),
  },
  {
    id: "access/extras-without-their-key",
    area: "access",
    description: "To act with an extra attribute takes the permission for all of them.",
    reason: "The key of the attribute was taken for a part of its value.",
    breaks: ["access.impersonation-granted"],
    install: (seams) =>
      decidingAbout(
        seams,
        ({ verb, resource }) =>
          verb === "impersonate" && resource === "userextras" ? { subresource: "" } : {},
      ),
  },
];
