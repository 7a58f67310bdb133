/**
 * Services: their type decides what they have. Their addresses come from admission
 * (`admission/service_addresses.ts`).
 *
 * @module
 */
import { type ApiObject, type Dialect, isNewest, type JsonObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  balancerAddresses,
  computed,
  defineKind,
  labelsText,
  listAt,
  type ResourceDefinition,
  text,
  textAt,
  wide,
} from "@plumbline/server/resources";
import { validateBalancerStatus } from "../networking_rules.ts";
import { dropDependentFields } from "./service_families.ts";
import { validateService, validateServiceUpdate } from "./service_rules.ts";

/** Returns the resource `services`. */
export const services = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "Service",
    deletion: { answersWithObject: true },
    shortNames: ["svc"],
    categories: ["all"],
    nameRule: isNewest(release) ? "label" : "label with a letter first",
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
    status: {
      initial: () => ({ loadBalancer: {} }),
      validate: (object) => validateBalancerStatus(object),
    },
    prepareForUpdate(service, old) {
      const [spec, before] = [asObject(service.spec), asObject(old.spec)];
      if (spec && before) dropDependentFields(spec, before);
      if (spec?.type !== "LoadBalancer") {
        service.status = { ...asObject(service.status), loadBalancer: {} };
      }
    },
    reportsMissingFields: true,
    createsOnUpdate: true,
    validate: validateService,
    validateUpdate: validateServiceUpdate,
  });

const portText = ({ port, nodePort, protocol }: JsonObject): string =>
  Number(nodePort ?? 0) > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;

function externalAddress(service: ApiObject): string {
  const external = at(service, "spec.externalIPs");
  const given = Array.isArray(external) ? external.map(String) : [];
  switch (at(service, "spec.type")) {
    case "ExternalName":
      return textAt(service, "spec.externalName");
    case "LoadBalancer": {
      return [...balancerAddresses(service), ...given].join() || "<pending>";
    }
    default:
      return given.join() || "<none>";
  }
}
