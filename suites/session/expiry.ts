/**
 * Outliving a target's history: its clock is moved where it has one, else time passes and writes
 * push what is old out.
 *
 * @module
 */
import type { Session } from "./session.ts";

/** What history is taken to last where nothing is said, in milliseconds: the interface's default. */
const DEFAULT_WINDOW = 5 * 60_000;

/** How long a moved clock may take to show, in milliseconds. */
const SETTLING = 5_000;

/** Writes between two looks: a server may keep its last hundred events, however old. */
const WRITES = 8;

/**
 * Waits until nothing is left to wait for.
 *
 * @param session Whose first slot is written to meanwhile; its object is there.
 * @param pending Looks again, and tells how many things are still held.
 * @returns How many are still held when four windows have passed.
 */
export async function outlive(session: Session, pending: () => Promise<number>): Promise<number> {
  const { target } = session.at.scope;
  const window = target.waits.history ?? DEFAULT_WINDOW;
  const moved = target.advanceClock !== undefined;
  await target.advanceClock?.(window * 1.2 + 1_000);
  const until = performance.now() + (moved ? SETTLING : 4 * window);
  let left = Infinity;
  while (performance.now() < until) {
    // Again after each write: a state is as old as what replaced it.
    await target.advanceClock?.(window * 1.2 + 1_000);
    for (let write = 0; write < WRITES; write++) await session.writer.mergePatch(0);
    left = await pending();
    if (left === 0) return 0;
    await new Promise((resolve) => setTimeout(resolve, moved ? 100 : Math.min(1_000, window / 20)));
  }
  return left;
}
