/**
 * Shrinks listed cases: a list in place of its generator cannot be shrunk by fast-check, unless each
 * part of it can be generated without looking at another.
 *
 * @module
 */
import fc from "fast-check";

/** What an input was shrunk by, and the context that its shrinker gave. */
interface Origin {
  readonly isGenerated: boolean;
  readonly context: unknown;
}

/**
 * Returns a generator that generates as the given one does, and shrinks any other input by leaving out
 * members of its lists, first of them halves, then fewer. One member of each list stays.
 *
 * @param generated Generates the inputs, and shrinks what it has generated.
 * @param lists The names of the lists whose members can be left out; if none is named, the input is
 *   such a list.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import fc from "fast-check";
 * import { leavingOut } from "./leaving_out.ts";
 *
 * const one = fc.constant<{ readonly steps: readonly number[] }>({ steps: [1, 2] });
 * const arbitrary = leavingOut(one, "steps");
 * const smaller = [...arbitrary.shrink({ steps: [7, 8] }, undefined)].map(({ value }) => value);
 * assertEquals(smaller, [{ steps: [8] }, { steps: [7] }]);
 * ```
 */
export function leavingOut<Input>(
  generated: fc.Arbitrary<Input>,
  ...lists: (keyof Input)[]
): fc.Arbitrary<Input> {
  return new LeavingOut(generated, lists);
}

class LeavingOut<Input> extends fc.Arbitrary<Input> {
  readonly #generated: fc.Arbitrary<Input>;
  readonly #lists: readonly (keyof Input)[];

  constructor(generated: fc.Arbitrary<Input>, lists: readonly (keyof Input)[]) {
    super();
    this.#generated = generated;
    this.#lists = lists;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Input> {
    return withOrigin(this.#generated.generate(random, bias), true);
  }

  canShrinkWithoutContext(value: unknown): value is Input {
    return typeof value === "object" && value !== null;
  }

  shrink(value: Input, origin: unknown): fc.Stream<fc.Value<Input>> {
    const { isGenerated = false, context } = (origin ?? {}) as Partial<Origin>;
    if (isGenerated || this.#generated.canShrinkWithoutContext(value)) {
      return this.#generated.shrink(value, context).map((one) => withOrigin(one, true));
    }
    return fc.stream(this.#smaller(value))
      .map((one) => withOrigin(new fc.Value(one, undefined), false));
  }

  *#smaller(value: Input): Generator<Input> {
    if (Array.isArray(value)) yield* fewerOf(value) as Generator<Input & unknown[]>;
    for (const name of this.#lists) {
      const list = value[name];
      if (!Array.isArray(list)) continue;
      for (const fewer of fewerOf(list)) yield { ...value, [name]: fewer };
    }
  }
}

function withOrigin<Input>(
  { value_, context }: fc.Value<Input>,
  isGenerated: boolean,
): fc.Value<Input> {
  const origin: Origin = { isGenerated, context };
  return new fc.Value(value_, origin);
}

/** Returns the list without a half, a quarter, … and without each single member, but never empty. */
function* fewerOf<Item>(list: readonly Item[]): Generator<Item[]> {
  if (list.length < 2) return;
  for (let size = Math.ceil(list.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let from = 0; from < list.length; from += size) {
      yield [...list.slice(0, from), ...list.slice(from + size)];
    }
  }
}
