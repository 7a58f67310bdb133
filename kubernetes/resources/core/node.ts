/**
 * Nodes.
 *
 * @module
 */
import { type ApiObject, type Dialect, isNewest } from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  listAt,
  type ResourceDefinition,
  STATUS_STRATEGY,
  text,
  textAt,
  wide,
} from "@plumbline/server/resources";
import { validateNode, validateNodeStatus, validateNodeUpdate } from "./core_rules.ts";

const ROLE = "node-role.kubernetes.io/";

const definition = ({ release }: Dialect) =>
  defineKind({
    group: "",
    kind: "Node",
    namespaced: false,
    shortNames: ["no"],
    selectableFields: (node) => ({
      "spec.unschedulable": String(at(node, "spec.unschedulable") === true),
    }),
    selectorNames: {
      "metadata.name": "metadata.name",
      "spec.unschedulable": "spec.unschedulable",
    },
    cells: [
      computed("Status", stateOf),
      computed(
        "Roles",
        (node) =>
          Object.keys(node.metadata.labels ?? {}).filter((label) => label.startsWith(ROLE))
            .map((label) => label.slice(ROLE.length)).filter((role) => role !== "").sort()
            .join() || "<none>",
      ),
    ],
    wideCells: [
      text("Version", "status.nodeInfo.kubeletVersion"),
      wide(computed("Internal-IP", (node) => addressOf(node, "InternalIP"))),
      wide(computed("External-IP", (node) => addressOf(node, "ExternalIP"))),
      wide(text("OS-Image", "status.nodeInfo.osImage", "<unknown>")),
      wide(computed("Kernel-Version", (node) => kernelOf(node, isNewest(release)))),
      wide(text("Container-Runtime", "status.nodeInfo.containerRuntimeVersion", "<unknown>")),
    ],
    reportsMissingFields: true,
    validate: validateNode,
    validateUpdate: validateNodeUpdate,
    applyDefaults: normalizeSpec,
    prepareForCreate(node) {
      dropSource(node);
      dropConfig(node);
      taint(node);
    },
    prepareForUpdate(node, old) {
      dropSource(node);
      if (old.status === undefined) delete node.status;
      else node.status = old.status;
    },
  });

/** The resource `nodes`. A kubelet creates its node with a status. */
export function nodes(dialect: Dialect): ResourceDefinition {
  const node = definition(dialect);
  return {
    ...node,
    strategy: { ...node.strategy, resetFields: [["status"]] },
    subresources: {
      status: {
        ...STATUS_STRATEGY,
        applyDefaults: normalizeSpec,
        prepareForUpdate(node, old) {
          STATUS_STRATEGY.prepareForUpdate!(node, old);
          dropConfig(node);
        },
        validateUpdate: (node) => validateNodeStatus(node),
      },
    },
  };
}

/** Drops the field that kubelets ignore. */
function dropSource(node: ApiObject): void {
  const { configSource: _, ...spec } = asObject(node.spec) ?? {};
  if (node.spec !== undefined) node.spec = spec;
}

/** Makes the address ranges agree. */
function normalizeSpec(node: ApiObject): void {
  const spec = { ...asObject(node.spec) };
  if (node.spec === undefined) return;
  const ranges = Array.isArray(spec.podCIDRs) ? spec.podCIDRs : [];
  // The first of the ranges is the one range.
  if (spec.podCIDR && spec.podCIDR !== ranges[0]) spec.podCIDRs = [spec.podCIDR];
  else if (!spec.podCIDR && ranges.length > 0) spec.podCIDR = ranges[0]!;
  node.spec = spec;
}

/** Drops the state of a configuration that kubelets do not read from the server any more. */
function dropConfig(node: ApiObject): void {
  const { config: _, ...status } = asObject(node.status) ?? {};
  if (node.status !== undefined) node.status = status;
}

/** A node whose conditions are not known yet takes no pods, as on a real server. */
function taint(node: ApiObject): void {
  const spec = node.spec as { taints?: { key: string; effect: string }[] } ?? {};
  const taints = spec.taints ?? [];
  const notReady = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  const isThere = taints.some(({ key, effect }) =>
    key === notReady.key && effect === notReady.effect
  );
  if (!isThere) {
    node.spec = { ...spec, taints: [...taints, notReady] } as ApiObject["spec"] & object;
  }
}

function stateOf(node: ApiObject): string {
  const ready = listAt(node, "status.conditions").find(({ type }) => type === "Ready");
  const state = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return at(node, "spec.unschedulable") === true ? `${state},SchedulingDisabled` : state;
}

const addressOf = (node: ApiObject, type: string): string =>
  textAt(
    listAt(node, "status.addresses").find((address) => address.type === type),
    "address",
    "<none>",
  );

/** Returns the version of a node's kernel, in the newest release with its architecture. */
function kernelOf(node: ApiObject, newest: boolean): string {
  const version = textAt(node, "status.nodeInfo.kernelVersion", "<unknown>");
  const architecture = textAt(node, "status.nodeInfo.architecture");
  return newest && architecture ? `${version} (${architecture})` : version;
}
