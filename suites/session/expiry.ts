/**
 * Waits until a target's history has expired: moves its clock if it can, else waits and writes, as
 * new events may replace old ones.
 *
 * @module
 */
import type { Session } from "./session.ts";

/** The assumed history window in milliseconds, if none is given: the default of the API. */
const DEFAULT_WINDOW = 5 * 60_000;

/** The milliseconds that a moved clock may take to have an effect. */
const SETTLING = 5_000;

/** The part of its window by which a clock is moved at first, to see that all is still served. */
const FIRST_MOVE = 0.4;

/** What is gone before this part of its window has expired too early. */
const SURE = 0.5;

/**
 * Writes per burst and type, and the number of bursts. Some servers keep the last events of a type,
 * however old, until newer ones replace them.
 */
const BURST = 100;
const BURSTS = 8;

/** What to do if a state expires long before its time. */
export interface Early {
  /** The time before the first of the states, as `performance.now` has it. */
  readonly since: number;
  /** Called once, with the age at which one was gone at most, and the window, in seconds. */
  report(age: number, window: number): void;
}

/**
 * Waits until the target no longer serves expired states.
 *
 * @param sessions The sessions whose first slots are written to meanwhile; the objects must exist.
 * @param pending Returns how many expired states the target still serves: at first one of each session.
 * @returns The number of expired states that are still served after four history windows.
 */
export async function outlive(
  sessions: readonly Session[],
  pending: () => Promise<number>,
  early?: Early,
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
  let movedBy = 0;
  let isEarly = false;
  const move = async (milliseconds: number) => {
    movedBy += milliseconds;
    await target.advanceClock?.(milliseconds);
  };
  const look = async () => {
    left = await pending();
    if (early === undefined || left === sessions.length || isEarly) return;
    const age = performance.now() - early.since + movedBy;
    isEarly = age < window * SURE;
    if (isEarly) early.report(Math.ceil(age / 1_000), window / 1_000);
  };
  if (moved && early !== undefined) {
    await move(window * FIRST_MOVE);
    await look();
  }
  while (performance.now() < until) {
    // After each write, as a state expires a window after it was replaced.
    if (moved) await move(window * 1.2 + 1_000);
    const burst = performance.now() > quietUntil && bursts++ < BURSTS;
    const writes = burst && !moved ? BURST : 1;
    await Promise.all(sessions.map((session) => writeOn(session, writes)));
    await look();
    if (left === 0) return 0;
    await new Promise((resolve) => setTimeout(resolve, moved ? 100 : Math.min(1_000, window / 20)));
  }
  return left;
}

async function writeOn({ writer }: Session, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await writer.mergePatch(0);
}
