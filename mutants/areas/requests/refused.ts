/**
 * Mutants of requests that are to be refused.
 *
 * @module
 */
import { SUPERUSERS } from "@plumbline/server/access";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { metadataOf, within, without, withoutMetadata } from "../../vocabulary/json.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** The mutants. */
export const refusedMutants = bugs({
  "requests/strict-update-stored": {
    description: "An update of a Role that strict validation rejects is stored nevertheless.",
    reason: "The dropped fields are judged after the write.",
    breaks: "requests.refused-changes-nothing",
    install: on("update roles", { fieldValidation: "Strict", dryRun: false }).handle(
      async ({ next }) => {
        const response = await next();
        if (response.status === 400) await next({ query: { fieldValidation: "Ignore" } });
        return response;
      },
    ),
  },
  "requests/apply-unauthenticated": {
    description: "Applies with an unknown bearer token are accepted.",
    reason: "Agents that apply authenticate at a gateway.",
    breaks: "requests.unauthenticated-refused",
    install(parts) {
      const name = "system:gateway";
      const gateway = { name, uid: "", groups: [SUPERUSERS], extra: {} };
      wrap(
        "exchange",
        "authenticate",
        ({ authenticate }, request) =>
          request.headers.get("content-type")?.includes("apply") ? gateway : authenticate(request),
      )(parts);
    },
  },
  "requests/strategic-dry-run-value": {
    description:
      "A strategic merge patch of a binding ignores `dryRun` values that it does not know.",
    reason: "The parameter is compared with `All` in one place and validated in another.",
    breaks: "requests.dry-run-value-refused",
    install: on("strategic-merge-patch rolebindings,clusterrolebindings", { dryRun: true })
      .where(({ query }) => query.get("dryRun") !== "All")
      .changeQuery({ dryRun: undefined }),
  },
  "requests/update-takes-other-kind": {
    description: "An update of a RoleBinding takes a body of any kind.",
    reason: "The kind is taken from the path.",
    breaks: "requests.body-refused",
    install: on("update rolebindings").changeBody((body) =>
      body.kind === "Secret" ? { ...body, kind: "RoleBinding" } : body
    ),
  },
  "requests/apply-drops-text-labels": {
    description: "An apply to a ClusterRole drops `labels` that are text.",
    reason: "The configuration is cleaned before it is decoded.",
    breaks: "requests.wrong-type-refused",
    install: on("apply clusterroles").changeBody((body) =>
      typeof metadataOf(body).labels === "string" ? withoutMetadata(body, "labels") : body
    ),
  },
  "requests/patch-fills-in-role": {
    description: "A merge patch that removes `roleRef` of a ClusterRoleBinding leaves it alone.",
    reason: "The field cannot change, so the old value is kept.",
    breaks: "requests.missing-field-refused",
    install: on("merge-patch clusterrolebindings").changeBody((body) =>
      body.roleRef === null ? without(body, "roleRef") : body
    ),
  },
  "requests/strategic-patch-renames": {
    description: "A strategic merge patch of a Deployment ignores another name in its body.",
    reason: "The name is taken from the path.",
    breaks: "requests.place-refused",
    install: on("strategic-merge-patch deployments").changeBody((body) =>
      withoutMetadata(body, "name")
    ),
  },
  "requests/apply-never-strict": {
    description: "An apply to a RoleBinding ignores `fieldValidation=Strict`.",
    reason: "Apply has a decoder of its own.",
    breaks: "requests.strict-refused",
    install: on("apply rolebindings", { fieldValidation: "Strict" }).changeQuery({
      fieldValidation: "Warn",
    }),
  },
  "requests/strict-update-unprocessable": {
    description: "An update of a ClusterRole that strict validation rejects gets 422.",
    reason: "Dropped fields are reported with the invalid ones.",
    breaks: "requests.strict-code",
    install: on("update clusterroles", { fieldValidation: "Strict" })
      .turnError(400, { code: 422, reason: "Invalid" }),
  },
  "requests/create-answers-existing": {
    description: "A create with the name of an existing ClusterRole answers 200 and that object.",
    reason: "Creates were made idempotent for clients that repeat them.",
    breaks: "requests.name-taken",
    install: on("create clusterroles").handle(async ({ url, object, next, send }) => {
      const response = await next();
      if (response.status !== 409) return response;
      return await send("GET", {
        path: `${url.pathname}/${metadataOf(await object()).name}`,
      });
    }),
  },
  "requests/delete-any-uid": {
    description: "A delete of a ClusterRoleBinding ignores `preconditions.uid`.",
    reason: "The type was thought not to be recreated.",
    breaks: "requests.precondition-refused",
    install: on("delete,deletecollection clusterrolebindings").changeBody((body) => ({
      ...body,
      preconditions: without(within(body, "preconditions"), "uid"),
    })),
  },
  "requests/status-accepts-stale-version": {
    description: "A strategic merge patch of `/status` ignores `metadata.resourceVersion`.",
    reason: "Controllers were meant to overwrite a status whatever else changed.",
    breaks: "requests.precondition-refused",
    install: on("strategic-merge-patch deployments/status")
      .changeBody((body) => withoutMetadata(body, "resourceVersion")),
  },
  "requests/delete-absent-succeeds": {
    description: "A delete of a Role that does not exist succeeds.",
    reason: "The outcome is the one that the client wants.",
    breaks: "requests.absent-refused",
    install: on("delete roles").replace(
      404,
      () => Response.json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" }),
    ),
  },
  "requests/false-force-forces": {
    description: "An apply with `force=false` is forced.",
    reason: "The presence of the parameter is tested, not its value.",
    breaks: "requests.conflict-refused",
    install: on("apply", { force: "false" }).changeQuery({ force: "true" }),
  },
  "requests/apply-has-default-manager": {
    description: "An apply to a RoleBinding without `fieldManager` is accepted.",
    reason: "The manager of other writes has a default, too.",
    breaks: "requests.manager-required",
    install: on("apply rolebindings", { fieldManager: false }).changeQuery({
      fieldManager: "unknown",
    }),
  },
  "requests/policy-in-body-ignored": {
    description: "A delete ignores the `propagationPolicy` in its body.",
    reason: "The policy is read from the query.",
    breaks: "requests.options-refused",
    install: on("delete,deletecollection").changeBody((body) => without(body, "propagationPolicy")),
  },
  "requests/stale-patch-gone": {
    description: "A JSON patch of a RoleBinding with an old resourceVersion gets 410.",
    reason: "The code of an expired watch was taken for old versions in general.",
    breaks: "requests.refusal-code",
    install: on("json-patch rolebindings").turnError(409, { code: 410, reason: "Expired" }),
  },
  "requests/delete-absent-empty": {
    description: "A delete of a Secret that does not exist gets 404 without a body.",
    reason: "There is nothing to report.",
    breaks: "requests.refusal-status",
    install: on("delete secrets").replace(404, () => new Response(null, { status: 404 })),
  },
});
