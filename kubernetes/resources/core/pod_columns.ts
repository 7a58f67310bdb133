/**
 * The columns of pods. The state summarizes the containers, as on real servers.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import {
  age,
  asObject,
  at,
  type Column,
  computed,
  listAt,
  name,
  numberAt,
  since,
  text,
  textAt,
  wide,
} from "@plumbline/server/resources";
import { isTrue } from "../conditions.ts";

/** What the containers of a pod show. */
interface Summary {
  readonly state: string;
  readonly ready: number;
  readonly restarts: number;
  /** The latest end of a container that was started again. */
  readonly lastRestart: string;
}

function summaryOf(pod: ApiObject): Summary {
  const phase = textAt(pod, "status.reason", textAt(pod, "status.phase"));
  const summary = initialization(pod) ?? running(pod, phase);
  if (pod.metadata.deletionTimestamp === undefined) return summary;
  const isLost = textAt(pod, "status.reason") === "NodeLost";
  return { ...summary, state: isLost ? "Unknown" : "Terminating" };
}

/** Returns the summary of a pod whose init containers have not all succeeded. */
function initialization(pod: ApiObject): Summary | undefined {
  const containers = listAt(pod, "status.initContainerStatuses");
  const count = listAt(pod, "spec.initContainers").length;
  const index = containers.findIndex((container) =>
    at(container, "state.terminated.exitCode") !== 0
  );
  const current = containers[index];
  if (current === undefined) return undefined;
  const waiting = textAt(current, "state.waiting.reason");
  const ended = asObject(at(current, "state.terminated"));
  const state = ended
    ? `Init:${endOf(ended)}`
    : waiting !== "" && waiting !== "PodInitializing"
    ? `Init:${waiting}`
    : `Init:${index}/${count}`;
  return { state, ready: 0, ...restartsOf(containers.slice(0, index + 1)) };
}

function running(pod: ApiObject, phase: string): Summary {
  const containers = listAt(pod, "status.containerStatuses");
  const isUp = (container: JsonObject) =>
    container.ready === true && at(container, "state.running") !== undefined;
  // The first container with a reason decides.
  const reason = containers.map((container) => {
    const ended = asObject(at(container, "state.terminated"));
    return textAt(container, "state.waiting.reason") || (ended ? endOf(ended) : "");
  }).find((word) => word !== "");
  const ready = containers.filter(isUp).length;
  const state = reason ?? phase;
  return {
    state: state === "Completed" && ready > 0 ? readiness(pod) : state,
    ready,
    ...restartsOf(containers),
  };
}

const readiness = (pod: ApiObject): string => isTrue(pod, "Ready") ? "Running" : "NotReady";

function endOf(ended: JsonObject): string {
  const signal = numberAt(ended, "signal");
  return textAt(
    ended,
    "reason",
    signal === 0 ? `ExitCode:${numberAt(ended, "exitCode")}` : `Signal:${signal}`,
  );
}

const restartsOf = (containers: readonly JsonObject[]) => ({
  restarts: containers.reduce((sum, container) => sum + numberAt(container, "restartCount"), 0),
  lastRestart: containers.map((container) => textAt(container, "lastState.terminated.finishedAt"))
    .sort().at(-1) ?? "",
});

/** The columns of pods. */
export const podColumns: readonly Column[] = [
  name,
  computed("Ready", (pod) => `${summaryOf(pod).ready}/${listAt(pod, "spec.containers").length}`),
  computed("Status", (pod) => summaryOf(pod).state),
  computed("Restarts", (pod, now) => {
    const { restarts, lastRestart } = summaryOf(pod);
    return lastRestart === "" ? `${restarts}` : `${restarts} (${since(lastRestart, now)} ago)`;
  }),
  age,
  wide(computed("IP", (pod) => textAt(listAt(pod, "status.podIPs")[0], "ip", "<none>"))),
  wide(text("Node", "spec.nodeName", "<none>")),
  wide(text("Nominated Node", "status.nominatedNodeName", "<none>")),
  wide(computed("Readiness Gates", (pod) => {
    const gates = listAt(pod, "spec.readinessGates");
    if (gates.length === 0) return "<none>";
    return `${
      gates.filter(({ conditionType }) => isTrue(pod, conditionType)).length
    }/${gates.length}`;
  })),
];

/** What the row of a pod that has ended says, by the phase. */
const ENDED: Readonly<Record<string, string>> = {
  Succeeded: "The pod has completed successfully.",
  Failed: "The pod failed.",
};

/** Returns the conditions of the row of a pod: one if the pod has ended. */
export function endedCondition(pod: ApiObject): JsonObject[] {
  const phase = textAt(pod, "status.phase");
  const message = ENDED[phase];
  return message === undefined
    ? []
    : [{ type: "Completed", status: "True", reason: phase, message }];
}
