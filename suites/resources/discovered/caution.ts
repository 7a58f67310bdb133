/**
 * Types whose objects act on more than themselves. `--types all` leaves them out, unless an example
 * shows harmless ones; a type that is named with `--type` is used.
 *
 * @module
 */
import type { ServedType } from "../../client/contact.ts";
import { groupedName } from "./discovery.ts";

const POLICY = "its objects change what the server accepts from others";

/** The reasons by the name of the type. */
const REASONS: Readonly<Record<string, string>> = {
  "namespaces": "the run creates namespaces for its own use, and their deletion differs",
  "events": "servers and controllers create objects of this type, too, and they expire",
  "events.events.k8s.io": "servers and controllers create objects of this type, too",
  "endpoints": "kube-apiserver deletes its objects with a Service of the same name",
  "pods": "schedulers and kubelets act on its objects, and a deletion takes a grace period",
  "daemonsets.apps":
    "kube-apiserver shows an annotation of its objects in Tables and bookmarks only",
  "componentstatuses":
    "its objects are the results of probes: none can be written, and lists have no version",
  "nodes": "a scheduler may assign pods to its objects",
  "resourcequotas": "its objects limit what the run can create",
  "limitranges": "its objects change what the run creates",
  "apiservices.apiregistration.k8s.io": "its objects change which groups the server serves",
  "customresourcedefinitions.apiextensions.k8s.io": "its objects change which types are served",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": POLICY,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": POLICY,
  "validatingadmissionpolicies.admissionregistration.k8s.io": POLICY,
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": POLICY,
  "mutatingadmissionpolicies.admissionregistration.k8s.io": POLICY,
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io": POLICY,
};

/** Returns why `--types all` leaves a type out; undefined if it does not. */
export function reasonForCaution(type: ServedType): string | undefined {
  if (/^(flowschemas|prioritylevelconfigurations)$/.test(type.resource)) {
    return "its objects change which requests the server serves first";
  }
  return REASONS[groupedName(type)];
}
