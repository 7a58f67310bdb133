/**
 * Creates roles and bindings on a server and waits until its decisions take them into account.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import { sendJson } from "../../client/send.ts";
import { createOf, removeOf } from "../../requests/writes.ts";
import type { Target } from "../../client/target.ts";

/** The path of the RBAC group in the `kubernetes` dialect. */
export const RBAC = "/apis/rbac.authorization.k8s.io/v1";

/** The path of reviews of access. */
export const REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

/** The resources of roles and bindings by kind. */
export const PLURALS: Readonly<Record<string, string>> = {
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  Role: "roles",
  RoleBinding: "rolebindings",
};

/** Returns the path of the collection of a role or binding. */
export const collectionOf = ({ kind, metadata: { namespace } }: ApiObject): string =>
  `${RBAC}/${namespace ? `namespaces/${namespace}/` : ""}${PLURALS[kind]}`;

/** Creates an object unless it exists. */
export async function createIfAbsent(
  target: Target,
  path: string,
  body: unknown,
): Promise<void> {
  const answer = await sendJson(target, createOf(path, body));
  if (answer.status !== 201 && answer.status !== 409) throw new Error(JSON.stringify(answer.body));
}

/**
 * Creates roles and bindings and waits until the server decides by them.
 *
 * @param marker a unique name for the objects that reveal when they do
 */
export async function createPolicy(
  target: Target,
  policy: readonly ApiObject[],
  marker: string,
): Promise<void> {
  for (const object of [...policy, ...markersOf(marker)]) {
    await createIfAbsent(target, collectionOf(object), object);
  }
  while (!await isInForce(target, marker)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Deletes the objects of `createPolicy`. */
export async function deletePolicy(
  target: Target,
  policy: readonly ApiObject[],
  marker: string,
): Promise<void> {
  for (const object of [...policy, ...markersOf(marker)]) {
    const path = `${collectionOf(object)}/${object.metadata.name}`;
    await sendJson(target, removeOf(path));
  }
}

/** A server reads each kind in order: if the last object of each kind has taken effect, all have. */
async function isInForce(target: Target, marker: string): Promise<boolean> {
  const specs = [
    { nonResourceAttributes: { path: "/marker", verb: marker } },
    { resourceAttributes: { namespace: NAMESPACE, verb: marker, resource: "markers" } },
  ];
  const answers = await Promise.all(
    specs.map((attributes) =>
      sendJson(target, createOf(REVIEWS, { spec: { user: marker, ...attributes } }))
    ),
  );
  return answers.every(({ body }) => body.status.allowed === true);
}

const NAMESPACE = "default";

/** Returns a role and a binding of either scope, for a separate user. */
function markersOf(name: string): ApiObject[] {
  const group = "rbac.authorization.k8s.io";
  const apiVersion = `${group}/v1`;
  const subjects = [{ kind: "User", apiGroup: group, name }];
  const role = (kind: string) => ({ apiGroup: group, kind, name });
  return [
    {
      kind: "ClusterRole",
      metadata: { name },
      rules: [{ verbs: [name], nonResourceURLs: ["/marker"] }],
    },
    {
      kind: "Role",
      metadata: { name, namespace: NAMESPACE },
      rules: [{ verbs: [name], apiGroups: [""], resources: ["markers"] }],
    },
    { kind: "ClusterRoleBinding", metadata: { name }, roleRef: role("ClusterRole"), subjects },
    {
      kind: "RoleBinding",
      metadata: { name, namespace: NAMESPACE },
      roleRef: role("Role"),
      subjects,
    },
  ].map((object) => ({ apiVersion, ...object }) as unknown as ApiObject);
}
