/**
 * Invalid roles and bindings.
 *
 * @module
 */
import type { Cases } from "./case.ts";
import { everything, ROLES, write } from "./escalation.ts";
import { clusterRole, GROUP, on } from "./policy.ts";

const admin = { user: "admin" };
const selecting = (selector: object) => ({
  aggregationRule: { clusterRoleSelectors: [selector] },
});

/** The requests, by an administrator. */
export const validation: Cases = {
  "an empty rule": write("clusterroles", { rules: [{}] }, admin),
  "no API group": write("clusterroles", { rules: [{ verbs: ["get"], resources: ["a"] }] }, admin),
  "no resources": write(ROLES, { rules: [{ verbs: ["get"], apiGroups: [""] }] }, admin),
  "paths in a role": write(ROLES, { rules: [{ verbs: ["get"], nonResourceURLs: ["/a"] }] }, admin),
  "paths and resources": write("clusterroles", {
    rules: [{ ...on(["get"], "", ["a"]), nonResourceURLs: ["/a"] }],
  }, admin),
  "an aggregation without selectors": write("clusterroles", { aggregationRule: {} }, admin),
  "an aggregation by an unknown operator": write(
    "clusterroles",
    selecting({ matchExpressions: [{ key: "a", operator: "Is" }] }),
    admin,
  ),
  "an aggregation by no values": write(
    "clusterroles",
    selecting({ matchExpressions: [{ key: "a", operator: "In" }] }),
    admin,
  ),
  "an aggregation by values without a key": write(
    "clusterroles",
    selecting({ matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] }),
    admin,
  ),
  "an aggregation by a wrong key": write(
    "clusterroles",
    selecting({ matchLabels: { "a b": "c" } }),
    admin,
  ),
  "an aggregation by a wrong value": write(
    "clusterroles",
    selecting({ matchLabels: { a: "b c" } }),
    admin,
  ),
  "a reference to another API group": write("clusterrolebindings", {
    roleRef: { apiGroup: "a", kind: "ClusterRole", name: "b" },
  }, admin),
  "a cluster-wide reference to a role": write("clusterrolebindings", {
    roleRef: { apiGroup: GROUP, kind: "Role", name: "b" },
  }, admin),
  "a reference to an invalid name": write(
    "clusterrolebindings",
    { roleRef: clusterRole("..") },
    admin,
  ),
  "subjects of all kinds": write("namespaces/default/rolebindings", {
    roleRef: everything,
    subjects: [
      { kind: "User", name: "a" },
      { kind: "Group", name: "b" },
      { kind: "ServiceAccount", name: "c" },
    ],
  }, admin),
  "a subject of another kind": write("clusterrolebindings", {
    roleRef: everything,
    subjects: [{ kind: "Robot", name: "a" }],
  }, admin),
  "a subject of another group": write("clusterrolebindings", {
    roleRef: everything,
    subjects: [{ kind: "User", apiGroup: "a", name: "b" }],
  }, admin),
  "a service account without a namespace": write("clusterrolebindings", {
    roleRef: everything,
    subjects: [{ kind: "ServiceAccount", name: "a" }],
  }, admin),
  "a service account with a wrong name": write("clusterrolebindings", {
    roleRef: everything,
    subjects: [{ kind: "ServiceAccount", name: "A_b", namespace: "c" }],
  }, admin),
  "another reference": write("clusterrolebindings/plumbline-writer", {
    metadata: undefined,
    roleRef: { name: "plumbline-named" },
  }, { ...admin, method: "PATCH", headers: { "content-type": "application/merge-patch+json" } }),
};
