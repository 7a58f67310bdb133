/**
 * Columns of tables that many kinds have, and the reading of their cells.
 *
 * @module
 */
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject, type Column } from "../registry/resource.ts";
import { formatAge, name } from "./age.ts";
import { labelSelectorText } from "./label_selector.ts";

/** Returns the value at a path of fields, such as `spec.replicas`. */
export function at(object: JsonObject | undefined, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const field of path.split(".")) value = asObject(value)?.[field];
  return value;
}

/** Returns the list at a path; an empty one if there is none. */
export function listAt(object: JsonObject | undefined, path: string): readonly JsonObject[] {
  const value = at(object, path);
  return Array.isArray(value) ? value as JsonObject[] : [];
}

/** Returns the text at a path, or a text in place of an absent or empty value. */
export const textAt = (object: JsonObject | undefined, path: string, absent = ""): string => {
  const value = at(object, path);
  return value === undefined || value === null || value === "" ? absent : String(value);
};

/** Returns the number at a path, 0 if there is none. */
export const numberAt = (object: JsonObject | undefined, path: string): number =>
  Number(at(object, path) ?? 0);

/** Returns a column with the text at a path. */
export const text = (header: string, path: string, absent = ""): Column => ({
  name: header,
  type: "string",
  cell: (object) => textAt(object, path, absent),
});

/** Returns a column with a computed text. */
export const computed = (header: string, cell: Column["cell"]): Column => ({
  name: header,
  type: "string",
  cell,
});

/** Returns a column with the number at a path. */
export const integer = (header: string, path: string): Column => ({
  name: header,
  type: "integer",
  cell: (object) => numberAt(object, path),
});

/** Returns a column with the truth value at a path. */
export const truth = (header: string, path: string, absent = false): Column => ({
  name: header,
  type: "boolean",
  cell: (object) => at(object, path) as boolean | undefined ?? absent,
});

/** Returns a column of wide output only. */
export const wide = (column: Column): Column => ({ ...column, wide: true });

/** The columns of kinds without columns of their own: name and creation time. */
export const NAME_AND_TIME: readonly Column[] = [
  name,
  { name: "Created At", type: "date", cell: ({ metadata }) => metadata.creationTimestamp },
];

/** Returns the addresses in the status of a load balancer, in order and each once. */
export const balancerAddresses = (object: ApiObject): string[] => {
  const all = listAt(object, "status.loadBalancer.ingress").map((one) =>
    textAt(one, "ip", textAt(one, "hostname"))
  );
  return [...new Set(all.filter(Boolean))].sort();
};

/** Returns the wide columns with the containers of the pod template at a path, and the selector. */
export const templateColumns = (template: string, selector?: string): readonly Column[] => [
  wide(computed("Containers", (object) => ofContainers(object, template, "name"))),
  wide(computed("Images", (object) => ofContainers(object, template, "image"))),
  ...(selector === undefined ? [] : [
    wide(computed("Selector", (object) => selectorIn(asObject(at(object, selector))))),
  ]),
];

/** Returns a field of the containers of a pod template, joined by commas. */
export const ofContainers = (object: ApiObject, template: string, field: string): string =>
  listAt(object, `${template}.spec.containers`).map((container) => textAt(container, field))
    .join(",");

/** Returns a label selector as text; `<none>` for an empty one. */
export const selectorIn = (selector: JsonObject | undefined): string =>
  labelSelectorText(selector ?? {}) || "<none>";

/** Returns labels as text; `<none>` without any. */
export function labelsText(labels: Json | undefined): string {
  const entries = Object.entries(asObject(labels) ?? {}).sort(([a], [b]) => a < b ? -1 : 1);
  return entries.length === 0 ? "<none>" : entries.map(([key, value]) => `${key}=${value}`).join();
}

/** Returns the first texts of a list and how many more there are; `none` if there is no text. */
export function firstOf(list: readonly string[], most: number, none = "<none>"): string {
  const shown = list.slice(0, most).join(",");
  return list.length > most ? `${shown} + ${list.length - most} more...` : shown || none;
}

/** Returns the time since a point in time as text, or a text if there is none. */
export const since = (time: Json | undefined, now: number, absent = "<unknown>"): string =>
  typeof time === "string" && time !== "" ? formatAge((now - Date.parse(time)) / 1000) : absent;
