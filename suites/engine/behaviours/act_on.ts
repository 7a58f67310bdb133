/**
 * Acts on many values, on a few of them at the same time.
 *
 * @module
 */

/** Values that are acted on at the same time, if nothing else is asked for. */
const AT_ONCE = 4;

/** Acts on all values, on a few at the same time. */
export async function actOn<Value>(
  values: readonly Value[],
  act: (value: Value) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = [...values];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
