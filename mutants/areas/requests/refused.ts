/**
 * Mutants of requests that are to be refused.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { SUPERUSERS } from "../../../server/access/authorization.ts";
import { bugs } from "../../mutant.ts";
import { another, answering, changingBody, changingQuery } from "./helpers.ts";

const TYPES = [
  "secrets",
  "deployments",
  "roles",
  "rolebindings",
  "clusterroles",
  "clusterrolebindings",
];

const metadataOf = (object: JsonObject) => (object.metadata ?? {}) as JsonObject;

const withoutMetadata = (body: JsonObject, field: string): JsonObject => {
  const { [field]: value, ...metadata } = metadataOf(body);
  return value === undefined ? body : { ...body, metadata };
};

/** The mutants. */
export const refusedMutants = bugs({
  "requests/strict-update-stored": {
    description: "An update of a Role that strict validation rejects is stored nevertheless.",
    reason: "The dropped fields are judged after the write.",
    breaks: "requests.refused-changes-nothing",
    install(parts) {
      const concern = { method: "PUT", resources: ["roles"] };
      answering(
        parts,
        {
          ...concern,
          query: (query) => query.get("fieldValidation") === "Strict" && !query.has("dryRun"),
        },
        async ({ answerWith }) => {
          const response = await answerWith({});
          if (response.status === 400) await answerWith({ query: { fieldValidation: "Ignore" } });
          return response;
        },
      );
    },
  },
  "requests/apply-unauthenticated": {
    description: "Applies with an unknown bearer token are accepted.",
    reason: "Agents that apply authenticate at a gateway.",
    breaks: "requests.unauthenticated-refused",
    install({ exchange }) {
      const name = "system:gateway";
      const gateway = { name, uid: "", groups: [SUPERUSERS], extra: {} };
      exchange(({ authenticate }) => ({
        authenticate: (request) =>
          request.headers.get("content-type")?.includes("apply") ? gateway : authenticate(request),
      }));
    },
  },
  "requests/strategic-dry-run-value": {
    description:
      "A strategic merge patch of a binding ignores `dryRun` values that it does not know.",
    reason: "The parameter is compared with `All` in one place and validated in another.",
    breaks: "requests.dry-run-value-refused",
    install(parts) {
      const resources = ["rolebindings", "clusterrolebindings"];
      const concern = { method: "PATCH", resources, media: "strategic" };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.has("dryRun") && query.get("dryRun") !== "All" },
        { dryRun: undefined },
      );
    },
  },
  "requests/update-takes-other-kind": {
    description: "An update of a RoleBinding takes a body of any kind.",
    reason: "The kind is taken from the path.",
    breaks: "requests.body-refused",
    install(parts) {
      const concern = { method: "PUT", resources: ["rolebindings"] };
      answering(
        parts,
        concern,
        ({ body, answerWith }) =>
          answerWith({ body: body.replace(/("kind": ?)"Secret"/, '$1"RoleBinding"') }),
      );
    },
  },
  "requests/apply-drops-text-labels": {
    description: "An apply to a ClusterRole drops `labels` that are text.",
    reason: "The configuration is cleaned before it is decoded.",
    breaks: "requests.wrong-type-refused",
    install(parts) {
      const concern = { method: "PATCH", resources: ["clusterroles"], media: "apply" };
      changingBody(
        parts,
        concern,
        (body) =>
          typeof metadataOf(body).labels === "string" ? withoutMetadata(body, "labels") : body,
      );
    },
  },
  "requests/patch-fills-in-role": {
    description: "A merge patch that removes `roleRef` of a ClusterRoleBinding leaves it alone.",
    reason: "The field cannot change, so the old value is kept.",
    breaks: "requests.missing-field-refused",
    install(parts) {
      const concern = { method: "PATCH", resources: ["clusterrolebindings"], media: "merge-patch" };
      changingBody(parts, concern, (body) => {
        const { roleRef, ...others } = body;
        return roleRef === null ? others : body;
      });
    },
  },
  "requests/strategic-patch-renames": {
    description: "A strategic merge patch of a Deployment ignores another name in its body.",
    reason: "The name is taken from the path.",
    breaks: "requests.place-refused",
    install(parts) {
      const concern = { method: "PATCH", resources: ["deployments"], media: "strategic" };
      changingBody(parts, concern, (body) => withoutMetadata(body, "name"));
    },
  },
  "requests/apply-never-strict": {
    description: "An apply to a RoleBinding ignores `fieldValidation=Strict`.",
    reason: "Apply has a decoder of its own.",
    breaks: "requests.strict-refused",
    install(parts) {
      const concern = { method: "PATCH", resources: ["rolebindings"], media: "apply" };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.get("fieldValidation") === "Strict" },
        { fieldValidation: "Warn" },
      );
    },
  },
  "requests/strict-update-unprocessable": {
    description: "An update of a ClusterRole that strict validation rejects gets 422.",
    reason: "Dropped fields are reported with the invalid ones.",
    breaks: "requests.strict-code",
    install(parts) {
      const concern = { method: "PUT", resources: ["clusterroles"] };
      answering(
        parts,
        { ...concern, query: (query) => query.get("fieldValidation") === "Strict" },
        async ({ answerWith }) => {
          const response = await answerWith({});
          if (response.status !== 400) return response;
          const { headers } = response;
          const body = { ...await response.json(), code: 422, reason: "Invalid" };
          return new Response(JSON.stringify(body), { status: 422, headers });
        },
      );
    },
  },
  "requests/create-answers-existing": {
    description: "A create with the name of an existing ClusterRole answers 200 and that object.",
    reason: "Creates were made idempotent for clients that repeat them.",
    breaks: "requests.name-taken",
    install(parts) {
      answering(
        parts,
        { method: "POST", resources: ["clusterroles"] },
        async ({ request, url, body, answer, answerWith }) => {
          const response = await answerWith({});
          if (response.status !== 409) return response;
          const name = /"name": ?"([^"]+)"/.exec(body)?.[1];
          const object = new URL(`${url.pathname}/${name}`, url);
          return await answer(another(request, object, "GET"));
        },
      );
    },
  },
  "requests/delete-any-uid": {
    description: "A delete of a ClusterRoleBinding ignores `preconditions.uid`.",
    reason: "The type was thought not to be recreated.",
    breaks: "requests.precondition-refused",
    install(parts) {
      changingBody(parts, { method: "DELETE", resources: ["clusterrolebindings"] }, (body) => {
        const { uid: _uid, ...preconditions } = (body.preconditions ?? {}) as JsonObject;
        return { ...body, preconditions };
      });
    },
  },
  "requests/status-accepts-stale-version": {
    description: "A strategic merge patch of `/status` ignores `metadata.resourceVersion`.",
    reason: "Controllers were meant to overwrite a status whatever else changed.",
    breaks: "requests.precondition-refused",
    install(parts) {
      const concern = { method: "PATCH", resources: ["deployments"], media: "strategic" };
      changingBody(
        parts,
        { ...concern, subresource: "status" },
        (body) => withoutMetadata(body, "resourceVersion"),
      );
    },
  },
  "requests/delete-absent-succeeds": {
    description: "A delete of a Role that does not exist succeeds.",
    reason: "The outcome is the one that the client wants.",
    breaks: "requests.absent-refused",
    install(parts) {
      answering(
        parts,
        { method: "DELETE", resources: ["roles"] },
        async ({ answerWith }) => {
          const response = await answerWith({});
          if (response.status !== 404) return response;
          const { headers } = response;
          const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" };
          return new Response(JSON.stringify(body), { status: 200, headers });
        },
      );
    },
  },
  "requests/false-force-forces": {
    description: "An apply with `force=false` is forced.",
    reason: "The presence of the parameter is tested, not its value.",
    breaks: "requests.conflict-refused",
    install(parts) {
      const concern = { method: "PATCH", resources: TYPES, media: "apply" };
      changingQuery(
        parts,
        { ...concern, query: (query) => query.get("force") === "false" },
        { force: "true" },
      );
    },
  },
  "requests/apply-has-default-manager": {
    description: "An apply to a RoleBinding without `fieldManager` is accepted.",
    reason: "The manager of other writes has a default, too.",
    breaks: "requests.manager-required",
    install(parts) {
      const concern = { method: "PATCH", resources: ["rolebindings"], media: "apply" };
      changingQuery(
        parts,
        { ...concern, query: (query) => !query.has("fieldManager") },
        { fieldManager: "unknown" },
      );
    },
  },
  "requests/policy-in-body-ignored": {
    description: "A delete ignores the `propagationPolicy` in its body.",
    reason: "The policy is read from the query.",
    breaks: "requests.options-refused",
    install(parts) {
      changingBody(parts, { method: "DELETE", resources: TYPES }, (body) => {
        const { propagationPolicy: _policy, ...others } = body;
        return others;
      });
    },
  },
  "requests/stale-patch-gone": {
    description: "A JSON patch of a RoleBinding with an old resourceVersion gets 410.",
    reason: "The code of an expired watch was taken for old versions in general.",
    breaks: "requests.refusal-code",
    install(parts) {
      const concern = { method: "PATCH", resources: ["rolebindings"], media: "json-patch" };
      answering(parts, concern, async ({ answerWith }) => {
        const response = await answerWith({});
        if (response.status !== 409) return response;
        const { headers } = response;
        const body = { ...await response.json(), code: 410, reason: "Expired" };
        return new Response(JSON.stringify(body), { status: 410, headers });
      });
    },
  },
  "requests/delete-absent-empty": {
    description: "A delete of a Secret that does not exist gets 404 without a body.",
    reason: "There is nothing to report.",
    breaks: "requests.refusal-status",
    install(parts) {
      answering(parts, { method: "DELETE", resources: ["secrets"] }, async ({ answerWith }) => {
        const response = await answerWith({});
        return response.status === 404 ? new Response(null, { status: 404 }) : response;
      });
    },
  },
});
