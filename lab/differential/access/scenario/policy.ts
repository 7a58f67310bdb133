/**
 * The roles and bindings of the scenario.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";

/** The API group of roles and bindings. */
export const GROUP = "rbac.authorization.k8s.io";
/** The namespace of the scenario, beside `default`. */
export const SCENARIO_NAMESPACE = "plumbline-a";

/** Returns a rule on resources. */
export const on = (
  verbs: string[],
  group: string,
  resources: string[],
  resourceNames?: string[],
) => ({
  verbs,
  apiGroups: [group],
  resources,
  ...(resourceNames && { resourceNames }),
});

const role = (name: string, rules: object[], namespace?: string) => ({
  kind: namespace ? "Role" : "ClusterRole",
  metadata: { name, ...(namespace && { namespace }) },
  rules,
});

const binding = (
  name: string,
  roleRef: { kind: string; name: string },
  subjects: object[],
  namespace?: string,
) => ({
  kind: namespace ? "RoleBinding" : "ClusterRoleBinding",
  metadata: { name, ...(namespace && { namespace }) },
  roleRef: { apiGroup: GROUP, ...roleRef },
  subjects,
});

const user = (name: string) => ({ kind: "User", apiGroup: GROUP, name });
/** Returns a reference to a ClusterRole. */
export const clusterRole = (name: string) => ({ apiGroup: GROUP, kind: "ClusterRole", name });
const bound = (name: string, who: string) => binding(name, clusterRole(name), [user(who)]);

/** The verbs of a user who may write roles and bindings. */
const WRITE = ["get", "list", "create", "update", "patch", "delete"];

/** The roles and bindings. */
export const POLICY: readonly ApiObject[] = [
  role("plumbline-writer", [
    on(WRITE, GROUP, ["roles", "clusterroles", "rolebindings", "clusterrolebindings"]),
  ]),
  role("plumbline-reader", [on(["get"], "", ["secrets"])], "default"),
  role("plumbline-named", [
    on(["get", "list", "watch", "create", "delete", "deletecollection"], "", ["secrets"], ["one"]),
    on(["get"], "", ["namespaces"]),
  ]),
  role("plumbline-metrics", [{ verbs: ["get"], nonResourceURLs: ["/metrics", "/metrics/*"] }]),
  role("plumbline-impersonator", [
    on(["impersonate"], "", ["users"], ["jane"]),
    on(["impersonate"], "", ["groups"], ["a"]),
    on(["impersonate"], "", ["serviceaccounts"], ["robot"]),
    on(["impersonate"], "authentication.k8s.io", ["uids"], ["u1"]),
    on(["impersonate"], "authentication.k8s.io", ["userextras/scopes"], ["view"]),
  ]),
  role("plumbline-escalator", [
    on(["escalate"], GROUP, ["clusterroles"], ["plumbline-target"]),
    on(["bind"], GROUP, ["clusterroles"], ["plumbline-everything"]),
  ]),
  role("plumbline-target", []),
  role("plumbline-everything", [on(["*"], "*", ["*"])]),
  bound("plumbline-writer", "alice"),
  bound("plumbline-escalator", "alice"),
  bound("plumbline-impersonator", "bob"),
  binding(
    "plumbline-reader",
    { kind: "Role", name: "plumbline-reader" },
    [user("alice")],
    "default",
  ),
  binding("plumbline-named", clusterRole("plumbline-named"), [user("alice")], SCENARIO_NAMESPACE),
  binding("plumbline-metrics", clusterRole("plumbline-metrics"), [user("alice")], "default"),
  binding("plumbline-broken", clusterRole("plumbline-none"), [user("bob")], "default"),
  binding(
    "plumbline-odd",
    { kind: "Role", name: "plumbline-reader" },
    [{ ...user("carol"), namespace: "elsewhere" }],
    "default",
  ),
].map((object) => ({ apiVersion: `${GROUP}/v1`, ...object }) as unknown as ApiObject);
