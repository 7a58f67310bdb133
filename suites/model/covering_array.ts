/**
 * Covering arrays: few rows in which every valid combination of the values of any two (or three)
 * dimensions occurs.
 *
 * @module
 */

/** A row: one value of each dimension. */
export type Row = Readonly<Record<string, string>>;

/** The values of each dimension of a row. */
export type Dimensions = Readonly<Record<string, readonly string[]>>;

/** A condition on some dimensions of a row. */
export interface Constraint {
  /** The dimensions that the condition depends on. */
  readonly of: readonly string[];
  /** Returns true if a row may have these values; only the dimensions of `of` may be read. */
  allows(row: Row): boolean;
}

/** Options of an array. */
export interface CoveringArrayOptions {
  /** The number of dimensions whose combinations are covered. */
  readonly strength: 1 | 2 | 3;
  /** Covers only the combinations with this dimension. @default {all} */
  readonly including?: string | undefined;
  /** A 32-bit integer that the rows depend on. */
  readonly seed: number;
  /** The conditions on rows. @default {[]} */
  readonly constraints?: readonly Constraint[];
}

/** An array of rows. */
export interface CoveringArray {
  /** The rows; the first ones cover the most. */
  readonly rows: readonly Row[];
  /** The number of valid combinations, all of which the rows cover. */
  readonly combinations: number;
}

/** The number of rows that are built for each row of the array, of which the best is taken. */
const CANDIDATES = { 1: 1, 2: 8, 3: 2 } as const;

/**
 * Returns rows that cover every combination of values that some row can have. The same options give
 * the same rows.
 *
 * @throws {RangeError} if no row satisfies the constraints
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { coveringArray } from "./covering_array.ts";
 *
 * const dimensions = { verb: ["get", "list"], form: ["JSON", "Table"], limit: ["none", "1"] };
 * const { rows, combinations } = coveringArray(dimensions, {
 *   strength: 2,
 *   seed: 7,
 *   constraints: [{ of: ["verb", "limit"], allows: (row) => row.verb === "list" || row.limit === "none" }],
 * });
 * assertEquals(combinations, 11); // a get has no limit
 * console.assert(rows.every((row) => row.verb === "list" || row.limit === "none"));
 * ```
 */
export function coveringArray(
  dimensions: Dimensions,
  options: CoveringArrayOptions,
): CoveringArray {
  const space = new Space(dimensions, options.constraints ?? []);
  const random = randomNumbers(options.seed);
  const open = new OpenCombinations(space, options.strength, options.including);
  const combinations = open.count;
  const rows: Row[] = [];
  while (open.count > 0) {
    const first = open.pick(random);
    let best: { row: Cells; gain: number } | undefined;
    for (let candidate = 0; candidate < CANDIDATES[options.strength]; candidate++) {
      const row = buildRow(space, open, first, random);
      const gain = open.gain(row);
      if (best === undefined || gain > best.gain) best = { row, gain };
    }
    open.close(best!.row);
    rows.push(space.rowOf(best!.row));
  }
  return { rows, combinations };
}

/** Returns the number of combinations of values that occur in the rows. */
export function combinationsIn(
  rows: readonly Row[],
  { strength, including }: Pick<CoveringArrayOptions, "strength" | "including">,
): number {
  const found = new Set<number>();
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  for (const row of rows) {
    const names = Object.keys(row).sort();
    const values = names.map((name) => numberOf(`${name}=${row[name]}`));
    for (const on of subsetsOf(names.length, strength)) {
      if (including !== undefined && !on.some((each) => names[each] === including)) continue;
      found.add(on.reduce((number, each) => number * MAX_VALUES + values[each]!, 0));
    }
  }
  return found.size;
}

/** More than the values of all dimensions together; the third power is a safe integer. */
const MAX_VALUES = 2 ** 17;

/** The subsets of so many dimensions, by number and size. */
const knownSubsets = new Map<string, readonly (readonly number[])[]>();

