/**
 * The commands of the model property, as plain data. A command names an object by its index in a
 * short list, and a revision by its distance from the newest, so that every command is valid in
 * every state, and shrinking a list of commands keeps their meaning.
 *
 * @module
 */
import * as fc from "fast-check";
import type { CollectionKey, ObjectKey } from "@plumbline/server/storage";
import { HISTORY, keyOf, SECRETS } from "./fixture.ts";

const DEPLOYMENTS = "apps/deployments";

/** One operation on a store. */
export type Command =
  | {
    readonly type: "write";
    readonly key: ObjectKey;
    /** The content to write; undefined deletes. */
    readonly content: string | undefined;
    /** The revision given as the expected one. */
    readonly expected: "newest" | "none" | "stale";
  }
  | { readonly type: "get"; readonly key: ObjectKey }
  | {
    readonly type: "list";
    readonly collection: CollectionKey;
    /**
     * The distance of the revision from the newest; negative for the future, undefined for the
     * newest.
     */
    readonly back: number | undefined;
    readonly after: ObjectKey | undefined;
    readonly limit: number | undefined;
    /** The content that objects must have; undefined without a filter. */
    readonly filter: string | undefined;
  }
  | {
    readonly type: "watch";
    readonly slot: number;
    readonly collection: CollectionKey;
    readonly back: number;
  }
  | { readonly type: "read"; readonly slot: number }
  | { readonly type: "wait"; readonly slot: number }
  | { readonly type: "advance"; readonly milliseconds: number }
  | { readonly type: "compact"; readonly back: number };

/** The resources that commands write. */
export const RESOURCES: readonly string[] = [SECRETS, DEPLOYMENTS];

/** The number of watches that a run keeps open. */
export const SLOTS = 3;

// Few, so that each is written often; they sort differently by character, by locale and when
// joined.
const KEYS: readonly ObjectKey[] = [
  keyOf("", "b"),
  keyOf("a", "B"),
  keyOf("a", "a"),
  keyOf("a", "a-b"),
  keyOf("a-b", "a"),
  keyOf("a0", "a"),
  keyOf("a", "a", DEPLOYMENTS),
  keyOf("b", "a", DEPLOYMENTS),
];

const COLLECTIONS: readonly CollectionKey[] = [
  { resource: SECRETS },
  { resource: SECRETS, namespace: "a" },
  { resource: SECRETS, namespace: "" },
  { resource: DEPLOYMENTS },
  { resource: DEPLOYMENTS, namespace: "b" },
];

// The first is written more often than the others, so that it gets many versions.
const key = fc.constantFrom(...KEYS, keyOf("a", "a"), keyOf("a", "a"));
const collection = fc.constantFrom(...COLLECTIONS);
const content = fc.constantFrom("odd", "even");
const back = fc.integer({ min: -1, max: 8 });
const slot = fc.nat(SLOTS - 1);

/** Generates a value one time in three, and undefined otherwise. */
function sometimes<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const absent = fc.constant(undefined);
  return fc.oneof({ weight: 2, arbitrary: absent }, { weight: 1, arbitrary: values });
}

/** Mostly writes that succeed, and some of every other operation. */
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      type: fc.constant("write" as const),
      key,
      content: fc.constantFrom("odd", "odd", "even", "even", undefined),
      expected: fc.constantFrom(
        "newest",
        "newest",
        "newest",
        "newest",
        "newest",
        "newest",
        "none",
        "stale",
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("get" as const), key }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("list" as const),
      collection,
      back: fc.oneof(back, back, fc.constant(undefined)),
      after: sometimes(key),
      limit: sometimes(fc.nat(4)),
      filter: sometimes(content),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("watch" as const), slot, collection, back }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("read" as const), slot }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("wait" as const), slot }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("advance" as const),
      milliseconds: fc.constantFrom(1, HISTORY / 4, HISTORY / 2, HISTORY - 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("compact" as const), back: fc.nat(12) }) },
);

/** Long lists of commands: some failures need four steps. */
export const commands: fc.Arbitrary<Command[]> = fc.array(command, { maxLength: 120, size: "max" });
