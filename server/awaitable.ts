/**
 * Values that are there at once or come later: a promise takes time, so that there is none where
 * nothing waits.
 *
 * @module
 */

/** A value, or the promise of one. */
export type Awaitable<Value> = Value | Promise<Value>;
