/**
 * Steps that write to one slot, or to several at once.
 *
 * @module
 */
import fc from "fast-check";
import { SLOTS } from "../../session/collection.ts";
import type { Labels } from "../../session/writer.ts";
import { deleteCollection } from "../../session/collection_deletion.ts";
import { labelChange, labels } from "../labels.ts";
import { keepSlots, type SlotModel, type SlotState, type Stage, type Step, step } from "./step.ts";

const slot = () => fc.nat({ max: SLOTS - 1 });

interface InSlot {
  readonly slot: number;
}

function is(...states: SlotState[]): (model: SlotModel, data: InSlot) => boolean {
  return (model, data) => states.includes(model.slots[data.slot]!);
}

function becomes(state: SlotState): (model: SlotModel, data: InSlot) => void {
  return (model, data) => {
    model.slots[data.slot] = state;
  };
}

/** Records the version of the last write for later steps. */
function remember(stage: Stage): void {
  const { object } = stage.session.writer.writes.at(-1) ?? {};
  const version = object && (object.metadata as { resourceVersion?: unknown }).resourceVersion;
  if (typeof version === "string") stage.session.remember(version);
}

/** A create in an empty slot, sometimes with a finalizer. */
export function create(): fc.Arbitrary<Step<InSlot & { labels: Labels; hold: boolean }>> {
  const hold = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true));
  return step("create", fc.record({ slot: slot(), labels: labels(), hold }), {
    ready: is("absent"),
    act: async (stage, { slot, labels, hold }) => {
      await stage.session.writer.create(slot, { labels, finalizer: hold });
      remember(stage);
    },
    after: (model, data) => becomes(data.hold ? "held" : "live")(model, data),
  });
}

/** An update with the known version. */
export function update(): fc.Arbitrary<Step<InSlot & { labels: Labels }>> {
  return step("update", fc.record({ slot: slot(), labels: labelChange() }), {
    ready: is("live", "held"),
    act: async (stage, { slot, labels }) => {
      await stage.session.writer.update(slot, { labels });
      remember(stage);
    },
    after: keepSlots,
  });
}

/** A merge patch, whose labels move the object into and out of selections. */
export function mergePatch(): fc.Arbitrary<Step<InSlot & { labels: Labels }>> {
  return step("merge patch", fc.record({ slot: slot(), labels: labelChange() }), {
    ready: is("live", "held", "finalizing"),
    act: async (stage, { slot, labels }) => {
      await stage.session.writer.mergePatch(slot, { labels });
      remember(stage);
    },
    after: keepSlots,
  });
}

/** A JSON patch. */
export function jsonPatch(): fc.Arbitrary<Step<InSlot & { labels: Labels }>> {
  return step("json patch", fc.record({ slot: slot(), labels: labelChange() }), {
    ready: is("live", "held"),
    act: async ({ session }, { slot, labels }) => {
      await session.writer.jsonPatch(slot, { labels });
    },
    after: keepSlots,
  });
}

/** A strategic merge patch. */
export function strategicPatch(): fc.Arbitrary<Step<InSlot & { labels: Labels }>> {
  return step("strategic patch", fc.record({ slot: slot(), labels: labelChange() }), {
    ready: is("live", "held"),
    act: async (stage, { slot, labels }) => {
      await stage.session.writer.strategicPatch(slot, { labels });
      remember(stage);
    },
    after: keepSlots,
  });
}

/** An apply, which creates in an empty slot. */
export function applyObject(): fc.Arbitrary<Step<InSlot & { labels: Labels }>> {
  return step("apply", fc.record({ slot: slot(), labels: labels() }), {
    ready: (model, { slot }) => model.slots[slot] !== "finalizing",
    act: async (stage, { slot, labels }) => {
      await stage.session.writer.apply(slot, { labels });
      remember(stage);
    },
    after: (model, { slot }) => {
      if (model.slots[slot] === "absent") model.slots[slot] = "live";
    },
  });
}

/** A write of the status, also of an object that is being deleted. */
export function writeStatus(): fc.Arbitrary<Step<InSlot & { form: "update" | "merge-patch" }>> {
  const form = fc.constantFrom("update" as const, "merge-patch" as const);
  return step("write status", fc.record({ slot: slot(), form }), {
    ready: is("live", "held", "finalizing"),
    act: async (stage, { slot, form }) => {
      await stage.session.writer.writeStatus(slot, form);
      remember(stage);
    },
    after: keepSlots,
  });
}

/** A deletecollection of all objects, of one name, or of all but one name. */
export function removeCollection(): fc.Arbitrary<
  Step<{ names: "all" | "=" | "!="; slot: number; limit: number }>
