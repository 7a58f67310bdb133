/**
 * The kinds that differ from others in their names and columns only.
 *
 * @module
 */
import {
  type ApiObject,
  type Cause,
  type Dialect,
  equal,
  isNewest,
  type Json,
  type JsonObject,
} from "@plumbline/server/api";
import {
  asObject,
  computed,
  defineKind,
  firstOf,
  integer,
  listAt,
  type ResourceDefinition,
  showEmpty,
  storeEmpty,
  text,
  textAt,
  truth,
} from "@plumbline/server/resources";
import { endpointAddress } from "./core/core_rules.ts";
import {
  duplicateCause,
  familyOf,
  forbiddenCause,
  invalidCause,
  label,
  labelValue,
  nonnegative,
  qualifiedName,
  requiredCause,
  subdomain,
  when,
} from "@plumbline/server/rules";
import { containerResources } from "./pods/resource_rules.ts";
import { validateTolerations } from "./pods/scheduling_rules.ts";
import {
  alwaysForbidden,
  each,
  eachText,
  fields,
  filled,
  ifFilled,
  type ItemRule,
  maybe,
  must,
  object,
  oneOf,
  someItems,
  uniqueBy,
} from "@plumbline/server/fields";
import { validateWebhooks } from "./webhook_configuration.ts";

/** Returns the resources. */
export function otherKinds({ suffix, release }: Dialect): readonly ResourceDefinition[] {
  const webhooks = ["Mutating", "Validating"].map((effect) =>
    defineKind({
      group: `admissionregistration.${suffix}`,
      loaded: "last",
      kind: `${effect}WebhookConfiguration`,
      needsVersion: true,
      takesAnyFinalizer: true,
      namespaced: false,
      categories: ["api-extensions"],
      countsGeneration: true,
      validate: validateWebhooks,
      cells: [{ name: "Webhooks", type: "integer", cell: (one) => listAt(one, "webhooks").length }],
    })
  );
  return [
    ...webhooks,
    defineKind({
      group: `coordination.${suffix}`,
      kind: "Lease",
      takesAnyFinalizer: true,
      needsVersion: true,
      cells: [text("Holder", "spec.holderIdentity")],
      createsOnUpdate: true,
      reportsMissingFields: true,
      validate: fields({
        spec: fields({
          leaseDurationSeconds: maybe(
            must((seconds) => Number(seconds) > 0, "must be greater than 0"),
          ),
          leaseTransitions: nonnegative,
        }),
      }),
    }),
    defineKind({
      group: `discovery.${suffix}`,
      kind: "EndpointSlice",
      countsGeneration: true,
      reportsMissingFields: true,
      initialFields: { ports: null },
      applyDefaults: (slice) => showEmpty(slice, "endpoints", "ports"),
      validate: validateSlice,
      validateUpdate: (slice, old) =>
        slice.addressType === old.addressType
          ? []
          : [invalidCause("addressType", slice.addressType, "field is immutable")],
      prepareForCreate(slice) {
        storeEmpty(slice, "endpoints", "ports");
        dropTopology(slice);
      },
      prepareForUpdate(slice, old) {
        storeEmpty(slice, "endpoints", "ports");
        const isSame = () =>
          ["addressType", "endpoints", "ports"].every((field) => equal(slice[field], old[field]));
        // Its labels count, too, and what is dropped.
        const counts = !isSame() || !equal(slice.metadata.labels, old.metadata.labels);
        if (!equal(slice.endpoints, old.endpoints)) dropTopology(slice, old);
        if (counts && isSame()) slice.metadata.generation = (old.metadata.generation ?? 0) + 1;
      },
      cells: [
        text("AddressType", "addressType"),
        computed("Ports", (slice) =>
          firstOf(
            listAt(slice, "ports").map(({ port, name }) =>
              port === undefined ? textAt({ name: name ?? "*" }, "name") : `${port}`
            ),
            3,
            "<unset>",
          )),
        computed("Endpoints", (slice) =>
          firstOf(
            listAt(slice, "endpoints").flatMap(({ addresses }) =>
              Array.isArray(addresses) ? addresses.map(String) : []
            ),
            3,
            "<unset>",
          )),
      ],
    }),
    defineKind({
      group: `node.${suffix}`,
      kind: "RuntimeClass",
      takesAnyFinalizer: true,
      needsVersion: true,
      resource: "runtimeclasses",
      namespaced: false,
      cells: [text("Handler", "handler")],
      createsOnUpdate: true,
      reportsMissingFields: true,
      validate: validateRuntimeClass,
      validateUpdate: (one, old) =>
        one.handler === old.handler
          ? []
          : [invalidCause("handler", one.handler, "field is immutable")],
    }),
    defineKind({
      group: `scheduling.${suffix}`,
      kind: "PriorityClass",
      resource: "priorityclasses",
      namespaced: false,
      shortNames: ["pc"],
      cells: [integer("Value", "value"), truth("Global-Default", "globalDefault")],
      wideCells: isNewest(release) ? [text("PreemptionPolicy", "preemptionPolicy")] : [],
      prepareForCreate(one) {
        one.metadata.generation = 1;
      },
      reportsMissingFields: true,
      validateCreate: fields(({ value = 0 }) => ({
        value: Number(value) > MOST_PRIORITY &&
          alwaysForbidden(`maximum allowed value is ${MOST_PRIORITY}`),
        preemptionPolicy: maybe(filled(oneOf("PreemptLowerPriority", "Never"))),
      })),
      validateUpdate: (one, old) =>
        ["value", "preemptionPolicy"].filter((field) => !equal(one[field], old[field]))
          .map((field) =>
            field === "value"
              ? forbiddenCause(field, "may not be changed in an update.")
              : invalidCause(field, one[field], "field is immutable")
          ),
    }),
  ];
}

