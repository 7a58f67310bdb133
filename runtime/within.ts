/**
 * Waits for promises, with a limit.
 *
 * @module
 */

/** Waits for a promise, but not longer than so many milliseconds. */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, milliseconds));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
