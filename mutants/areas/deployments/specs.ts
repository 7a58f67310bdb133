/**
 * Mutants of the spec of Deployments, as data: each changes the spec during a write.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { strategyOf } from "../../helpers.ts";

/** A mutant that changes the spec. */
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

/** Changes to the sent spec before defaults are applied. */
const BEFORE_DEFAULTS: readonly SpecMutant[] = [
  {
    name: "paused-default-replicas-zero",
    breaks: ["deployments.replicas-default"],
    description: "A paused Deployment without `replicas` gets 0 instead of 1.",
    reason: "No pods are started while it is paused.",
    change: (spec) => {
      if (spec.paused === true) spec.replicas ??= 0;
    },
  },
  {
    name: "history-default-two",
    breaks: ["deployments.revision-history-limit-default"],
    description: "`revisionHistoryLimit` is 2 by default instead of 10.",
    reason: "The default is that of an earlier API version.",
    change: (spec) => void (spec.revisionHistoryLimit ??= 2),
  },
  {
    name: "min-ready-default-one",
    breaks: ["deployments.min-ready-seconds-default"],
    description: "`minReadySeconds` is 1 by default instead of 0.",
    reason: "The controller needs at least one second, so the default was raised.",
    change: (spec) => void (spec.minReadySeconds ??= 1),
  },
  {
    name: "zero-replicas-recreate",
    breaks: ["deployments.strategy-type-default"],
    description: "A Deployment with 0 replicas and no strategy gets the type `Recreate`.",
    reason: "There are no pods to replace gradually.",
    change: (spec) => {
      if (spec.replicas === 0 && !spec.strategy) spec.strategy = { type: "Recreate" };
    },
  },
  {
    name: "rolling-update-without-bounds-recreates",
    breaks: ["deployments.strategy-type-rolling-update"],
    description:
      "A strategy of type `RollingUpdate` without `rollingUpdate` is stored as `Recreate`.",
    reason: "The type is derived from the member of the union that is present.",
    change: (spec) => {
      const strategy = strategyIn(spec);
      const isBare = strategy.type === "RollingUpdate" && !strategy.rollingUpdate;
      if (isBare) strategy.type = "Recreate";
    },
  },
  {
    name: "surge-default-one",
    breaks: ["deployments.max-surge-default"],
    description: "If only `maxUnavailable` is given, `maxSurge` is 1 by default.",
    reason: "If one field is given, the default of an earlier API version is used for the other.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxUnavailable !== undefined) bounds.maxSurge ??= 1;
    },
  },
  {
    name: "unavailable-default-zero",
    breaks: ["deployments.max-unavailable-default"],
    description: "If only a nonzero `maxSurge` is given, `maxUnavailable` is 0 by default.",
    reason: "A rollout that may start extra pods was assumed to need no unavailable ones.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxSurge) bounds.maxUnavailable ??= 0;
    },
  },
  {
    name: "bounds-of-any-type",
    breaks: ["deployments.int-or-string-type-rejected"],
    description: "`maxSurge` and `maxUnavailable` accept a boolean or a list with one number.",
    reason: "Every value that is not a string is passed to `Number`.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      for (const [field, value] of Object.entries(bounds)) {
        const odd = typeof value === "boolean" || Array.isArray(value);
        if (odd && Number.isInteger(Number(value))) bounds[field] = Number(value);
      }
    },
  },
  {
    name: "quoted-numbers-accepted",
    breaks: ["deployments.int32-rejected"],
    description: "Integer fields of a Deployment accept a number written as a string.",
    reason: "Templates quote all values, so the decoder converts them.",
    change: (spec) => {
      for (const field of COUNTS) {
        const value = spec[field];
        if (typeof value === "string" && /^\d+$/.test(value)) spec[field] = Number(value);
      }
    },
  },
];

