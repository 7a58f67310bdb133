/**
 * The approval of CustomResourceDefinitions in the groups of the Kubernetes project, by an
 * annotation.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import { specOf } from "./custom_resource_definition.ts";

/** The annotation with the address of the approval. */
export const APPROVED = "api-approved.kubernetes.io";

/** Whether a CustomResourceDefinition is approved, in the words of its condition. */
export interface Approval {
  readonly isApproved: boolean;
  readonly reason:
    | "ApprovedAnnotation"
    | "InvalidAnnotation"
    | "MissingAnnotation"
    | "UnapprovedAnnotation";
  readonly message: string;
}

/** Returns the approval of a CustomResourceDefinition; undefined in a group that needs none. */
export function approvalOf(object: ApiObject): Approval | undefined {
  const { group = "" } = specOf(object) ?? {};
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return undefined;
  const approval = object.metadata.annotations?.[APPROVED] ?? "";
  const needed = `protected groups must have approval annotation "${APPROVED}"`;
  const source = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (approval === "") {
    return { isApproved: false, reason: "MissingAnnotation", message: `${needed}, ${source}` };
  }
  if (approval.startsWith("unapproved")) {
    const message = `not approved: ${JSON.stringify(approval)}`;
    return { isApproved: false, reason: "UnapprovedAnnotation", message };
  }
  if (URL.canParse(approval) && new URL(approval).host !== "") {
    return { isApproved: true, reason: "ApprovedAnnotation", message: `approved in ${approval}` };
  }
  const message = `${needed} with either a URL or a reason starting with "unapproved", ${source}`;
  return { isApproved: false, reason: "InvalidAnnotation", message };
}
