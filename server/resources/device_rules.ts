/**
 * The rules of DeviceClasses, ResourceClaims and ResourceSlices. Their CEL expressions are about
 * devices, and are stored without being compiled.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { type ApiObject, equal, type Json, type JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import { at } from "./columns.ts";
import { duplicateCause, invalidCause, requiredCause } from "./field_causes.ts";
import {
  each,
  eachText,
  itemsOf,
  label,
  oneOf,
  required,
  subdomain,
  textsOf,
  when,
  within,
} from "./rules.ts";

/** The most requests, constraints, configurations or selectors of a list. */
const MOST = 32;
/** The most alternatives of a request. */
const MOST_ALTERNATIVES = 8;
/** The most devices of a slice. */
const MOST_DEVICES = 128;
/** The longest expression, in characters. */
const LONGEST_EXPRESSION = 10 * 1024;

/** Validates a DeviceClass. */
export function validateDeviceClass({ spec }: ApiObject): Cause[] {
  const { selectors, config } = asObject(spec) ?? {};
  return [
    ...validateSelectors(selectors, "spec.selectors"),
    ...atMost(config, "spec.config", MOST),
    ...each(config, "spec.config", validateConfiguration),
  ];
}

/** Validates the spec of a ResourceClaim. */
export function validateResourceClaim({ spec }: ApiObject, field: string): Cause[] {
  const path = `${field}.devices`;
  return within(asObject(spec)?.devices, path, ({ requests, constraints, config }) => {
    const names = namesOf(requests);
    const isKnown = (value: Json | undefined, at: string) =>
      eachText(
        value,
        at,
        (name, one) =>
          when(
            !names.has(name),
            invalidCause(one, name, "must be the name of a request in the claim"),
          ),
      );
    return [
      ...uniqueNames(requests, `${path}.requests`, MOST),
      ...each(requests, `${path}.requests`, validateRequest),
      ...atMost(constraints, `${path}.constraints`, MOST),
      ...each(constraints, `${path}.constraints`, (constraint, at) => [
        ...isKnown(constraint.requests, `${at}.requests`),
        ...when(
          constraint.matchAttribute === undefined && constraint.distinctAttribute === undefined,
          requiredCause(`${at}.matchAttribute`),
        ),
      ]),
      ...atMost(config, `${path}.config`, MOST),
      ...each(config, `${path}.config`, (one, at) => [
        ...isKnown(one.requests, `${at}.requests`),
        ...validateConfiguration(one, at),
      ]),
    ];
  });
}

/** Returns the names that constraints can refer to: of requests, and of their alternatives. */
function namesOf(requests: Json | undefined): ReadonlySet<string> {
  return new Set(
    itemsOf(requests).flatMap(({ name, firstAvailable }) => [
      String(name),
      ...itemsOf(firstAvailable).map((one) => `${name}/${one.name}`),
    ]),
  );
}

function validateRequest(request: JsonObject, field: string): Cause[] {
  const { name, exactly } = request;
  const alternatives = itemsOf(request.firstAvailable);
  const why = "exactly one of `exactly` or `firstAvailable` is required";
  return [
    ...(name ? label(name, `${field}.name`) : required(name, `${field}.name`)),
    ...when(exactly === undefined && alternatives.length === 0, requiredCause(field, why)),
    ...when(
      exactly !== undefined && alternatives.length > 0,
      invalidCause(field, null, `${why}, but multiple fields are set`),
    ),
    ...within(exactly, `${field}.exactly`, validateDevices),
    ...uniqueNames(request.firstAvailable, `${field}.firstAvailable`, MOST_ALTERNATIVES),
    ...each(request.firstAvailable, `${field}.firstAvailable`, (one, at) => [
      ...(one.name ? label(one.name, `${at}.name`) : required(one.name, `${at}.name`)),
      ...validateDevices(one, at),
    ]),
  ];
}

/** Validates which devices are requested. */
function validateDevices(request: JsonObject, field: string): Cause[] {
  const { deviceClassName, selectors, allocationMode, count } = request;
  return [
    ...(deviceClassName
      ? subdomain(deviceClassName, `${field}.deviceClassName`)
      : required(deviceClassName, `${field}.deviceClassName`)),
    ...validateSelectors(selectors, `${field}.selectors`),
    ...oneOf(allocationMode, `${field}.allocationMode`, ["All", "ExactCount"]),
    ...when(
      allocationMode === "All" && Number(count ?? 0) !== 0,
      invalidCause(`${field}.count`, count, "must not be specified when allocationMode is 'All'"),
    ),
    ...when(
      allocationMode === "ExactCount" && Number(count ?? 0) <= 0,
      invalidCause(`${field}.count`, count, "must be greater than zero"),
    ),
  ];
}

