/**
 * FlowSchema in its two versions, which differ in nothing but their names (interface,
 * "Versioning", scheduled removals). The interface shows none of its fields; they follow real
 * servers.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json } from "../object.ts";
import { renamingConversion } from "../registry/conversion.ts";
import { asObject, type Column, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";
import { flowControlGroup, keepStatus, statusStrategy, V1BETA2, V1BETA3 } from "./flow_control.ts";
import { validateFlowSchema } from "./flow_schema_rules.ts";

/** The resource `flowschemas`, the preferred version first. */
export function flowSchemas(dialect: Dialect): readonly ResourceDefinition[] {
  const group = flowControlGroup(dialect);
  const conversion = renamingConversion({
    group,
    version: V1BETA2.version,
    storedVersion: V1BETA3.version,
  });
  return [
    { ...shared, ...V1BETA3, group },
    { ...shared, ...V1BETA2, group, conversion },
  ];
}

const specOf = (object: ApiObject) => asObject(object.spec) ?? {};

/** What the server said of the level the schema refers to; nobody says it of itself. */
function missesLevel({ status }: ApiObject): Json {
  const conditions = asObject(status)?.conditions;
  const all = Array.isArray(conditions) ? conditions.map(asObject) : [];
  return all.find((condition) => condition?.type === "Dangling")?.status ?? "?";
}

const column = (title: string, cell: (object: ApiObject) => Json): Column => ({
  name: title,
  type: "string",
  cell,
});

const COLUMNS: readonly Column[] = [
  name,
  column(
    "PriorityLevel",
    (object) => asObject(specOf(object).priorityLevelConfiguration)?.name ?? "",
  ),
  column("MatchingPrecedence", (object) => specOf(object).matchingPrecedence ?? 0),
  column(
    "DistinguisherMethod",
    (object) => asObject(specOf(object).distinguisherMethod)?.type ?? "<none>",
  ),
  age,
  column("MissingPL", missesLevel),
];

const shared: Omit<ResourceDefinition, "group" | "version"> = {
  resource: "flowschemas",
  singular: "flowschema",
  kind: "FlowSchema",
  namespaced: false,
  countsGeneration: true,
  columns: COLUMNS,
  strategy: { ...keepStatus, validate: validateFlowSchema },
  subresources: { status: statusStrategy },
};
