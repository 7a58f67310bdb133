/**
 * Services: their type decides what they have. Their addresses come from admission
 * (`admission/service_addresses.ts`).
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, labelsText, listAt, text, textAt, wide } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { validateBalancerStatus } from "../networking_rules.ts";
import { normalizeAddresses, validateService, validateServiceUpdate } from "./service_rules.ts";

/** The resource `services`. */
export const services: ResourceDefinition = defineKind({
  group: "",
  kind: "Service",
  answersDeletion: true,
  shortNames: ["svc"],
  categories: ["all"],
  nameRule: "label",
  cells: [
    text("Type", "spec.type"),
    computed("Cluster-IP", (service) => {
      const addresses = at(service, "spec.clusterIPs");
      return Array.isArray(addresses) && addresses.length > 0 ? String(addresses[0]) : "<none>";
    }),
    computed("External-IP", externalAddress),
    computed(
      "Port(s)",
      (service) => listAt(service, "spec.ports").map(portText).join() || "<none>",
    ),
  ],
  wideCells: [wide(computed("Selector", (service) => labelsText(at(service, "spec.selector"))))],
  newStatus: () => ({ loadBalancer: {} }),
  prepareForCreate: (service) => normalizeAddresses(service),
  prepareForUpdate(service, old) {
    keepAddresses(service, old);
    normalizeAddresses(service, old);
  },
  ownMissing: true,
  createsOnUpdate: true,
  validate: validateService,
  validateUpdate: validateServiceUpdate,
  validateStatus: validateBalancerStatus,
});

/** The values that the server allocates stay as they are, if a write leaves them out. */
function keepAddresses(service: ApiObject, old: ApiObject): void {
  const [spec, before] = [asObject(service.spec), asObject(old.spec)];
  if (!spec || !before || spec.type === "ExternalName" || before.type === "ExternalName") return;
  for (const field of ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"]) {
    if ((spec[field] === undefined || spec[field] === "") && before[field] !== undefined) {
      spec[field] = before[field];
    }
  }
  if (spec.type === "ClusterIP" || before.type === "ClusterIP") return;
  for (const port of listAt(spec, "ports")) {
    const same = listAt(before, "ports").find((other) =>
      other.port === port.port && other.protocol === port.protocol
    );
    if (!port.nodePort && same?.nodePort) port.nodePort = same.nodePort;
  }
}

const portText = ({ port, nodePort, protocol }: JsonObject): string =>
  nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;

function externalAddress(service: ApiObject): string {
  const external = at(service, "spec.externalIPs");
  const given = Array.isArray(external) ? external.map(String) : [];
  switch (at(service, "spec.type")) {
    case "ExternalName":
      return textAt(service, "spec.externalName");
    case "LoadBalancer": {
      const own = listAt(service, "status.loadBalancer.ingress").map((ingress) =>
        textAt(ingress, "ip", textAt(ingress, "hostname"))
      );
      return [...own.sort(), ...given].join() || "<pending>";
    }
    default:
      return given.join() || "<none>";
  }
}
