/**
 * The kinds of the resources whose responses are checked.
 *
 * @module
 */

/** Kinds by resource name; the kinds of other resources are not checked. */
export const KINDS: Readonly<Record<string, string>> = {
  secrets: "Secret",
  deployments: "Deployment",
  roles: "Role",
  rolebindings: "RoleBinding",
  clusterroles: "ClusterRole",
  clusterrolebindings: "ClusterRoleBinding",
  namespaces: "Namespace",
  flowschemas: "FlowSchema",
  prioritylevelconfigurations: "PriorityLevelConfiguration",
  csistoragecapacities: "CSIStorageCapacity",
  localsubjectaccessreviews: "LocalSubjectAccessReview",
  selfsubjectaccessreviews: "SelfSubjectAccessReview",
  selfsubjectrulesreviews: "SelfSubjectRulesReview",
  subjectaccessreviews: "SubjectAccessReview",
  selfsubjectreviews: "SelfSubjectReview",
};
