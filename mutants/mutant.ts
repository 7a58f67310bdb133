/**
 * Types of seeded bugs and benign variants: a description and a function that changes the server.
 *
 * @module
 */
import type { PartChanges } from "@plumbline/server/parts";

/** A change to the server's behaviour. */
export interface ServerChange {
  /** `area/name`, the name being a few words joined by dashes. */
  readonly id: string;
  /**
   * Id of the area of suites whose checks exercise the changed behaviour.
   *
   * @default {the part of the id before the slash}
   */
  readonly area?: string;
  /** The changed behaviour, in one sentence. */
  readonly description: string;
  /** The reason why a careful engineer might write it, in one sentence. */
  readonly reason: string;
  /** Changes parts of the server. Called once per assembled server, so state inside is its own. */
  install(parts: PartChanges): void;
}

/** A seeded bug: a change that violates requirements. */
export interface Mutant extends ServerChange {
  /** Ids of the violated requirements in the catalogue of the suites. */
  readonly breaks: readonly [string, ...string[]];
  /**
   * The number of replicas to serve the same objects with, of which only the last has the bug.
   *
   * @default {1}
   */
  readonly replicas?: number;
}

/** A change that the specification allows: no check may fail. */
export interface BenignVariant extends ServerChange {
  /** The statement of the specification that allows it; of known deviations, why they are none of others. */
  readonly allowedBy: string;
  /**
   * Requirements that it violates, and that are stated as known deviations: all that lies behind them is
   * judged, and must hold.
   *
   * @default {none}
   */
  readonly known?: readonly string[];
}

/** A change with its area, as the catalogues list it. */
export type Catalogued<Change extends ServerChange> = Change & { readonly area: string };

/** The id of a change: its area and a few words joined by dashes. */
export type ChangeId = `${string}/${string}`;

/** A seeded bug without its id. */
export interface Bug extends Omit<Mutant, "id" | "area" | "breaks"> {
  /** The violated requirement, or the requirements. */
  readonly breaks: string | Mutant["breaks"];
}

/** Returns the change with its area. */
export function catalogued<Change extends ServerChange>(change: Change): Catalogued<Change> {
  const area = change.area ?? change.id.slice(0, change.id.indexOf("/"));
  return { ...change, area };
}

/**
 * Returns seeded bugs that are listed by their ids.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { bugs, mutantSwitch } from "@plumbline/plumbline/mutants";
 *
 * const own = bugs({
 *   "health/always-unhealthy": {
 *     description: "The server is never healthy.",
 *     reason: "The last check was left in.",
 *     breaks: "health.live-answers-success",
 *     install({ wire }) {
 *       wire(() => ({ answer: () => Promise.resolve(new Response(null, { status: 500 })) }));
 *     },
 *   },
 * });
 * assertEquals(own[0]?.area, "health");
 * const plugin = mutantSwitch(own);
 * ```
 */
export function bugs(table: Readonly<Record<ChangeId, Bug>>): readonly Catalogued<Mutant>[] {
  return Object.entries(table).map(([id, bug]) => {
    const breaks: Mutant["breaks"] = typeof bug.breaks === "string" ? [bug.breaks] : bug.breaks;
    return catalogued({ id, ...bug, breaks });
  });
}

/** Returns benign variants that are listed by their ids. */
export function variants(
  table: Readonly<Record<ChangeId, Omit<BenignVariant, "id" | "area">>>,
): readonly Catalogued<BenignVariant>[] {
  return Object.entries(table).map(([id, variant]) => catalogued({ id, ...variant }));
}
