/**
 * The rules of DeviceClasses, ResourceClaims and ResourceSlices. Their CEL expressions are about
 * devices, and are stored without being compiled.
 *
 * @module
 */
import { type ApiObject, type Cause, equal, type Json } from "@plumbline/server/api";
import { asObject, at } from "@plumbline/server/resources";
import {
  duplicateCause,
  invalidCause,
  itemsOf,
  label,
  required,
  requiredCause,
  subdomain,
  when,
} from "@plumbline/server/rules";
import {
  all,
  alwaysInvalid,
  each,
  eachText,
  fields,
  filled,
  ifFilled,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
} from "@plumbline/server/fields";

/** The most requests, constraints, configurations or selectors of a list. */
const MOST = 32;
/** The most alternatives of a request. */
const MOST_ALTERNATIVES = 8;
/** The most devices of a slice. */
const MOST_DEVICES = 128;
/** The longest expression, in characters. */
const LONGEST_EXPRESSION = 10 * 1024;

const atMost = (most: number): Rule => (list, path) => {
  const size = itemsOf(list).length;
  const message = `Too many: ${size}: must have at most ${most} items`;
  return size > most ? [{ reason: "FieldValueTooMany", message, field: path }] : [];
};

/** Returns the rule of a list of so many items, whose names differ. */
const uniqueNames = (most: number): Rule => (list, path) => {
  const names = itemsOf(list).map(({ name }) => name);
  return [
    ...atMost(most)(list, path),
    ...names.flatMap((name, index) =>
      when(names.indexOf(name) < index, duplicateCause(`${path}[${index}]`, name))
    ),
  ];
};

/** Selectors of devices, by expressions. */
const selectors: Rule = all(
  atMost(MOST),
  each(fields({
    cel: filled(fields(({ expression }) => ({
      expression: [
        required,
        String(expression ?? "").length > LONGEST_EXPRESSION &&
        alwaysInvalid(`may not be more than ${LONGEST_EXPRESSION} bytes`, null),
      ],
    }))),
  })),
);

const anObject: Rule = (value, path) => asObject(value) ? [] : [requiredCause(path)];

const driverName = filled((name, path) => subdomain(String(name).toLowerCase(), path));

const configuration = fields({
  opaque: filled(fields({ driver: driverName, parameters: anObject })),
});

/** Validates a DeviceClass. */
export const validateDeviceClass: ObjectRule = fields({
  spec: fields({ selectors, config: [atMost(MOST), each(configuration)] }),
});

/** Which devices are requested. */
const wanted = fields(({ allocationMode, count }) => ({
  deviceClassName: filled(subdomain),
  selectors,
  allocationMode: oneOf("All", "ExactCount"),
  count: [
    allocationMode === "All" && Number(count ?? 0) !== 0 &&
    alwaysInvalid("must not be specified when allocationMode is 'All'"),
    allocationMode === "ExactCount" && Number(count ?? 0) <= 0 &&
    alwaysInvalid("must be greater than zero"),
  ],
}));

const EXACTLY_ONE = "exactly one of `exactly` or `firstAvailable` is required";

const request = all(
  fields({ name: filled(label) }),
  object(({ exactly, firstAvailable }, path) => {
    const hasOthers = itemsOf(firstAvailable).length > 0;
    return [
      ...when(exactly === undefined && !hasOthers, requiredCause(path, EXACTLY_ONE)),
      ...when(
        exactly !== undefined && hasOthers,
        invalidCause(path, null, `${EXACTLY_ONE}, but multiple fields are set`),
      ),
    ];
  }),
  fields({
    exactly: wanted,
    firstAvailable: [
      uniqueNames(MOST_ALTERNATIVES),
      each(fields({ name: filled(label) }), wanted),
    ],
  }),
);

/** The devices that a claim requests. */
const devices = fields((claim) => {
  const names = namesOf(claim.requests);
  const requests = eachText(
    must((name) => names.has(String(name)), "must be the name of a request in the claim"),
  );
  return {
    requests: [uniqueNames(MOST), each(request)],
    constraints: [
      atMost(MOST),
      each(fields(({ matchAttribute, distinctAttribute }) => ({
        requests,
        matchAttribute: matchAttribute === undefined && distinctAttribute === undefined &&
          missing(),
      }))),
    ],
    config: [atMost(MOST), each(fields({ requests }), configuration)],
  };
});

/** Validates the spec of a ResourceClaim. */
export const validateResourceClaim = ({ spec }: ApiObject, field: string): Cause[] =>
  fields({ devices })(spec, field);

/** Returns the names that constraints can refer to: of requests, and of their alternatives. */
function namesOf(requests: Json | undefined): ReadonlySet<string> {
  return new Set(
    itemsOf(requests).flatMap(({ name, firstAvailable }) => [
      String(name),
      ...itemsOf(firstAvailable).map((one) => `${name}/${one.name}`),
    ]),
  );
}

/** The fields that say which nodes can use the devices of a slice. */
const PLACES = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];

const pool = fields(({ resourceSliceCount = 0 }) => ({
  name: filled((name, path) => String(name).split("/").flatMap((part) => subdomain(part, path))),
  resourceSliceCount: Number(resourceSliceCount) <= 0 &&
    alwaysInvalid("must be greater than zero", resourceSliceCount),
  generation: must(
    (generation) => Number(generation ?? 0) >= 0,
    "must be greater than or equal to zero",
  ),
}));

/** A slice is of one place, and has devices or counters. */
const onePlace = object((slice, path) => {
  const { devices, sharedCounters } = slice;
  const places = PLACES.filter((name) =>
    slice[name] !== undefined && slice[name] !== false && slice[name] !== ""
  );
  const why = `exactly one of ${PLACES.map((name) => `\`${name}\``).join(", ")} is required`;
  return [
    ...when(places.length === 0, requiredCause(path, why)),
    ...when(places.length > 1, invalidCause(path, `{${places.join(", ")}}`, why)),
    ...when(
      itemsOf(devices).length > 0 && itemsOf(sharedCounters).length > 0,
      invalidCause(path, null, "only one of `sharedCounters` or `devices` is allowed"),
    ),
  ];
});

/** Validates a ResourceSlice. */
export const validateResourceSlice: ObjectRule = fields({
  spec: orEmpty(all(
    fields({ driver: driverName, pool: orEmpty(pool), nodeName: ifFilled(subdomain) }),
    onePlace,
    fields({ devices: [uniqueNames(MOST_DEVICES), each(fields({ name: filled(label) }))] }),
  )),
});

/** Validates an update of a ResourceSlice: its driver, pool and place cannot change. */
export function validateResourceSliceUpdate(slice: ApiObject, old: ApiObject): Cause[] {
  return ["driver", "pool.name", "nodeName", "nodeSelector", "allNodes"].flatMap((path) => {
    const field = `spec.${path}`;
    const value = at(slice, field);
    return when(!equal(value, at(old, field)), invalidCause(field, value, "field is immutable"));
  });
}
