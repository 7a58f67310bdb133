/** Thrown by every assertion that fails. */
export declare class AssertionError extends Error {
  constructor(message: string, options?: ErrorOptions);
}
/** Returns true for values that are deeply equal, as in `assertEquals`. */
export declare function equal(a: unknown, b: unknown): boolean;
export declare function assert(condition: unknown, message?: string): asserts condition;
export declare function assertEquals<T>(actual: T, expected: T, message?: string): void;
export declare function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
export declare function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T;
export declare function assertExists<T>(
  actual: T,
  message?: string,
): asserts actual is NonNullable<T>;
export declare function assertGreater<T>(actual: T, expected: T, message?: string): void;
export declare function assertInstanceOf<T>(
  actual: unknown,
  // deno-lint-ignore no-explicit-any -- a constructor of any parameters
  expected: abstract new (...parameters: any[]) => T,
  message?: string,
): asserts actual is T;
export declare function assertMatch(actual: string, expected: RegExp, message?: string): void;
export declare function assertStringIncludes(
  actual: string,
  expected: string,
  message?: string,
): void;
export declare function assertThrows<E extends Error = Error>(
  action: () => unknown,
  // deno-lint-ignore no-explicit-any -- a constructor of any parameters
  errorClass?: new (...parameters: any[]) => E,
  messageIncludes?: string,
): E;
export declare function assertRejects<E extends Error = Error>(
  action: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any -- a constructor of any parameters
  errorClass?: new (...parameters: any[]) => E,
  messageIncludes?: string,
): Promise<E>;
export declare function fail(message?: string): never;
