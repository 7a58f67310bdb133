/**
 * Outliving a target's history: its clock is moved where it has one, else time passes and writes
 * push what is old out.
 *
 * @module
 */
import type { Session } from "./session.ts";

/** The assumed history window in milliseconds, if none is given: the default of the API. */
const DEFAULT_WINDOW = 5 * 60_000;

/** The milliseconds that a moved clock may take to have an effect. */
const SETTLING = 5_000;

/**
 * Writes to each type in one burst, and how many bursts there are. Servers that keep the last events
 * of a type, however old, drop them for newer ones, and keep fewer where it was quiet before.
 */
const BURST = 100;
const BURSTS = 8;

/**
 * Waits until nothing is left to wait for.
 *
 * @param sessions Whose first slots are written to meanwhile; their objects are there. Some servers
 * keep a state until newer ones of its own type push it out.
 * @param pending Returns how many expired states the target still serves.
 * @returns How many are still held when four windows have passed.
 */
export async function outlive(
  sessions: readonly Session[],
  pending: () => Promise<number>,
): Promise<number> {
  const [first] = sessions;
  if (first === undefined) return 0;
  const { target } = first.at.scope;
  const window = target.waits.history ?? DEFAULT_WINDOW;
  const moved = target.advanceClock !== undefined;
  const until = performance.now() + (moved ? SETTLING : 4 * window);
  const quietUntil = performance.now() + (moved ? 0 : 2 * window);
  let left = Infinity;
  let bursts = 0;
  while (performance.now() < until) {
    // Again after each write: a state is as old as what replaced it.
    await target.advanceClock?.(window * 1.2 + 1_000);
    const burst = performance.now() > quietUntil && bursts++ < BURSTS;
    const writes = burst && !moved ? BURST : 1;
    await Promise.all(sessions.map((session) => writeOn(session, writes)));
    left = await pending();
    if (left === 0) return 0;
    await new Promise((resolve) => setTimeout(resolve, moved ? 100 : Math.min(1_000, window / 20)));
  }
  return left;
}

async function writeOn({ writer }: Session, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await writer.mergePatch(0);
}
