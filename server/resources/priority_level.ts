/**
 * PriorityLevelConfigurations: validation and table columns.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { renamingConversion } from "../registry/conversion.ts";
import { asObject, type Column, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";
import { forbiddenCause, invalidCause, requiredCause, unsupportedCause } from "./field_causes.ts";
import {
  flowControlGroup,
  keepStatus,
  readAsV1,
  statusStrategy,
  V1,
  V1BETA2,
  V1BETA3,
} from "./flow_control.ts";

const TYPES = ["Exempt", "Limited"];
const RESPONSES = ["Queue", "Reject"];

/** The only level that may be, and must be, exempt from limits. */
const EXEMPT = "exempt";

const MOST_QUEUES = 10_000_000;

/** The maximum number of bits of a request's hash that shuffle sharding uses. */
const MOST_ENTROPY = 60;

/**
 * Returns the errors of a priority level.
 *
 * @param object a priority level in the storage version
 * @param sharesName the name of the shares in the request's version
 * @param leastShares the least number of shares
 */
function validatePriorityLevel(
  object: ApiObject,
  sharesName: string,
  leastShares = 1,
): Cause[] {
  const spec = asObject(object.spec) ?? {};
  const { type } = spec;
  const limited = asObject(spec.limited);
  // A missing type is reported by the schema.
  if (!type) return [];
  if (!TYPES.includes(String(type))) return [unsupportedCause("spec.type", type, TYPES)];
  const causes: Cause[] = [];
  if ((type === "Exempt") !== (object.metadata.name === EXEMPT)) {
    const why = `type must be 'Exempt' if and only if name is '${EXEMPT}'`;
    causes.push(invalidCause("spec.type", type, why));
  }
  if (type === "Exempt") {
    const why = "must be nil if the type is not Limited";
    return limited ? [...causes, forbiddenCause("spec.limited", why)] : causes;
  }
  if (!limited) {
    return [...causes, requiredCause("spec.limited", "must not be empty when type is Limited")];
  }
  const shares = limited.nominalConcurrencyShares;
  const isAllowed = Number(shares) >= leastShares;
  return [
    ...causes,
    ...(isAllowed ? [] : positive(`spec.limited.${sharesName}`, shares)),
    ...validateLimited(limited),
  ];
}

function validateLimited(limited: JsonObject): Cause[] {
  const { limitResponse, lendablePercent, borrowingLimitPercent } = limited;
  return [
    ...validateResponse(asObject(limitResponse) ?? {}),
    ...(isBetween(lendablePercent, 0, 100) ? [] : [
      invalidCause(
        "spec.limited.lendablePercent",
        lendablePercent,
        "must be between 0 and 100, inclusive",
      ),
    ]),
    ...(isBetween(borrowingLimitPercent, 0, Infinity) ? [] : [
      invalidCause(
        "spec.limited.borrowingLimitPercent",
        borrowingLimitPercent,
        "if specified, must be a non-negative integer",
      ),
    ]),
  ];
}

function validateResponse({ type, queuing }: JsonObject): Cause[] {
  const field = "spec.limited.limitResponse";
  const queue = asObject(queuing);
  switch (type) {
    case undefined:
    case "":
      return [];
    case "Queue":
      if (queue) return validateQueuing(queue, `${field}.queuing`);
      return [requiredCause(`${field}.queuing`, "must not be empty when the type is Queue")];
    case "Reject":
      if (!queue) return [];
      return [forbiddenCause(`${field}.queuing`, "must be nil when the type is not Queue")];
    default:
      return [unsupportedCause(`${field}.type`, type, RESPONSES)];
  }
}

function validateQueuing(queuing: JsonObject, field: string): Cause[] {
  const { queues, handSize, queueLengthLimit } = queuing;
  return [
    ...positive(`${field}.queueLengthLimit`, queueLengthLimit),
    ...positive(`${field}.queues`, queues),
    ...(isBetween(queues, -Infinity, MOST_QUEUES)
      ? []
      : [invalidCause(`${field}.queues`, queues, `must not be greater than ${MOST_QUEUES}`)]),
    ...validateHand(Number(handSize), Number(queues), `${field}.handSize`),
  ];
}

/** Validates that `handSize` and `queues` do not need more bits than the hash has. */
function validateHand(handSize: number, queues: number, field: string): Cause[] {
  if (!(handSize > 0)) return positive(field, handSize);
  if (handSize > queues) {
    return [invalidCause(field, handSize, `should not be greater than queues (${queues})`)];
  }
  if (Math.ceil(Math.log2(queues) * handSize) <= MOST_ENTROPY) return [];
  const why =
    `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be ` +
    `greater than ${MOST_ENTROPY}`;
  return [invalidCause(field, handSize, why)];
}

function positive(field: string, value: Json | undefined): Cause[] {
  return Number(value) > 0 ? [] : [invalidCause(field, value, "must be positive")];
}

const isBetween = (value: Json | undefined, least: number, most: number): boolean =>
  value === undefined || value === null || (Number(value) >= least && Number(value) <= most);

/** The name of the shares in the storage version, and in the previous one. */
const SHARES = "nominalConcurrencyShares";
const FORMER_SHARES = "assuredConcurrencyShares";

/** The resource `prioritylevelconfigurations`, the preferred version first. */
export function priorityLevelConfigurations(dialect: Dialect): readonly ResourceDefinition[] {
  const group = flowControlGroup(dialect);
  return [
    {
      ...shared(group, SHARES),
      ...V1,
      strategy: {
        ...keepStatus,
        applyDefaults: defaultShares,
        validate: (object) => validatePriorityLevel(object, SHARES, 0),
      },
      conversion: readAsV1(group),
    },
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

/** In the stable version zero differs from unset. */
function defaultShares(object: ApiObject): void {
  const limited = limitedOf(object);
  if (!limited) return;
  limited.nominalConcurrencyShares ??= 30;
  limited.lendablePercent ??= 0;
}

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
