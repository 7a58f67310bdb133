/**
 * Ingresses, IngressClasses, NetworkPolicies, IPAddresses and ServiceCIDRs.
 *
 * @module
 */
import {
  asObject,
  at,
  balancerAddresses,
  computed,
  defineKind,
  listAt,
  NEWEST,
  type ResourceDefinition,
  selectorIn,
  text,
  textAt,
} from "@plumbline/server/resources";
import { type ApiObject, type Dialect, equal, isNewest } from "@plumbline/server/api";
import { invalidCause } from "@plumbline/server/rules";
import { validateAddress, validateRanges, validateRangesUpdate } from "./address_rules.ts";
import {
  validateBalancerStatus,
  validateConditions,
  validateIngress,
  validateIngressClass,
  validateNetworkPolicy,
  validateNewIngress,
} from "./networking_rules.ts";

/** Returns the resources of the group `networking`. */
export function networking({ suffix, release }: Dialect): readonly ResourceDefinition[] {
  const group = `networking.${suffix}`;
  return [
    defineKind({
      group,
      kind: "IngressClass",
      resource: "ingressclasses",
      namespaced: false,
      countsGeneration: true,
      cells: [
        text("Controller", "spec.controller"),
        computed("Parameters", (one) => {
          const parameters = asObject(at(one, "spec.parameters"));
          if (!parameters) return "<none>";
          const ofGroup = parameters.apiGroup === undefined ? "" : `.${parameters.apiGroup}`;
          return `${textAt(parameters, "kind")}${ofGroup}/${textAt(parameters, "name")}`;
        }),
      ],
      reportsMissingFields: true,
      validate: validateIngressClass,
      validateUpdate: (one, old) =>
        textAt(one, "spec.controller") === textAt(old, "spec.controller")
          ? []
          : [invalidCause("spec.controller", at(one, "spec.controller"), "field is immutable")],
    }),
    defineKind({
      group,
      kind: "Ingress",
      resource: "ingresses",
      shortNames: ["ing"],
      countsGeneration: true,
      status: {
        initial: () => ({ loadBalancer: {} }),
        validate: (object) => validateBalancerStatus(object),
      },
      cells: [
        text("Class", "spec.ingressClassName", "<none>"),
        computed("Hosts", (ingress) => {
          const rules = listAt(ingress, "spec.rules");
          const named = rules.filter(({ host }) => host).slice(0, 3);
          if (named.length === 0) return "*";
          // A rule behind the third host counts, with or without a host of its own.
          const isAll = named.length < 3 || named[2] === rules.at(-1);
          const more = isAll ? "" : ` + ${rules.length - 3} more...`;
          return `${named.map(({ host }) => host).join()}${more}`;
        }),
        computed(
          "Address",
          (ingress) => balancerAddresses(ingress).join(),
        ),
        computed("Ports", (ingress) => listAt(ingress, "spec.tls").length > 0 ? "80, 443" : "80"),
      ],
      reportsMissingFields: true,
      validate: validateIngress,
      validateCreate: validateNewIngress,
    }),
    defineKind({
      group,
      kind: "NetworkPolicy",
      resource: "networkpolicies",
      shortNames: ["netpol"],
      countsGeneration: true,
      ...(!isNewest(release) && {
        status: {
          initial: () => ({}),
          validate: (policy) => validateConditions(policy),
          withoutTable: true,
        },
      }),
      cells: [
        computed("Pod-Selector", (policy) => selectorIn(asObject(at(policy, "spec.podSelector")))),
      ],
      reportsMissingFields: true,
      validate: validateNetworkPolicy,
    }),
    defineKind({
      group,
      kind: "IPAddress",
      resource: "ipaddresses",
      lifecycle: NEWEST,
      namespaced: false,
      shortNames: ["ip"],
      reportsMissingFields: true,
      cells: [computed("ParentRef", parentText)],
      validate: validateAddress,
      validateUpdate: (one, old) =>
        equal(at(one, "spec.parentRef"), at(old, "spec.parentRef"))
          ? []
          : [invalidCause("spec.parentRef", at(one, "spec.parentRef"), "field is immutable")],
    }),
    defineKind({
      group,
      kind: "ServiceCIDR",
      lifecycle: NEWEST,
      namespaced: false,
      reportsMissingFields: true,
      status: { initial: () => ({}), keepsMetadata: true },
      validateCreate: validateRanges,
      validateUpdate: validateRangesUpdate,
      cells: [
        computed("CIDRs", (one) => {
          const ranges = at(one, "spec.cidrs");
          return Array.isArray(ranges) ? ranges.join() : "";
        }),
      ],
    }),
  ];
}

/** Returns the object that an address belongs to, as `services/default/web`. */
function parentText(address: ApiObject): string {
  const parent = asObject(at(address, "spec.parentRef"));
  if (!parent) return "<none>";
  const group = textAt(parent, "group");
  const resource = `${textAt(parent, "resource")}${group && `.${group}`}`.toLowerCase();
  const namespace = textAt(parent, "namespace");
  return [resource, ...(namespace ? [namespace] : []), textAt(parent, "name")].join("/");
}