function subsetsOf(dimensions: number, size: number): readonly (readonly number[])[] {
  const key = `${dimensions} ${size}`;
  let known = knownSubsets.get(key);
  if (known === undefined) {
    known = [...subsets(Array.from({ length: dimensions }, (_, index) => index), size)];
    knownSubsets.set(key, known);
  }
  return known;
}

/** The index of the value of each dimension; -1 if it has none yet. */
type Cells = number[];

/** Dimensions and constraints by number. */
class Space {
  readonly names: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** The constraints on each dimension, with the numbers of all dimensions that they depend on. */
  readonly #constraints: readonly { readonly on: readonly number[]; allows(row: Row): boolean }[][];
  /** Dimensions with constraints, those with most first. */
  readonly #constrained: readonly number[];
  readonly #completable = new Map<number, boolean>();
  /** The values that a constraint reads; those of other dimensions are left from before. */
  readonly #read: Record<string, string> = {};

  constructor(dimensions: Dimensions, constraints: readonly Constraint[]) {
    this.names = Object.keys(dimensions);
    this.values = this.names.map((name) => dimensions[name]!);
    const numbered = constraints.map((each) => ({
      on: each.of.map((name) => this.names.indexOf(name)),
      allows: (row: Row) => each.allows(row),
    })).filter(({ on }) => on.every((dimension) => dimension >= 0));
    this.#constraints = this.names.map((_, dimension) =>
      numbered.filter(({ on }) => on.includes(dimension))
    );
    this.#constrained = this.names.map((_, dimension) => dimension)
      .filter((dimension) => this.#constraints[dimension]!.length > 0)
      .sort((one, other) => this.#constraints[other]!.length - this.#constraints[one]!.length);
  }

  /** Returns the row with these values. */
  rowOf(cells: Cells): Row {
    const members = this.names.map((name, dimension) =>
      [name, this.values[dimension]![cells[dimension]!]] as const
    );
    return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Row;
  }

  /** Returns true if some condition depends on a dimension. */
  isConstrained(dimension: number): boolean {
    return this.#constraints[dimension]!.length > 0;
  }

  /** Returns true if the values so far can be completed to a row. */
  completes(cells: Cells): boolean {
    let key = 0;
    for (const dimension of this.#constrained) {
      key = key * (this.values[dimension]!.length + 1) + cells[dimension]! + 1;
    }
    let known = this.#completable.get(key);
    if (known === undefined) {
      const assigned = this.#constrained.filter((dimension) => cells[dimension] !== -1);
      known = assigned.every((dimension) => this.#agrees(cells, dimension)) &&
        this.#complete([...cells], 0);
      this.#completable.set(key, known);
    }
    return known;
  }

  #complete(cells: Cells, from: number): boolean {
    const dimension = this.#constrained[from];
    if (dimension === undefined) return true;
    if (cells[dimension] !== -1) return this.#complete(cells, from + 1);
    for (let value = 0; value < this.values[dimension]!.length; value++) {
      cells[dimension] = value;
      if (this.#agrees(cells, dimension) && this.#complete(cells, from + 1)) return true;
    }
    cells[dimension] = -1;
    return false;
  }

  #agrees(cells: Cells, dimension: number): boolean {
    for (const { on, allows } of this.#constraints[dimension]!) {
      if (!this.#reads(on, cells)) continue;
      if (!allows(this.#read)) return false;
    }
    return true;
  }

  /** Sets the values that a constraint reads; returns false if the row does not have all of them. */
  #reads(on: readonly number[], cells: Cells): boolean {
    for (let index = 0; index < on.length; index++) {
      const dimension = on[index]!;
      const cell = cells[dimension]!;
      if (cell === -1) return false;
      this.#read[this.names[dimension]!] = this.values[dimension]![cell]!;
    }
    return true;
  }
}

/** The combinations that no row has covered yet. */
class OpenCombinations {
  readonly #space: Space;
  readonly #subsets: readonly {
    readonly on: readonly number[];
    /** 1 for every open combination, by its number. */
    readonly open: Uint8Array;
  }[];
  /** The subsets with each dimension. */
  readonly #with: readonly (readonly number[])[];
  /** The number of values of each dimension. */
  readonly #sizes: readonly number[];
  #count = 0;

  constructor(space: Space, strength: number, including: string | undefined) {
    this.#space = space;
    this.#sizes = space.values.map((values) => values.length);
    const dimensions = space.names.map((_, dimension) => dimension);
    const chosen = subsetsOf(dimensions.length, strength).filter((on) =>
      including === undefined || on.includes(space.names.indexOf(including))
    );
    this.#subsets = chosen.map((on) => {
      const size = on.reduce((product, each) => product * space.values[each]!.length, 1);
      return { on, open: new Uint8Array(size) };
    });
    this.#with = dimensions.map((dimension) =>
      this.#subsets.flatMap(({ on }, index) => on.includes(dimension) ? [index] : [])
    );
    for (const { on, open } of this.#subsets) {
      for (let number = 0; number < open.length; number++) {
        if (!space.completes(this.#cellsOf(on, number))) continue;
        open[number] = 1;
        this.#count++;
      }
    }
    if (this.#count === 0) throw new RangeError("Cannot cover dimensions that no row satisfies");
  }

  /** The number of open combinations. */
  get count(): number {
    return this.#count;
  }

  /** Returns the values of a random open combination. */
  pick(random: Random): Cells {
    let skipped = random(this.#count);
    for (const { on, open } of this.#subsets) {
      for (let number = 0; number < open.length; number++) {
        if (open[number] === 1 && skipped-- === 0) return this.#cellsOf(on, number);
      }
    }
    throw new RangeError("Cannot pick a combination as none is open");
  }

  /** Returns the number of open combinations in a row, or only of those with one dimension. */
  gain(cells: Cells, dimension?: number): number {
    let gain = 0;
    const indices = dimension === undefined ? this.#subsets.keys() : this.#with[dimension]!;
    for (const index of indices) {
      const { on, open } = this.#subsets[index]!;
      const number = this.#numberOf(on, cells);
      if (number !== undefined && open[number] === 1) gain++;
    }
    return gain;
  }

  /** Removes the combinations of a row. */
  close(cells: Cells): void {
    for (const { on, open } of this.#subsets) {
      const number = this.#numberOf(on, cells)!;
      this.#count -= open[number]!;
      open[number] = 0;
    }
  }

  #numberOf(on: readonly number[], cells: Cells): number | undefined {
    let number = 0;
    for (let index = 0; index < on.length; index++) {
      const dimension = on[index]!;
      const value = cells[dimension]!;
      if (value === -1) return undefined;
      number = number * this.#sizes[dimension]! + value;
    }
    return number;
  }

  #cellsOf(on: readonly number[], number: number): Cells {
    const cells = this.#space.names.map(() => -1);
    let rest = number;
    for (const dimension of on.toReversed()) {
      const size = this.#sizes[dimension]!;
      cells[dimension] = rest % size;
      rest = Math.floor(rest / size);
    }
    return cells;
  }
}

/** Completes a combination to a row, each value being the one that covers most. */
function buildRow(space: Space, open: OpenCombinations, first: Cells, random: Random): Cells {
  const cells = [...first];
  const left = shuffled(
    cells.flatMap((value, dimension) => value === -1 ? [dimension] : []),
    random,
  );
  for (const dimension of left) {
    let best: { value: number; gain: number } | undefined;
    const isConstrained = space.isConstrained(dimension);
    for (const value of shuffled([...space.values[dimension]!.keys()], random)) {
      cells[dimension] = value;
      if (isConstrained && !space.completes(cells)) continue;
      const gain = open.gain(cells, dimension);
      if (best === undefined || gain > best.gain) best = { value, gain };
    }
    cells[dimension] = best!.value;
  }
  return cells;
}

/** Returns a number from 0 to one less than the bound. */
type Random = (bound: number) => number;

/** Returns a generator of numbers (mulberry32). */
function randomNumbers(seed: number): Random {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

function shuffled<Item>(items: Item[], random: Random): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

function* subsets<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  if (size === 0) return yield [];
  for (let first = 0; first <= items.length - size; first++) {
    for (const rest of subsets(items.slice(first + 1), size - 1)) yield [items[first]!, ...rest];
  }
}
