/**
 * What a table of Deployments shows.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../object.ts";
import { asObject, type Column } from "../registry/resource.ts";
import { age, name } from "./age.ts";

const numberAt = (object: ApiObject, part: "spec" | "status", field: string): number =>
  Number(asObject(object[part])?.[field] ?? 0);

/** The columns, the last three only where there is room. */
export const columns: readonly Column[] = [
  name,
  {
    name: "Ready",
    type: "string",
    cell: (object) =>
      `${numberAt(object, "status", "readyReplicas")}/${numberAt(object, "spec", "replicas")}`,
  },
  {
    name: "Up-to-date",
    type: "string",
    cell: (object) => numberAt(object, "status", "updatedReplicas"),
  },
  {
    name: "Available",
    type: "string",
    cell: (object) => numberAt(object, "status", "availableReplicas"),
  },
  age,
  {
    name: "Containers",
    type: "string",
    wide: true,
    cell: (object) => ofContainers(object, "name"),
  },
  { name: "Images", type: "string", wide: true, cell: (object) => ofContainers(object, "image") },
  { name: "Selector", type: "string", wide: true, cell: selectorText },
];

function ofContainers(object: ApiObject, field: string): string {
  const pod = asObject(asObject(asObject(object.spec)?.template)?.spec);
  const containers = Array.isArray(pod?.containers) ? pod.containers : [];
  return containers.map((container) => String(asObject(container)?.[field] ?? "")).join(",");
}

/** The selector as a client would type it. */
export function selectorText(object: ApiObject): string {
  const selector = asObject(asObject(object.spec)?.selector) ?? {};
  const labels = Object.entries(asObject(selector.matchLabels) ?? {}).map(([key, value]) =>
    `${key}=${value}`
  );
  const expressions = Array.isArray(selector.matchExpressions) ? selector.matchExpressions : [];
  return [...labels, ...expressions.map((item) => expressionText(asObject(item) ?? {}))].join(",");
}

function expressionText({ key, operator, values }: JsonObject): string {
  const list = Array.isArray(values) ? values.join(",") : "";
  switch (operator) {
    case "In":
      return `${key} in (${list})`;
    case "NotIn":
      return `${key} notin (${list})`;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return `${key}`;
  }
}
