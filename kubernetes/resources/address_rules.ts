/**
 * The rules of IPAddresses and ServiceCIDRs.
 *
 * @module
 */
import type { ApiObject, Cause, Json } from "@plumbline/server/api";
import { at } from "@plumbline/server/resources";
import {
  familyOf,
  invalidCause,
  isCidr,
  requiredCause,
  subdomain,
  textsOf,
  when,
} from "@plumbline/server/rules";
import { fields, filled, ifFilled, must, type ObjectRule, orEmpty } from "@plumbline/server/fields";

/** Requires a text that can stand between the slashes of a path. */
function pathSegment(value: Json | undefined, field: string): Cause[] {
  const text = String(value);
  return [
    ...when(text === "." || text === "..", invalidCause(field, text, `may not be '${text}'`)),
    ...["/", "%"].flatMap((part) =>
      when(text.includes(part), invalidCause(field, text, `may not contain '${part}'`))
    ),
  ];
}

/** The object that uses an address. */
const parent = fields({
  group: ifFilled(subdomain),
  resource: filled(pathSegment),
  name: filled(pathSegment),
  namespace: ifFilled(pathSegment),
});

/** Validates an IPAddress: its name is the address, and it names the object that uses it. */
export const validateAddress: ObjectRule = fields({
  metadata: fields({
    name: must(
      (name) => name === canonicalAddress(String(name)),
      "must be a valid IP address in canonical form",
    ),
  }),
  spec: orEmpty(fields({ parentRef: filled(parent) })),
});

/** Returns an address as RFC 5952 writes it; undefined for a text that is no address. */
function canonicalAddress(text: string): string | undefined {
  switch (familyOf(text)) {
    case "IPv4":
      return text.split(".").map((part) => String(Number(part))).join(".");
    case "IPv6":
      return new URL(`http://[${text}]`).hostname.slice(1, -1);
    default:
      return undefined;
  }
}

const FIELD = "spec.cidrs";

/** Validates a new ServiceCIDR: one range, or one of each family. */
export function validateRanges(object: ApiObject): Cause[] {
  const ranges = textsOf(at(object, FIELD));
  if (ranges.length === 0) return [requiredCause(FIELD, "at least one CIDR required")];
  if (ranges.length > 2) return [invalidCause(FIELD, ranges, "may only hold up to 2 values")];
  const families = ranges.map((range) => familyOf(range.split("/")[0]!));
  return [
    ...ranges.flatMap((range, index) =>
      when(
        !isCidr(range),
        invalidCause(`${FIELD}[${index}]`, range, "must be a valid CIDR value, (e.g. 10.9.8.0/24)"),
      )
    ),
    ...when(
      families.length === 2 && families[0] === families[1] && families[0] !== undefined,
      invalidCause(FIELD, ranges, "may specify no more than one CIDR for each IP family"),
    ),
  ];
}

/** Validates an update: a range cannot change, and one of the other family can be added. */
export function validateRangesUpdate(object: ApiObject, old: ApiObject): Cause[] {
  const [ranges, before] = [textsOf(at(object, FIELD)), textsOf(at(old, FIELD))];
  const isAdded = before.length === 1 && ranges.length === 2;
  if (ranges.length !== before.length && !isAdded) {
    return [invalidCause(FIELD, ranges, "field is immutable")];
  }
  return [
    ...before.flatMap((range, index) =>
      when(
        range !== ranges[index],
        invalidCause(`${FIELD}[${index}]`, ranges[index], "field is immutable"),
      )
    ),
    ...(isAdded ? validateRanges(object) : []),
  ];
}
