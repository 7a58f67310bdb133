/**
 * Stands in for `runtime/async_local.ts` in browsers, which have no `AsyncLocalStorage`. The bundle's
 * async functions are compiled to promises, so that each step after an `await` is a callback of
 * `then`: such a callback runs with the values of the code that called `then`. Callbacks of timers do
 * as well.
 *
 * @module
 */

/** The values of the steps that are running, by the local that has them. */
let current: ReadonlyMap<object, unknown> = new Map();

/** Runs a function with given values. */
function runWith<Result>(values: ReadonlyMap<object, unknown>, act: () => Result): Result {
  const before = current;
  current = values;
  try {
    return act();
  } finally {
    current = before;
  }
}

/** Returns the function, which runs with the values of now. */
function bound<Callback>(callback: Callback): Callback {
  if (typeof callback !== "function" || current.size === 0) return callback;
  const values = current;
  return ((...given: unknown[]) => runWith(values, () => callback(...given))) as Callback;
}

// deno-lint-ignore no-explicit-any -- functions of the platform, whatever their parameters
type AnyFunction = (...given: any[]) => any;

/** Lets the first arguments of a function of the platform run with the values of the caller. */
function bindCallbacks(owner: object, name: string, count: number): void {
  const original = Reflect.get(owner, name) as AnyFunction;
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
    return original.apply(this, given.map((each, at) => at < count ? bound(each) : each));
  });
}

bindCallbacks(Promise.prototype, "then", 2);
for (const name of ["setTimeout", "setInterval", "queueMicrotask"]) {
  bindCallbacks(globalThis, name, 1);
}

/** A value that the steps of one `run` share, also while others run beside them. */
export class AsyncLocal<Value> {
  /** Runs steps with the value, and returns their result. */
  run<Result>(value: Value, steps: () => Result): Result {
    return runWith(new Map(current).set(this, value), steps);
  }

  /** Returns the value of the steps that are running; undefined outside of `run`. */
  get(): Value | undefined {
    return current.get(this) as Value | undefined;
  }
}
