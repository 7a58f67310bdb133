/**
 * Faults of a deployment's spec, as data: each is a change of the spec at one point of a write.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";
import { strategyOf } from "../../changes.ts";

/** A fault that is one change of the spec. */
interface SpecMutant {
  readonly name: string;
  readonly breaks: Mutant["breaks"];
  readonly description: string;
  readonly reason: string;
  change(spec: JsonObject, old: JsonObject): void;
}

const strategyIn = (spec: JsonObject): JsonObject => asObject(spec.strategy) ?? {};
const boundsIn = (spec: JsonObject): JsonObject => asObject(strategyIn(spec).rollingUpdate) ?? {};

const COUNTS = [
  "replicas",
  "minReadySeconds",
  "revisionHistoryLimit",
  "progressDeadlineSeconds",
];

/** Changes of what was sent, before the defaults are filled in. */
const UNSAID: readonly SpecMutant[] = [
  {
    name: "paused-start-empty",
    breaks: ["deployments.replicas-default"],
    description: "A paused deployment that says nothing of replicas gets none.",
    reason: "Nothing is started while it is paused, so the number seemed to be zero.",
    change: (spec) => {
      if (spec.paused === true) spec.replicas ??= 0;
    },
  },
  {
    name: "two-old-sets-kept",
    breaks: ["deployments.revision-history-limit-default"],
    description: "A deployment that says nothing of it keeps two old replica sets, not ten.",
    reason: "The default is that of an older version of the group.",
    change: (spec) => void (spec.revisionHistoryLimit ??= 2),
  },
  {
    name: "ready-for-a-second",
    breaks: ["deployments.min-ready-seconds-default"],
    description: "A minReadySeconds that is not given becomes 1.",
    reason: "The controller wants at least a second, so the default was put where it is stored.",
    change: (spec) => void (spec.minReadySeconds ??= 1),
  },
  {
    name: "idle-are-recreated",
    breaks: ["deployments.strategy-type-default"],
    description: "A deployment of zero replicas without a strategy gets the type Recreate.",
    reason: "There is nothing that could be rolled.",
    change: (spec) => {
      if (spec.replicas === 0 && !spec.strategy) spec.strategy = { type: "Recreate" };
    },
  },
  {
    name: "type-follows-bounds",
    breaks: ["deployments.strategy-type-rolling-update"],
    description: "A strategy that says RollingUpdate without its bounds is stored as Recreate.",
    reason: "A union's type was taken from the member that is there, as for other unions.",
    change: (spec) => {
      const strategy = strategyIn(spec);
      const isBare = strategy.type === "RollingUpdate" && !strategy.rollingUpdate;
      if (isBare) strategy.type = "Recreate";
    },
  },
  {
    name: "lone-unavailable-surges-by-one",
    breaks: ["deployments.max-surge-default"],
    description: "Beside a maxUnavailable that was given, maxSurge is 1 by default.",
    reason: "Both are 25% where neither is given; the other case has the default of old.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxUnavailable !== undefined) bounds.maxSurge ??= 1;
    },
  },
  {
    name: "surge-makes-up-for-unavailable",
    breaks: ["deployments.max-unavailable-default"],
    description: "Beside a maxSurge that was given and is not 0, maxUnavailable is 0 by default.",
    reason: "Who may start more pods was thought to need to miss none.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxSurge) bounds.maxUnavailable ??= 0;
    },
  },
  {
    name: "bounds-are-converted",
    breaks: ["deployments.int-or-string-type-refused"],
    description: "A bound that is true, or a list of one number, is taken for a number.",
    reason: "Whatever is no text was converted by the language's own function.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      for (const [field, value] of Object.entries(bounds)) {
        const odd = typeof value === "boolean" || Array.isArray(value);
        if (odd && Number.isInteger(Number(value))) bounds[field] = Number(value);
      }
    },
  },
  {
    name: "numbers-in-quotes",
    breaks: ["deployments.int32-refused"],
    description: "A count that is written as a text is taken for the number.",
    reason: "Templates put quotes around everything, so reading was made to help.",
    change: (spec) => {
      for (const field of COUNTS) {
        const value = spec[field];
        if (typeof value === "string" && /^\d+$/.test(value)) spec[field] = Number(value);
      }
    },
  },
];

