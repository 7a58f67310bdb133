/**
 * The differences between the reference server and real servers that have a reason.
 *
 * @module
 */
import { KUBECTL_NAMESPACE } from "./commands.ts";

/** A command whose outcome differs, and why. */
export interface KnownDifference {
  readonly command: string;
  readonly reason: string;
}

const DESCRIPTIONS = "The OpenAPI documents of the reference server have no descriptions";
const KINDS =
  "APIServices, ComponentStatuses and the collection of Bindings are not served; the API group of APIServices is that of aggregation";
const WORDING = "The same decision with another wording of the message";

/** The differences to a kube-apiserver 1.26.15 without controllers. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  { command: "version -o json", reason: "Each server prints its own version" },
  { command: "api-resources --no-headers -o name", reason: KINDS },
  { command: "api-resources --namespaced=false --verbs=list,get", reason: KINDS },
  { command: "explain pod", reason: DESCRIPTIONS },
  { command: "explain pod.spec.containers.image", reason: DESCRIPTIONS },
  { command: "explain deployments.spec --recursive", reason: DESCRIPTIONS },
  { command: "get cm -l 'kind in a'", reason: WORDING },
  { command: "get cm --field-selector spec.none=1", reason: WORDING },
  {
    command: `patch cm colors --type json -p '[{"op":"remove","path":"/data/none"}]'`,
    reason: "The reference server's message names the operation that failed",
  },
  { command: "patch cm colors -p '{\"data\":[1]}'", reason: WORDING },
  {
    command: "apply -f pod-cpu.yaml",
    reason: "The message of a real server has the difference between the two specs in Go syntax",
  },
  { command: "create cronjob wrong --image busybox --schedule never", reason: WORDING },
  {
    command: "create token robot --duration 5s",
    reason: "The reference server's message names the ServiceAccount",
  },
  {
    command: `replace --raw /api/v1/namespaces/${KUBECTL_NAMESPACE}/finalize -f finalize.json`,
    reason:
      "The reference server removes an empty namespace by itself; a real server without controllers waits for this request",
  },
];