/** The highest priority that users may define. */
const MOST_PRIORITY = 1_000_000_000;

/** Drops the field that other versions of an EndpointSlice have; it named the node. */
function dropTopology(slice: ApiObject, old?: ApiObject): void {
  const hostname = (endpoint: JsonObject): string =>
    textAt(asObject(endpoint.deprecatedTopology), "kubernetes.io/hostname");
  const known = new Set(listAt(old ?? {}, "endpoints").map(hostname));
  if (!Array.isArray(slice.endpoints)) return;
  slice.endpoints = listAt(slice, "endpoints").map(({ deprecatedTopology, ...endpoint }) => {
    const node = hostname({ deprecatedTopology: deprecatedTopology ?? null });
    const isNode = endpoint.nodeName === undefined && node !== "" && known.has(node) &&
      subdomain(node, "").length === 0;
    return isNode ? { ...endpoint, nodeName: node } : endpoint;
  });
}

/** Validates a domain with at least two segments. */
function domainName(name: string, field: string): Cause[] {
  if (name === "") return [requiredCause(field)];
  const domain = name.replace(/\.$/, "");
  const wrong = subdomain(domain, field);
  if (wrong.length > 0) return wrong;
  const labels = domain.split(".");
  const why = "should be a domain with at least two segments separated by dots";
  if (labels.length < 2) return [invalidCause(field, name, why)];
  return labels.map((one) => label(one, field)).find((causes) => causes.length > 0) ?? [];
}

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];

/** Returns the rule of an address of a type; no address is of a type that does not exist. */
function addressOf(type: Json | undefined): ItemRule<string> {
  if (!ADDRESS_TYPES.includes(String(type))) return () => [];
  if (type === "FQDN") return domainName;
  return (address, path) =>
    familyOf(address) === undefined || familyOf(address) === type
      ? endpointAddress(address, path)
      : [invalidCause(path, address, `must be an ${type} address`)];
}

const zones = each(
  (zone, path) =>
    // The causes of a wrong value name the value of a label.
    labelValue(zone.name, path).map((cause) => ({ ...cause, field: `${path}.name` })),
  ({ name }, path, index, all) =>
    when(
      all.slice(0, index).some((other) => other.name === name),
      duplicateCause(`${path}.name`, name),
    ),
);

/** Validates an EndpointSlice. */
const validateSlice = fields(({ addressType }) => ({
  addressType: filled(oneOf(...ADDRESS_TYPES)),
  endpoints: each(fields({
    addresses: [
      someItems("must contain at least 1 address"),
      eachText(addressOf(addressType)),
    ],
    nodeName: maybe(subdomain),
    hostname: maybe(label),
    hints: fields({ forZones: zones }),
  })),
  ports: each(
    fields({ name: ifFilled(label) }),
    uniqueBy("name"),
    fields({
      protocol: maybe(oneOf("SCTP", "TCP", "UDP")),
      appProtocol: maybe(qualifiedName),
    }),
  ),
}));

/** Returns the fields that identify a toleration in this list. */
const keyOf = ({ key = "", operator = "", value = "", effect = "" }: JsonObject): JsonObject => ({
  ...{ key, operator, value, effect },
});

const repeatedTolerations = each((toleration, path, index, all) =>
  when(
    all.slice(0, index).some((other) => equal(keyOf(other), keyOf(toleration))),
    duplicateCause(path, toleration),
  )
);

/** Validates a RuntimeClass. */
const validateRuntimeClass = fields({
  handler: label,
  overhead: object(({ podFixed }, path) =>
    podFixed === undefined ? [] : containerResources()({ limits: podFixed }, path)
  ),
  scheduling: fields({
    nodeSelector: (selector, path) =>
      Object.entries(asObject(selector) ?? {}).flatMap(([key, value]) => [
        ...qualifiedName(key, path),
        ...labelValue(value, path),
      ]),
    tolerations: [
      // Real servers name this list twice in the path.
      (list, path) => validateTolerations(list, `${path}.tolerations`),
      repeatedTolerations,
    ],
  }),
});
