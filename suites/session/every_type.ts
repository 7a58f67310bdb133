/**
 * Steps for every resource type.
 *
 * @module
 */
import { Discard } from "../check.ts";
import type { Scope } from "../scope.ts";
import { part } from "../verify.ts";

/**
 * Runs the steps of an example for every resource type. A violation ends the steps of its
 * type; a type about which they decide nothing is reported. Neither hides what they find for others.
 *
 * @param scope The scope of the example.
 * @param types The resource types.
 * @param run Runs the steps for one type.
 * @throws {Discard} if the steps decide nothing about any type, or after the last one if the target
 *   called a valid request for a type of the specification invalid
 */
export async function everyType<Type extends { readonly resource: string }>(
  scope: Scope,
  types: readonly Type[],
  run: (type: Type) => Promise<void>,
): Promise<void> {
  let first: Discard | undefined;
  let refused: Discard | undefined;
  let discarded = 0;
  for (const type of types) {
    try {
      await part(type.resource, () => run(type));
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      scope.undecidedType(type.resource, error.message);
      first ??= error;
      if (error.refusal !== undefined) refused ??= error;
      discarded++;
    }
  }
  // A discovered type may refuse objects that are valid by its schema.
  if (refused !== undefined && scope.target.types === undefined) throw refused;
  if (first !== undefined && discarded === types.length) throw first;
}
