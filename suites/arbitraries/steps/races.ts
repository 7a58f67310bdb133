/**
 * Steps with concurrent requests for one slot.
 *
 * @module
 */
import fc from "fast-check";
import { SLOTS } from "../../session/collection.ts";
import { labelChange } from "../labels.ts";
import type { Labels } from "../../session/writer.ts";
import { type GeneratedView, resolveView, view } from "../view.ts";
import { keepSlots, type Step, step } from "./step.ts";

const RACERS = ["update", "merge patch", "json patch", "delete"] as const;

/** A concurrent request. */
export type Racer = typeof RACERS[number];

/** Concurrent updates with the same version, patches and deletions of one object. */
export function race(): fc.Arbitrary<Step<{ slot: number; racers: Racer[]; labels: Labels }>> {
  const racers = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Racer>("update") },
      fc.constantFrom(...RACERS),
    ),
    { minLength: 2, maxLength: 4 },
  );
  const slot = fc.nat({ max: SLOTS - 1 });
  return step("race", fc.record({ slot, racers, labels: labelChange() }), {
    ready: (model, { slot }) => model.slots[slot] === "live",
    act: async ({ session: { writer, reader } }, { slot, racers, labels }) => {
      await Promise.all(racers.map((racer) => {
        switch (racer) {
          case "update":
            return writer.update(slot, { labels });
          case "merge patch":
            return writer.mergePatch(slot, { labels });
          case "json patch":
            return writer.jsonPatch(slot);
          case "delete":
            return writer.remove(slot);
        }
      }));
      // The last response need not have the newest state.
      const now = racers.includes("delete") ? undefined : await reader.get(slot);
      if (now !== undefined) writer.setKnown(slot, now);
    },
    after: (model, { slot, racers }) => {
      if (racers.includes("delete")) model.slots[slot] = "absent";
    },
  });
}

/** Concurrent creates with one name. */
export function raceToCreate(): fc.Arbitrary<Step<{ slot: number; racers: number }>> {
  const racers = fc.integer({ min: 2, max: 3 });
  const data = fc.record({ slot: fc.nat({ max: SLOTS - 1 }), racers });
  return step("race to create", data, {
    ready: (model, { slot }) => model.slots[slot] === "absent",
    act: async ({ session: { writer } }, { slot, racers }) => {
      await Promise.all(Array.from({ length: racers }, () => writer.create(slot)));
    },
    after: (model, { slot }) => {
      model.slots[slot] = "live";
    },
  });
}

/** A list and a get concurrent to writes: they may show the writes or not. */
export function readAmongWrites(): fc.Arbitrary<
  Step<{ slot: number; racers: Racer[]; labels: Labels; view: GeneratedView; first: boolean }>
> {
  const data = fc.record({
    slot: fc.nat({ max: SLOTS - 1 }),
    racers: fc.array(fc.constantFrom<Racer>("merge patch", "json patch"), {
      minLength: 1,
      maxLength: 3,
    }),
    labels: labelChange(),
    view: view(),
    first: fc.boolean(),
  });
  return step("read among writes", data, {
    ready: (model, { slot }) => model.slots[slot] === "live",
    act: async ({ session: { writer, reader, at } }, { slot, racers, labels, view, first }) => {
      const write = (racer: Racer) =>
        racer === "json patch" ? writer.jsonPatch(slot) : writer.mergePatch(slot, { labels });
      const reads = () => [reader.list(resolveView(at, view)), reader.get(slot)];
      const early = first ? reads() : [];
      await Promise.all([...early, ...racers.map(write), ...(first ? [] : reads())]);
      // The last response need not have the newest state.
      const now = await reader.get(slot);
      if (now !== undefined) writer.setKnown(slot, now);
    },
    after: keepSlots,
  });
}
