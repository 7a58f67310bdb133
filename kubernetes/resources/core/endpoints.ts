/**
 * Endpoints: the addresses of a Service.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import {
  computed,
  defineKind,
  firstOf,
  listAt,
  type ResourceDefinition,
  textAt,
} from "@plumbline/server/resources";
import { validateEndpoints } from "./core_rules.ts";

/** The resource `endpoints`. */
export const endpoints: ResourceDefinition = defineKind({
  group: "",
  kind: "Endpoints",
  resource: "endpoints",
  shortNames: ["ep"],
  createsOnUpdate: true,
  reportsMissingFields: true,
  validate: validateEndpoints,
  cells: [
    computed("Endpoints", (object) => {
      const addresses = addressesOf(object);
      // Subsets without a ready address are not none.
      const isNone = addresses.length === 0 && listAt(object, "subsets").length === 0;
      return isNone || addresses.length > 0 ? firstOf(addresses, 3) : "";
    }),
  ],
});

/** Returns all addresses, with each port. */
function addressesOf(object: ApiObject): string[] {
  return listAt(object, "subsets").flatMap((subset) => {
    const addresses = listAt(subset, "addresses").map((address) => textAt(address, "ip"));
    const ports = listAt(subset, "ports").map((port) => textAt(port, "port"));
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) =>
      addresses.map((ip) => ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`)
    );
  });
}