const validateSelectors = (selectors: Json | undefined, field: string): Cause[] => [
  ...atMost(selectors, field, MOST),
  ...each(selectors, field, ({ cel }, at) => {
    if (cel === undefined) return [requiredCause(`${at}.cel`)];
    const { expression } = asObject(cel) ?? {};
    return [
      ...required(expression, `${at}.cel.expression`),
      ...when(
        String(expression ?? "").length > LONGEST_EXPRESSION,
        invalidCause(
          `${at}.cel.expression`,
          null,
          `may not be more than ${LONGEST_EXPRESSION} bytes`,
        ),
      ),
    ];
  }),
];

function validateConfiguration({ opaque }: JsonObject, field: string): Cause[] {
  const config = asObject(opaque);
  if (!config) return [requiredCause(`${field}.opaque`)];
  const { driver, parameters } = config;
  return [
    ...driverName(driver, `${field}.opaque.driver`),
    ...(asObject(parameters) ? [] : [requiredCause(`${field}.opaque.parameters`)]),
  ];
}

const driverName = (name: Json | undefined, field: string): Cause[] =>
  name ? subdomain(String(name).toLowerCase(), field) : required(name, field);

/** The fields that say which nodes can use the devices of a slice. */
const PLACES = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];

/** Validates a ResourceSlice. */
export function validateResourceSlice({ spec }: ApiObject): Cause[] {
  const slice = asObject(spec) ?? {};
  const { pool, devices, nodeName, sharedCounters } = slice;
  const places = PLACES.filter((name) =>
    slice[name] !== undefined && slice[name] !== false && slice[name] !== ""
  );
  const why = `exactly one of ${PLACES.map((name) => `\`${name}\``).join(", ")} is required`;
  return [
    ...driverName(slice.driver, "spec.driver"),
    ...within(pool ?? {}, "spec.pool", ({ name, generation, resourceSliceCount }, field) => [
      ...(name
        ? textsOf(String(name).split("/")).flatMap((part) => subdomain(part, `${field}.name`))
        : required(name, `${field}.name`)),
      ...when(
        Number(resourceSliceCount ?? 0) <= 0,
        invalidCause(
          `${field}.resourceSliceCount`,
          resourceSliceCount ?? 0,
          "must be greater than zero",
        ),
      ),
      ...when(
        Number(generation ?? 0) < 0,
        invalidCause(`${field}.generation`, generation, "must be greater than or equal to zero"),
      ),
    ]),
    ...(nodeName ? subdomain(nodeName, "spec.nodeName") : []),
    ...when(places.length === 0, requiredCause("spec", why)),
    ...when(places.length > 1, invalidCause("spec", `{${places.join(", ")}}`, why)),
    ...when(
      itemsOf(devices).length > 0 && itemsOf(sharedCounters).length > 0,
      invalidCause("spec", null, "only one of `sharedCounters` or `devices` is allowed"),
    ),
    ...uniqueNames(devices, "spec.devices", MOST_DEVICES),
    ...each(
      devices,
      "spec.devices",
      ({ name }, at) => name ? label(name, `${at}.name`) : required(name, `${at}.name`),
    ),
  ];
}

/** Validates an update of a ResourceSlice: its driver, pool and place cannot change. */
export function validateResourceSliceUpdate(slice: ApiObject, old: ApiObject): Cause[] {
  return ["driver", "pool.name", "nodeName", "nodeSelector", "allNodes"].flatMap((path) => {
    const field = `spec.${path}`;
    const value = at(slice, field);
    return when(!equal(value, at(old, field)), invalidCause(field, value, "field is immutable"));
  });
}

const atMost = (list: Json | undefined, field: string, most: number): Cause[] => {
  const size = itemsOf(list).length;
  const message = `Too many: ${size}: must have at most ${most} items`;
  return size > most ? [{ reason: "FieldValueTooMany", message, field }] : [];
};

/** Requires that no name of a list repeats, and that it is not too long. */
function uniqueNames(list: Json | undefined, field: string, most: number): Cause[] {
  const names = itemsOf(list).map(({ name }) => name);
  return [
    ...atMost(list, field, most),
    ...names.flatMap((name, index) =>
      when(names.indexOf(name) < index, duplicateCause(`${field}[${index}]`, name))
    ),
  ];
}
