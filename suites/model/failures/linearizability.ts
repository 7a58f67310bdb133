/**
 * Decides whether one order of the requests for an object explains every response, as far as real time
 * allows it: the search of Wing and Gong, which never visits a set of requests in the same state twice
 * (Lowe), in the form of porcupine.
 *
 * @module
 */

/** A request that takes effect at one moment between its start and its end. */
export interface AtomicStep {
  /** The tick at which it was sent. */
  readonly began: number;
  /** The tick by which it took effect; infinite if it may take effect at any later time, or never. */
  readonly ended: number;
  /** Returns the state after it, undefined if it cannot take effect in this state. */
  apply(state: string): string | undefined;
}

/** The start or the end of a step, in a list that is linked in both directions. */
interface Entry {
  readonly step: number;
  /** The end of the step, if this is the start of one that ends. */
  readonly end?: Entry;
  readonly isStart: boolean;
  previous: Entry | undefined;
  next: Entry | undefined;
}

/** The number of states that are visited before the search is given up. */
const BUDGET = 200_000;

/**
 * Returns true if an order explains the steps, undefined if the search was given up.
 *
 * @param steps The steps; those without an end are optional.
 * @param budget The number of states to visit. @default {200000}
 */
export function isLinearizable(
  steps: readonly AtomicStep[],
  initial = "",
  budget: number = BUDGET,
): boolean | undefined {
  const head = linked(steps);
  const done = new Uint16Array(Math.ceil(steps.length / 16));
  const visited = new Set<string>();
  const taken: { readonly entry: Entry; readonly state: string }[] = [];
  let mandatory = steps.filter(({ ended }) => ended !== Infinity).length;
  let state = initial;
  let entry = head.next;
  while (mandatory > 0) {
    if (entry !== undefined && entry.isStart) {
      const after = steps[entry.step]!.apply(state);
      flip(done, entry.step);
      const place = after === undefined ? "" : `${String.fromCharCode(...done)}|${after}`;
      if (after === undefined || visited.has(place)) {
        flip(done, entry.step);
        entry = entry.next;
        continue;
      }
      if (visited.size >= budget) return undefined;
      visited.add(place);
      taken.push({ entry, state });
      state = after;
      if (entry.end !== undefined) mandatory--;
      lift(entry);
      entry = head.next;
      continue;
    }
    // A request has ended that could not take effect: another order of those before it is needed.
    const last = taken.pop();
    if (last === undefined) return false;
    state = last.state;
    flip(done, last.entry.step);
    if (last.entry.end !== undefined) mandatory++;
    restore(last.entry);
    entry = last.entry.next;
  }
  return true;
}

function flip(set: Uint16Array, index: number): void {
  set[index >> 4]! ^= 1 << (index & 15);
}

/** Returns the head of the list of starts and ends in the order of time. */
function linked(steps: readonly AtomicStep[]): Entry {
  const moments = steps.flatMap(({ began, ended }, step) => {
    const end: Entry = { step, isStart: false, previous: undefined, next: undefined };
    const isOptional = ended === Infinity;
    const start: Entry = {
      step,
      isStart: true,
      ...(!isOptional && { end }),
      previous: undefined,
      next: undefined,
    };
    return [{ at: began, entry: start }, ...(isOptional ? [] : [{ at: ended, entry: end }])];
  });
  // What ends at the tick at which another starts overlaps with it.
  moments.sort((a, b) => a.at - b.at || Number(b.entry.isStart) - Number(a.entry.isStart));
  const head: Entry = { step: -1, isStart: false, previous: undefined, next: undefined };
  let last = head;
  for (const { entry } of moments) {
    last.next = entry;
    entry.previous = last;
    last = entry;
  }
  return head;
}

function lift(entry: Entry): void {
  for (const each of entry.end === undefined ? [entry] : [entry, entry.end]) {
    each.previous!.next = each.next;
    if (each.next !== undefined) each.next.previous = each.previous;
  }
}

function restore(entry: Entry): void {
  for (const each of entry.end === undefined ? [entry] : [entry.end, entry]) {
    each.previous!.next = each;
    if (each.next !== undefined) each.next.previous = each;
  }
}
