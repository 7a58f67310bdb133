/**
 * PriorityLevelConfiguration in its two versions, which call one field by different names
 * (interface, "Versioning", scheduled removals). The interface shows no more of the kind than that
 * field; the rest follows real servers.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json } from "../object.ts";
import { renamingConversion } from "../registry/conversion.ts";
import { asObject, type Column, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";
import { flowControlGroup, keepStatus, statusStrategy, V1BETA2, V1BETA3 } from "./flow_control.ts";
import { validatePriorityLevel } from "./priority_level_rules.ts";

/** The name of the shares in the version objects are stored in, and in the one before. */
const SHARES = "nominalConcurrencyShares";
const FORMER_SHARES = "assuredConcurrencyShares";

/** The resource `prioritylevelconfigurations`, the preferred version first. */
export function priorityLevelConfigurations(dialect: Dialect): readonly ResourceDefinition[] {
  const group = flowControlGroup(dialect);
  return [
    { ...shared(group, SHARES), ...V1BETA3 },
    {
      ...shared(group, FORMER_SHARES),
      ...V1BETA2,
      conversion: renamingConversion({
        group,
        version: V1BETA2.version,
        storedVersion: V1BETA3.version,
        renamings: [{ within: ["spec", "limited"], name: FORMER_SHARES, storedName: SHARES }],
      }),
    },
  ];
}

const shared = (group: string, sharesName: string): Omit<ResourceDefinition, "version"> => ({
  group,
  resource: "prioritylevelconfigurations",
  singular: "prioritylevelconfiguration",
  kind: "PriorityLevelConfiguration",
  namespaced: false,
  countsGeneration: true,
  columns: COLUMNS,
  strategy: {
    ...keepStatus,
    validate: (object) => validatePriorityLevel(object, sharesName),
  },
  subresources: { status: statusStrategy },
});

const limitedOf = (object: ApiObject) => asObject(asObject(object.spec)?.limited);
const queuingOf = (object: ApiObject) =>
  asObject(asObject(limitedOf(object)?.limitResponse)?.queuing);
const shown = (value: Json | undefined): Json => value ?? "<none>";

const column = (title: string, cell: (object: ApiObject) => Json): Column => ({
  name: title,
  type: "string",
  cell,
});

const COLUMNS: readonly Column[] = [
  name,
  column("Type", (object) => shown(asObject(object.spec)?.type)),
  column("NominalConcurrencyShares", (object) => shown(limitedOf(object)?.[SHARES])),
  column("Queues", (object) => shown(queuingOf(object)?.queues)),
  column("HandSize", (object) => shown(queuingOf(object)?.handSize)),
  column("QueueLengthLimit", (object) => shown(queuingOf(object)?.queueLengthLimit)),
  age,
];