> {
  const data = fc.record({
    names: fc.constantFrom("all" as const, "=" as const, "!=" as const),
    slot: slot(),
    limit: fc.nat({ max: 2 }),
  });
  const selects = ({ names, slot }: { names: string; slot: number }, each: number) =>
    names === "all" || (names === "=") === (each === slot);
  return step("delete collection", data, {
    ready: (model, data) =>
      model.slots.filter((state, each) => state !== "absent" && selects(data, each)).length > 0,
    act: async ({ session }, { names, slot, limit }) => {
      const value = session.at.placeOf(slot).name;
      await deleteCollection(session, {
        fields: names === "all" ? [] : [{ field: "metadata.name", operator: names, value }],
        limit: limit === 0 ? undefined : limit,
      });
    },
    after: (model, data) => {
      for (const [each, state] of model.slots.entries()) {
        if (!selects(data, each)) continue;
        if (state === "live") model.slots[each] = "absent";
        if (state === "held") model.slots[each] = "finalizing";
      }
    },
  });
}

/** A deletion, at once or with a finalizer. */
export function removeObject(): fc.Arbitrary<Step<InSlot>> {
  return step("delete", fc.record({ slot: slot() }), {
    ready: is("live", "held"),
    act: async ({ session }, { slot }) => {
      await session.writer.remove(slot);
    },
    after: (model, data) =>
      becomes(model.slots[data.slot] === "held" ? "finalizing" : "absent")(model, data),
  });
}

/** Removes the finalizers of the nth deleted object. */
export function finalize(): fc.Arbitrary<Step<{ nth: number }>> {
  const which = (model: SlotModel, nth: number): number | undefined => {
    const slots = model.slots.flatMap((state, index) => state === "finalizing" ? [index] : []);
    return slots[nth % Math.max(1, slots.length)];
  };
  return step("finalize", fc.record({ nth: fc.nat({ max: 2 }) }), {
    ready: (model, { nth }) => which(model, nth) !== undefined,
    act: async ({ session }, { nth }, model) => {
      await session.writer.finalize(which(model, nth)!);
    },
    after: (model, { nth }) => {
      model.slots[which(model, nth)!] = "absent";
    },
  });
}

/** DELETE, and POST under the same name. */
export function recreate(): fc.Arbitrary<Step<InSlot & { labels: Labels }>> {
  return step("recreate", fc.record({ slot: slot(), labels: labels() }), {
    ready: is("live"),
    act: async ({ session }, { slot, labels }) => {
      await session.writer.remove(slot);
      await session.writer.create(slot, { labels });
    },
    after: keepSlots,
  });
}

/** Writes to several slots concurrently: missing objects are created, others changed. */
export function burst(): fc.Arbitrary<Step<{ slots: number[]; labels: Labels }>> {
  const slots = fc.uniqueArray(slot(), { minLength: 2, maxLength: 5 });
  return step("burst", fc.record({ slots, labels: labels() }), {
    ready: (model, { slots }) => slots.every((each) => model.slots[each] !== "finalizing"),
    act: async ({ session: { writer } }, { slots, labels }, model) => {
      const states = slots.map((each) => model.slots[each]);
      await Promise.all(
        slots.map((each, index) =>
          states[index] === "absent"
            ? writer.create(each, { labels })
            : writer.mergePatch(each, { labels })
        ),
      );
    },
    after: (model, { slots }) => {
      for (const each of slots) {
        if (model.slots[each] === "absent") model.slots[each] = "live";
      }
    },
  });
}

/** Writes that must leave no trace: dry runs, conflicting creates, writes without a change. */
export function idle(): fc.Arbitrary<Step<InSlot & { form: IdleForm }>> {
  const form = fc.constantFrom(...IDLE_FORMS);
  return step("idle", fc.record({ slot: slot(), form }), {
    ready: is("live"),
    act: async ({ session: { writer } }, { slot, form }) => {
      const acts: Readonly<Record<IdleForm, () => Promise<unknown>>> = {
        "dry update": () => writer.update(slot, { dryRun: true }),
        "dry patch": () => writer.mergePatch(slot, { dryRun: true }),
        "dry strategic patch": () => writer.strategicPatch(slot, { dryRun: true }),
        "dry apply": () => writer.apply(slot, { dryRun: true }),
        "dry status": () => writer.writeStatus(slot, "merge-patch", { dryRun: true }),
        "same strategic patch": () => writer.rewrite(slot, "strategic-merge-patch"),
        "same apply": () => writer.applyTwice(slot),
        "dry delete": () => writer.remove(slot, { dryRun: true }),
        "create again": () => writer.create(slot),
        "same update": () => writer.rewrite(slot, "update"),
        "same merge patch": () => writer.rewrite(slot, "merge-patch"),
        "same json patch": () => writer.rewrite(slot, "json-patch"),
      };
      await acts[form]();
    },
    after: keepSlots,
  });
}

const IDLE_FORMS = [
  "dry update",
  "dry patch",
  "dry strategic patch",
  "dry apply",
  "dry status",
  "dry delete",
  "create again",
  "same update",
  "same merge patch",
  "same json patch",
  "same strategic patch",
  "same apply",
] as const;

/** The ways to write and change nothing. */
export type IdleForm = typeof IDLE_FORMS[number];
