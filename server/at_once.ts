/**
 * Values that are there at once or come later: a promise takes time, so that there is none where
 * nothing waits.
 *
 * @module
 */

/** A value, or the promise of one. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value: at once if it is there, or else once its promise resolves. */
export function goOn<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
