/**
 * Invalid roles and bindings.
 *
 * @module
 */
import type { Case } from "./case.ts";
import { everything, metadata, ROLES, write } from "./escalation.ts";
import { clusterRole, GROUP, on } from "./policy.ts";

const admin = { user: "admin" };
const selecting = (selector: object) => ({
  metadata,
  aggregationRule: { clusterRoleSelectors: [selector] },
});

/** The requests, by an administrator. */
export const validation: readonly Case[] = [
  write("an empty rule", "clusterroles", { metadata, rules: [{}] }, admin),
  write("no API group", "clusterroles", {
    metadata,
    rules: [{ verbs: ["get"], resources: ["a"] }],
  }, admin),
  write("no resources", ROLES, { metadata, rules: [{ verbs: ["get"], apiGroups: [""] }] }, admin),
  write("paths in a role", ROLES, {
    metadata,
    rules: [{ verbs: ["get"], nonResourceURLs: ["/a"] }],
  }, admin),
  write("paths and resources", "clusterroles", {
    metadata,
    rules: [{ ...on(["get"], "", ["a"]), nonResourceURLs: ["/a"] }],
  }, admin),
  write(
    "an aggregation without selectors",
    "clusterroles",
    { metadata, aggregationRule: {} },
    admin,
  ),
  write(
    "an aggregation by an unknown operator",
    "clusterroles",
    selecting({ matchExpressions: [{ key: "a", operator: "Is" }] }),
    admin,
  ),
  write(
    "an aggregation by no values",
    "clusterroles",
    selecting({ matchExpressions: [{ key: "a", operator: "In" }] }),
    admin,
  ),
  write(
    "an aggregation by values without a key",
    "clusterroles",
    selecting({ matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] }),
    admin,
  ),
  write(
    "an aggregation by a wrong key",
    "clusterroles",
    selecting({ matchLabels: { "a b": "c" } }),
    admin,
  ),
  write(
    "an aggregation by a wrong value",
    "clusterroles",
    selecting({ matchLabels: { a: "b c" } }),
    admin,
  ),
  write("a reference to another API group", "clusterrolebindings", {
    metadata,
    roleRef: { apiGroup: "a", kind: "ClusterRole", name: "b" },
  }, admin),
  write("a cluster-wide reference to a role", "clusterrolebindings", {
    metadata,
    roleRef: { apiGroup: GROUP, kind: "Role", name: "b" },
  }, admin),
  write("a reference to an invalid name", "clusterrolebindings", {
    metadata,
    roleRef: clusterRole(".."),
  }, admin),
  write("subjects of all kinds", "namespaces/default/rolebindings", {
    metadata,
    roleRef: everything,
    subjects: [
      { kind: "User", name: "a" },
      { kind: "Group", name: "b" },
      { kind: "ServiceAccount", name: "c" },
    ],
  }, admin),
  write("a subject of another kind", "clusterrolebindings", {
    metadata,
    roleRef: everything,
    subjects: [{ kind: "Robot", name: "a" }],
  }, admin),
  write("a subject of another group", "clusterrolebindings", {
    metadata,
    roleRef: everything,
    subjects: [{ kind: "User", apiGroup: "a", name: "b" }],
  }, admin),
  write("a service account without a namespace", "clusterrolebindings", {
    metadata,
    roleRef: everything,
    subjects: [{ kind: "ServiceAccount", name: "a" }],
  }, admin),
  write("a service account with a wrong name", "clusterrolebindings", {
    metadata,
    roleRef: everything,
    subjects: [{ kind: "ServiceAccount", name: "A_b", namespace: "c" }],
  }, admin),
  write("another reference", "clusterrolebindings/plumbline-writer", {
    roleRef: { name: "plumbline-named" },
  }, { ...admin, method: "PATCH", headers: { "content-type": "application/merge-patch+json" } }),
];