/** Changes of a whole spec that is there already, by what it was before. */
const UPDATED: readonly SpecMutant[] = [
  {
    name: "scaled-in-steps",
    breaks: ["deployments.replicas-kept"],
    description: "An update adds two replicas at most, whatever it asks for.",
    reason: "A surge of pods was to be spread over several updates.",
    change: (spec, old) => {
      spec.replicas = Math.min(Number(spec.replicas), Number(old.replicas ?? 0) + 2);
    },
  },
  {
    name: "history-of-thousands",
    breaks: ["deployments.revision-history-limit-kept"],
    description: "An update cuts a revisionHistoryLimit above 1000 to 1000.",
    reason: "Nobody keeps more, and the storage was to be protected.",
    change: (spec) => {
      spec.revisionHistoryLimit = Math.min(Number(spec.revisionHistoryLimit), 1000);
    },
  },
  {
    name: "deadline-in-whole-minutes",
    breaks: ["deployments.progress-deadline-seconds-kept"],
    description: "A progress deadline above a minute is cut to whole minutes by an update.",
    reason: "The controller looks once a minute, so seconds were thought not to matter.",
    change: (spec) => {
      const seconds = Number(spec.progressDeadlineSeconds);
      if (seconds > 60) spec.progressDeadlineSeconds = seconds - seconds % 60;
    },
  },
  {
    name: "ready-time-forgotten",
    breaks: ["deployments.min-ready-seconds-kept", "deployments.deadline-above-ready"],
    description: "An update loses minReadySeconds.",
    reason: "An update copies the fields one by one, and this one came later.",
    change: (spec) => void delete spec.minReadySeconds,
  },
  {
    name: "changes-unpause",
    breaks: ["deployments.paused-kept"],
    description: "An update that changes the number of replicas lifts the pause.",
    reason: "Who scales was thought to want to see it happen.",
    change: (spec, old) => {
      if (spec.replicas !== old.replicas) delete spec.paused;
    },
  },
  {
    name: "strategy-for-good",
    breaks: ["deployments.strategy-type-recreate"],
    description: "A deployment that rolls its updates cannot be made to recreate its pods.",
    reason: "The strategy was taken for one of the fields that are fixed with the selector.",
    change: (spec, old) => {
      const { type, rollingUpdate } = strategyIn(spec);
      if (type === "Recreate" && !rollingUpdate) spec.strategy = old.strategy ?? {};
    },
  },
  {
    name: "unavailable-in-pods",
    breaks: ["deployments.max-unavailable-kept", "deployments.both-zero-percent-refused"],
    description: "An update stores a maxUnavailable other than 25% as the pods it stands for.",
    reason: "The controller needs the number, and it was worked out once for all.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      const text = String(bounds.maxUnavailable);
      if (!/^\d+%$/.test(text) || text === "25%") return;
      const share = parseInt(text) / 100;
      bounds.maxUnavailable = Math.max(1, Math.floor(share * Number(spec.replicas)));
    },
  },
];

/** Before defaulting: where a body is read, and where a patch was applied. */
function beforeDefaults({ change }: SpecMutant): Mutant["install"] {
  return ({ steps }: Seams) =>
    steps(({ decode, decodeValue }) => {
      const changed = (value: unknown, schema: string): void => {
        const spec = asObject(asObject(value)?.spec);
        if (spec && schema === "apps.v1.Deployment") change(spec, {});
      };
      return {
        decode(document, schema) {
          const value = structuredClone(document.value);
          changed(value, schema.name);
          return decode({ ...document, value }, schema);
        },
        decodeValue(given, schema) {
          const value = structuredClone(given);
          changed(value, schema.name);
          return decodeValue(value, schema);
        },
      };
    });
}

function inUpdates({ change }: SpecMutant): Mutant["install"] {
  return ({ resource }: Seams) =>
    resource(strategyOf("Deployment", ({ prepareForUpdate }) => ({
      prepareForUpdate(object, old) {
        prepareForUpdate?.(object, old);
        const spec = asObject(object.spec);
        if (spec) change(spec, asObject(old.spec) ?? {});
      },
    })));
}

function faultOf(
  { name, breaks, description, reason }: SpecMutant,
  install: Mutant["install"],
): Mutant {
  return { id: `deployments/${name}`, area: "deployments", description, reason, breaks, install };
}

/** The faults. */
export const specMutants: readonly Mutant[] = [
  ...UNSAID.map((each) => faultOf(each, beforeDefaults(each))),
  ...UPDATED.map((each) => faultOf(each, inUpdates(each))),
];
