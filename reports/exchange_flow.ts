/**
 * Finds the values of a request that the server assigned in an earlier response: resourceVersions,
 * uids, continue tokens, times, managers, generated names. Sent again, such a request needs the new
 * values.
 *
 * @module
 */
import type { Exchange } from "./events.ts";

/** A value that the server assigned. */
export interface AssignedValue {
  readonly value: string;
  /** The index of the exchange with the response. */
  readonly from: number;
  /** The path of the value in the response, as jq writes it. */
  readonly jq: string;
  /** True if it is a name, which stands in paths. */
  readonly isName?: true;
}

/**
 * The fields of objects and lists that the server assigns. An object that is read and written again has
 * its times and managers, too.
 */
const ASSIGNED = new Set([
  "resourceVersion",
  "uid",
  "continue",
  "creationTimestamp",
  "time",
  "manager",
]);

/** Returns the assigned values in a request, each from the latest response that had it. */
export function assignedValues(exchanges: readonly Exchange[], index: number): AssignedValue[] {
  const request = exchanges[index]!;
  const values = new Map<string, AssignedValue>();
  for (let from = index - 1; from >= 0; from--) {
    for (const assigned of assignedBy(exchanges[from]!, from)) {
      if (!values.has(assigned.value) && uses(request, assigned)) {
        values.set(assigned.value, assigned);
      }
    }
  }
  return [...values.values()];
}

/** Returns the text with each place of an assigned value replaced. */
export function replaceAssigned(
  text: string,
  assigned: AssignedValue,
  replacement: string,
): string {
  return placesOf(assigned).reduce(
    (rest, place) => rest.replaceAll(place, (_, before: string) => before + replacement),
    text,
  );
}

function uses({ path, requestBody = "" }: Exchange, assigned: AssignedValue): boolean {
  return placesOf(assigned).some((place) => place.test(path) || place.test(requestBody));
}

/** Returns the places of a value in paths and bodies: it need not be assigned everywhere. */
function placesOf({ value, isName }: AssignedValue): RegExp[] {
  const [plain, encoded] = [RegExp.escape(value), RegExp.escape(encodeURIComponent(value))];
  if (isName) return [new RegExp(`(/)${encoded}(?=[/?]|$)`, "g"), field("name", plain)];
  return [
    new RegExp(`([?&](?:resourceVersion|continue)=)${encoded}(?=&|$)`, "g"),
    ...[...ASSIGNED].map((name) => field(name, plain)),
    // A JSON patch has the value beside its path.
    new RegExp(
      `("path": ?"/metadata/(?:resourceVersion|uid)", ?"value": ?")${plain}(?=")`,
      "g",
    ),
  ];
}

function field(name: string, value: string): RegExp {
  return new RegExp(`("${name}": ?")${value}(?=")`, "g");
}

/** Returns the values that a response assigned. */
function assignedBy(exchange: Exchange, from: number): AssignedValue[] {
  const { method, requestBody = "", responseBody } = exchange;
  let document: unknown;
  try {
    document = JSON.parse(responseBody);
  } catch {
    return [];
  }
  const generates = method === "POST" && requestBody.includes('"generateName"');
  return [...valuesIn(document, "")].flatMap(({ key, jq, value }): AssignedValue[] => {
    if (generates && jq === ".metadata.name") return [{ value, from, jq, isName: true }];
    // Zero stands for any state.
    return ASSIGNED.has(key) && value !== "" && value !== "0" ? [{ value, from, jq }] : [];
  });
}

function* valuesIn(
  json: unknown,
  jq: string,
): Generator<{ readonly key: string; readonly jq: string; readonly value: string }> {
  if (typeof json !== "object" || json === null) return;
  for (const [key, inner] of Object.entries(json)) {
    const path = Array.isArray(json) ? `${jq || "."}[${key}]` : `${jq}.${quoted(key)}`;
    if (typeof inner === "string") yield { key, jq: path, value: inner };
    else yield* valuesIn(inner, path);
  }
}

/** Returns a key as it stands in a path of jq. */
function quoted(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
}