/** Changes to the spec of an update, with the stored spec as second argument. */
const ON_UPDATE: readonly SpecMutant[] = [
  {
    name: "replicas-increase-limited",
    breaks: ["deployments.replicas-kept"],
    description: "An update increases `replicas` by at most 2.",
    reason: "Large increases were meant to be spread over several updates.",
    change: (spec, old) => {
      spec.replicas = Math.min(Number(spec.replicas), Number(old.replicas ?? 0) + 2);
    },
  },
  {
    name: "history-limited-to-1000",
    breaks: ["deployments.revision-history-limit-kept"],
    description: "An update limits `revisionHistoryLimit` to 1000.",
    reason: "Larger values were considered useless and a risk to the storage.",
    change: (spec) => {
      spec.revisionHistoryLimit = Math.min(Number(spec.revisionHistoryLimit), 1000);
    },
  },
  {
    name: "deadline-in-whole-minutes",
    breaks: ["deployments.progress-deadline-seconds-kept"],
    description: "An update rounds `progressDeadlineSeconds` above 60 down to whole minutes.",
    reason: "The controller checks once a minute.",
    change: (spec) => {
      const seconds = Number(spec.progressDeadlineSeconds);
      if (seconds > 60) spec.progressDeadlineSeconds = seconds - seconds % 60;
    },
  },
  {
    name: "min-ready-dropped-by-update",
    breaks: ["deployments.min-ready-seconds-kept", "deployments.progress-deadline-above-min-ready"],
    description: "An update drops `minReadySeconds`.",
    reason: "An update copies field by field, and this field was added later.",
    change: (spec) => void delete spec.minReadySeconds,
  },
  {
    name: "changes-unpause",
    breaks: ["deployments.paused-kept"],
    description: "An update that changes `replicas` removes `paused`.",
    reason: "A user who scales was assumed to want an immediate effect.",
    change: (spec, old) => {
      if (spec.replicas !== old.replicas) delete spec.paused;
    },
  },
  {
    name: "strategy-immutable",
    breaks: ["deployments.strategy-type-recreate"],
    description: "An update cannot change the strategy type from `RollingUpdate` to `Recreate`.",
    reason: "The strategy was made immutable together with the selector.",
    change: (spec, old) => {
      const { type, rollingUpdate } = strategyIn(spec);
      if (type === "Recreate" && !rollingUpdate) spec.strategy = old.strategy ?? {};
    },
  },
  {
    name: "unavailable-percentage-resolved",
    breaks: ["deployments.max-unavailable-kept", "deployments.both-zero-percent-rejected"],
    description:
      "An update stores a percentage in `maxUnavailable` other than 25% as a number of pods.",
    reason: "The controller needs the number, so it is computed once and stored.",
    change: (spec) => {
      const bounds = boundsIn(spec);
      const text = String(bounds.maxUnavailable);
      if (!/^\d+%$/.test(text) || text === "25%") return;
      const share = parseInt(text) / 100;
      bounds.maxUnavailable = Math.max(1, Math.floor(share * Number(spec.replicas)));
    },
  },
];

/** Applies the change before defaults: when a body is decoded and after a patch was applied. */
function beforeDefaults({ change }: SpecMutant): Mutant["install"] {
  return ({ decoder }: PartChanges) =>
    decoder(({ decode, decodeValue }) => {
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
  return ({ resource }: PartChanges) =>
    resource(strategyOf("Deployment", ({ prepareForUpdate }) => ({
      prepareForUpdate(object, old) {
        prepareForUpdate?.(object, old);
        const spec = asObject(object.spec);
        if (spec) change(spec, asObject(old.spec) ?? {});
      },
    })));
}

function mutantOf(
  { name, breaks, description, reason }: SpecMutant,
  install: Mutant["install"],
): Mutant {
  return { id: `deployments/${name}`, area: "deployments", description, reason, breaks, install };
}

export const specMutants: readonly Mutant[] = [
  ...BEFORE_DEFAULTS.map((each) => mutantOf(each, beforeDefaults(each))),
  ...ON_UPDATE.map((each) => mutantOf(each, inUpdates(each))),
];
