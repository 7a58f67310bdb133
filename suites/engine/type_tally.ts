/**
 * Counts, for each resource type, the cases that decided something about it and those that did not.
 *
 * @module
 */
import type { TypeCounts } from "@plumbline/reports/events";

/** The depth up to which an input is searched for resource types. */
const DEPTH = 2;

/** The resource types that an execution touched. */
export interface TouchedTypes {
  /** Those of its requests. */
  readonly resources: ReadonlySet<string>;
  /** Those about which it decided nothing, with the reasons. */
  readonly undecided: ReadonlyMap<string, string>;
}

/** Counts the cases of one check. */
export class TypeTally {
  readonly #names: ReadonlySet<string>;
  readonly #types = new Map<string, { decided: number; discarded: number; reasons: string[] }>();

  /** Counts the types with these names. */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** Counts a case that decided, or was discarded for a reason. */
  add(input: unknown, scope: TouchedTypes, reason?: string) {
    for (const type of this.#typesOf(input, scope)) {
      this.#count(type, scope.undecided.get(type) ?? reason);
    }
  }

  /** Returns the counts by resource type. */
  counts(): Record<string, TypeCounts> {
    return Object.fromEntries(
      [...this.#types].sort(([a], [b]) => a < b ? -1 : 1)
        .map(([type, { decided, discarded, reasons }]) => {
          const [reason] = decided === 0 ? reasons : [];
          return [type, { decided, discarded, ...(reason !== undefined && { reason }) }];
        }),
    );
  }

  /** Returns the types that an input names; without any, the types of the requests that were sent. */
  #typesOf(input: unknown, { resources, undecided }: TouchedTypes): ReadonlySet<string> {
    const named = new Set(namesIn(input, this.#names, 0));
    if (named.size > 0) return named;
    return resources.union(new Set(undecided.keys())).intersection(this.#names);
  }

  #count(type: string, reason: string | undefined): void {
    const counts = this.#types.get(type) ?? { decided: 0, discarded: 0, reasons: [] };
    this.#types.set(type, counts);
    if (reason === undefined) {
      counts.decided++;
    } else {
      counts.discarded++;
      counts.reasons.push(reason);
    }
  }
}

function namesIn(input: unknown, names: ReadonlySet<string>, depth: number): string[] {
  if (typeof input === "string") return names.has(input) ? [input] : [];
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  return depth < DEPTH ? Object.values(input).flatMap((one) => namesIn(one, names, depth + 1)) : [];
}
