/**
 * Mutants of the spec of Deployments, as data: each changes the spec during a write.
 *
 * @module
 */
import { equal, type JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { bugs, type Mutant } from "../../mutant.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { type Install, on } from "../../vocabulary/on.ts";
import { within, withSpec } from "../../vocabulary/json.ts";
import { ofKind } from "../../vocabulary/kinds.ts";

/** Changes the spec of a Deployment. */
type SpecChange = (spec: JsonObject, old: JsonObject) => void;

const strategyIn = (spec: JsonObject): JsonObject => asObject(spec.strategy) ?? {};
const boundsIn = (spec: JsonObject): JsonObject => asObject(strategyIn(spec).rollingUpdate) ?? {};

const COUNTS = [
  "replicas",
  "minReadySeconds",
  "revisionHistoryLimit",
  "progressDeadlineSeconds",
];

/** Applies the change before defaults: when a body is decoded and after a patch was applied. */
function beforeDefaults(change: SpecChange): Mutant["install"] {
  return wrap("steps", "decode", ({ decode }, write) => {
    const { document, type, form, isOutcome } = write;
    // An apply merges its configuration as it was sent.
    if (type.kind === "Deployment" && (form !== "apply" || isOutcome)) {
      const value = structuredClone(document.value);
      const spec = asObject(asObject(value)?.spec);
      if (spec) change(spec, {});
      write.document = { ...document, value };
    }
    decode(write);
  });
}

const inUpdates = (change: SpecChange): Install =>
  ofKind("Deployment").inUpdates((object, old) => {
    const spec = asObject(object.spec);
    if (spec) change(spec, asObject(old.spec) ?? {});
  });

export const specMutants = bugs({
  // Changes to the sent spec before defaults are applied.
  "deployments/paused-default-replicas-zero": {
    description: "A paused Deployment without `replicas` gets 0 instead of 1.",
    reason: "No pods are started while it is paused.",
    breaks: "deployments.replicas-default",
    install: beforeDefaults((spec) => {
      if (spec.paused === true) spec.replicas ??= 0;
    }),
  },
  "deployments/history-default-two": {
    description: "`revisionHistoryLimit` is 2 by default instead of 10.",
    reason: "The default is that of an earlier API version.",
    breaks: "deployments.revision-history-limit-default",
    install: beforeDefaults((spec) => void (spec.revisionHistoryLimit ??= 2)),
  },
  "deployments/min-ready-default-one": {
    description: "`minReadySeconds` is 1 by default instead of 0.",
    reason: "The controller needs at least one second, so the default was raised.",
    breaks: "deployments.min-ready-seconds-default",
    install: beforeDefaults((spec) => void (spec.minReadySeconds ??= 1)),
  },
  "deployments/zero-replicas-recreate": {
    description: "A Deployment with 0 replicas and no strategy gets the type `Recreate`.",
    reason: "There are no pods to replace gradually.",
    breaks: "deployments.strategy-type-default",
    install: beforeDefaults((spec) => {
      if (spec.replicas === 0 && !spec.strategy) spec.strategy = { type: "Recreate" };
    }),
  },
  "deployments/rolling-update-without-bounds-recreates": {
    description:
      "A strategy of type `RollingUpdate` without `rollingUpdate` is stored as `Recreate`.",
    reason: "The type is derived from the member of the union that is present.",
    breaks: "deployments.strategy-type-rolling-update",
    install: beforeDefaults((spec) => {
      const strategy = strategyIn(spec);
      const isBare = strategy.type === "RollingUpdate" && !strategy.rollingUpdate;
      if (isBare) strategy.type = "Recreate";
    }),
  },
  "deployments/surge-default-one": {
    description: "If only `maxUnavailable` is given, `maxSurge` is 1 by default.",
    reason: "If one field is given, the default of an earlier API version is used for the other.",
    breaks: "deployments.max-surge-default",
    install: beforeDefaults((spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxUnavailable !== undefined) bounds.maxSurge ??= 1;
    }),
  },
  "deployments/unavailable-default-zero": {
    description: "If only a nonzero `maxSurge` is given, `maxUnavailable` is 0 by default.",
    reason: "A rollout that may start extra pods was assumed to need no unavailable ones.",
    breaks: "deployments.max-unavailable-default",
    install: beforeDefaults((spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxSurge) bounds.maxUnavailable ??= 0;
    }),
  },
  "deployments/bounds-of-any-type": {
    description: "`maxSurge` and `maxUnavailable` accept a boolean or a list with one number.",
    reason: "Every value that is not a string is passed to `Number`.",
    breaks: "deployments.int-or-string-type-rejected",
    install: beforeDefaults((spec) => {
      const bounds = boundsIn(spec);
      for (const [field, value] of Object.entries(bounds)) {
        const odd = typeof value === "boolean" || Array.isArray(value);
        if (odd && Number.isInteger(Number(value))) bounds[field] = Number(value);
      }
    }),
  },
  "deployments/quoted-numbers-accepted": {
    description: "Integer fields of a Deployment accept a number written as a string.",
    reason: "Templates quote all values, so the decoder converts them.",
    breaks: "deployments.int32-rejected",
    install: beforeDefaults((spec) => {
      for (const field of COUNTS) {
        const value = spec[field];
        if (typeof value === "string" && /^\d+$/.test(value)) spec[field] = Number(value);
      }
    }),
  },
  "deployments/digits-of-ports-become-numbers": {
    description: "The port of a probe or hook given as a text of digits is stored as a number.",
    reason: "Templates quote all values, so the decoder converts them.",
    breaks: "deployments.digits-stay-text",
    install: beforeDefaults((spec) => {
      const template = JSON.stringify(spec.template ?? null);
      spec.template = JSON.parse(template.replace(/"port":"(\d+)"/g, '"port":$1'));
    }),
  },
  "deployments/generated-names-start-unpaused": {
    description: "A Deployment created with `generateName` loses `paused`.",
    reason: "The name is generated by another path, which copies the fields one by one.",
    breaks: "deployments.paused-kept",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      const spec = asObject(object.spec);
      if (object.kind === "Deployment" && object.metadata.generateName && spec) delete spec.paused;
      initializeMeta(write);
    }),
  },
  "deployments/surge-of-generated-names-any-type": {
    description: "A Deployment created with `generateName` may have both bounds 0.",
    reason: "The bounds are compared before the name is generated, and the error is dropped.",
    breaks: ["deployments.both-zero-rejected", "deployments.both-zero-percent-rejected"],
    install: ofKind("Deployment").ignoreCauses(({ field, message }, { metadata }, old) =>
      old === undefined && metadata.generateName !== undefined &&
      field.endsWith(".maxUnavailable") && message.includes("0 when")
    ),
  },
  // Changes in an update.
  "deployments/replicas-increase-limited": {
    description: "An update increases `replicas` by at most 2.",
    reason: "Large increases were meant to be spread over several updates.",
    breaks: "deployments.replicas-kept",
    install: inUpdates((spec, old) => {
      spec.replicas = Math.min(Number(spec.replicas), Number(old.replicas ?? 0) + 2);
    }),
  },
  "deployments/history-limited-to-1000": {
    description: "An update limits `revisionHistoryLimit` to 1000.",
    reason: "Larger values were considered useless and a risk to the storage.",
    breaks: "deployments.revision-history-limit-kept",
    install: inUpdates((spec) => {
      spec.revisionHistoryLimit = Math.min(Number(spec.revisionHistoryLimit), 1000);
    }),
  },
  "deployments/deadline-in-whole-minutes": {
    description: "An update rounds `progressDeadlineSeconds` above 60 down to whole minutes.",
    reason: "The controller checks once a minute.",
    breaks: "deployments.progress-deadline-seconds-kept",
    install: inUpdates((spec) => {
      const seconds = Number(spec.progressDeadlineSeconds);
      if (seconds > 60) spec.progressDeadlineSeconds = seconds - seconds % 60;
    }),
  },
  "deployments/min-ready-dropped-by-update": {
    description: "An update drops `minReadySeconds`.",
    reason: "An update copies field by field, and this field was added later.",
    breaks: ["deployments.min-ready-seconds-kept", "deployments.progress-deadline-above-min-ready"],
    install: inUpdates((spec) => void delete spec.minReadySeconds),
  },
  "deployments/changes-unpause": {
    description: "An update that changes `replicas` removes `paused`.",
    reason: "A user who scales was assumed to want an immediate effect.",
    breaks: "deployments.paused-kept",
    install: inUpdates((spec, old) => {
      if (spec.replicas !== old.replicas) delete spec.paused;
    }),
  },
  "deployments/strategy-immutable": {
    description: "An update cannot change the strategy type from `RollingUpdate` to `Recreate`.",
    reason: "The strategy was made immutable together with the selector.",
    breaks: "deployments.strategy-type-recreate",
    install: inUpdates((spec, old) => {
      const { type, rollingUpdate } = strategyIn(spec);
      if (type === "Recreate" && !rollingUpdate) spec.strategy = old.strategy ?? {};
    }),
  },
  "deployments/unavailable-percentage-resolved": {
    description:
      "An update stores a percentage in `maxUnavailable` other than 25% as a number of pods.",
    reason: "The controller needs the number, so it is computed once and stored.",
    breaks: ["deployments.max-unavailable-kept", "deployments.both-zero-percent-rejected"],
    install: inUpdates((spec) => {
      const bounds = boundsIn(spec);
      const text = String(bounds.maxUnavailable);
      if (!/^\d+%$/.test(text) || text === "25%") return;
      const share = parseInt(text) / 100;
      bounds.maxUnavailable = Math.max(1, Math.floor(share * Number(spec.replicas)));
    }),
  },
  "deployments/surge-zero-alone-rejected": {
    description: "A `maxSurge` of 0 without `maxUnavailable` is rejected.",
    reason: "An absent number is read as 0 before the defaults are set.",
    breaks: "deployments.max-surge-kept",
    install: beforeDefaults((spec) => {
      const bounds = boundsIn(spec);
      if (bounds.maxSurge === 0) bounds.maxUnavailable ??= 0;
    }),
  },
  "deployments/empty-strategy-keeps-former": {
    description: "An update with an empty `strategy` keeps the former one.",
    reason: "An empty object is taken for an absent one, and an absent one for no change.",
    breaks: ["deployments.strategy-type-default", "deployments.max-surge-default"],
    install: on("update deployments").changeWrite((object, current) => {
      const { strategy } = within(object, "spec");
      const { strategy: before } = within(current, "spec");
      return before && equal(strategy ?? null, {})
        ? withSpec(object, { strategy: before })
        : object;
    }),
  },
  "deployments/given-up-deadline-missing": {
    description:
      "A Deployment whose `progressDeadlineSeconds` an apply gives up has none, instead of 600.",
    reason: "Defaults are set when an object is created, and applies only remove the field.",
    breaks: "deployments.progress-deadline-seconds-default",
    install: on("apply deployments").withSteps(({ setDefaults }) => ({
      setDefaults(write) {
        const { current, object } = write;
        const isGivenUp = within(object, "spec").progressDeadlineSeconds === undefined;
        setDefaults(write);
        if (!current || !isGivenUp) return;
        const { progressDeadlineSeconds: _, ...spec } = within(write.object, "spec");
        write.object = { ...write.object, spec };
      },
    })),
  },
});
