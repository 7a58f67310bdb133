/**
 * Sequences of writes by several managers, of which each is about one field of one type.
 *
 * @module
 */
import { shuffled } from "../../arbitraries/combinations.ts";
import { type TypedTarget, typesOf } from "../../resources/mod.ts";
import { pathsOf, valuesOf } from "./model/object_fields.ts";

/** An apply or PUT of these fields by one of the managers; a PUT before all others is a POST. */
export interface ScenarioWrite {
  readonly verb: "apply" | "update";
  readonly manager: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly force: boolean;
  /** An apply that is not forced gives `force=false`, instead of no such parameter. */
  readonly givesFalse: boolean;
  /** Replaces `fields` by those of the manager's previous write, each with its other value. */
  readonly again: boolean;
}

/** A resource type, and the writes to one object. */
export interface OwnershipCase {
  readonly resource: string;
  readonly writes: readonly ScenarioWrite[];
}

type Given = readonly (readonly [string, string])[];

const EXTRA = "annotations/b";
const FINALIZER = "finalizers/plumbline.invalid/a";

/** Returns a path of every map, list and scalar of a type. */
function subjectsOf(resource: string): string[] {
  return [
    ...pathsOf(resource).filter((path) => !path.endsWith("/b") && !path.endsWith("/c")),
    FINALIZER,
  ];
}

const first = (path: string) => [path, valuesOf(path)[0]!] as const;
const second = (path: string) => [path, valuesOf(path).at(-1)!] as const;
const hasTwoValues = (path: string) => valuesOf(path).length > 1;

/** Returns the sequences, in an order of the seed. */
export function scenarios(
  seed: number,
  updates: boolean,
  target: TypedTarget,
): OwnershipCase[] {
  const cases = typesOf(target).flatMap(({ resource }, at) => {
    const subjects = subjectsOf(resource);
    // Every other one says so with a parameter.
    const write = (manager: string, fields: Given, force = false): ScenarioWrite => ({
      verb: "apply",
      manager,
      fields,
      force,
      givesFalse: (seed + at) % 2 === 0,
      again: false,
    });
    const update = (fields: Given, manager = "four"): ScenarioWrite => ({
      ...write(manager, fields),
      verb: "update",
    });
    const rest = subjects.filter((path) => path !== EXTRA);
    const all = subjects.filter(hasTwoValues);
    return [
      // What a client of the same name created is not what it applied.
      {
        resource,
        writes: [
          update(rest.map(first), "one"),
          write("one", [first(EXTRA)]),
          write("one", []),
        ],
      },
      // The client that created a field shares it with the one that applies it, of any name.
      ...["one", "two"].map((manager): OwnershipCase => ({
        resource,
        writes: [
          update(rest.map(first), "one"),
          write(manager, [...rest, EXTRA].map(first)),
          write(manager, []),
        ],
      })),
      // Every field conflicts.
      { resource, writes: [write("one", all.map(first)), write("two", all.map(second))] },
      ...subjects.map((path): OwnershipCase => {
        const other = first(path === "annotations/b" ? "labels/b" : "annotations/b");
        const isChanged = hasTwoValues(path);
        // Of the two managers, either may be the only one in conflict.
        const conflict = [...isChanged ? [path] : [], other[0]]
          .map((each) => write("three", [second(each)]));
        return {
          resource,
          writes: [
            write("one", [first(path), other]),
            write("two", [first(path)]),
            // Neither of those that share a field changes it alone.
            ...isChanged ? [write("one", [second(path), other])] : [],
            // The field is handed over, still owned, and removed at last.
            write("one", [other]),
            ...conflict,
            write("two", []),
            write("three", [second(path)]),
          ],
        };
      }),
      ...all.map((path): OwnershipCase => ({
        resource,
        writes: updates
          ? [
            write("one", [first(path)]),
            update([second(path)]),
            write("one", [first(path)]),
            write("one", []),
          ]
          : [
            write("one", [first(path)]),
            write("two", [second(path)], true),
            write("one", []),
            write("one", [first(path)]),
          ],
      })),
    ];
  });
  return shuffled(cases, seed);
}
