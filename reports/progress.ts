/**
 * How far a run is, as its events tell: what the console and the live page show.
 *
 * @module
 */
import { type RunEvent, type Verdict, VERDICTS } from "./events.ts";

/** How far an area is. */
export interface AreaProgress {
  /** Its name. */
  readonly area: string;
  /** Checks that are to run. */
  readonly due: number;
  /** Checks that ended. */
  readonly done: number;
  /** Checks that run now. */
  readonly running: number;
  /** Cases drawn so far. */
  readonly cases: number;
  /** Requests sent so far. */
  readonly requests: number;
  /** How many checks have each verdict; those that none has are left out. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** How far a run is. */
export interface RunProgress {
  /** The areas, in the order of their first checks. */
  readonly areas: readonly AreaProgress[];
  /** Checks that are to run. */
  readonly due: number;
  /** Checks that ended. */
  readonly done: number;
  /** Cases drawn so far. */
  readonly cases: number;
  /** Requests sent so far. */
  readonly requests: number;
  /** Requests a second, lately. */
  readonly rate: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** Milliseconds that it may still take; absent while that cannot be told. */
  readonly left?: number;
  /** How many checks have each verdict; those that none has are left out. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** Over how many milliseconds the rate is measured. */
const WINDOW = 5_000;

/** A guess from less than this many milliseconds, or this share of the checks, is none. */
const SOON = { elapsed: 2_000, share: 0.05 };

interface CheckProgress {
  readonly area: string;
  cases: number;
  requests: number;
  state: "due" | "running" | Verdict;
}

/** Takes the events of a run and tells how far it is. */
export class ProgressMeter {
  readonly #checks = new Map<string, CheckProgress>();
  readonly #samples: { at: number; requests: number }[] = [];
  #started = 0;

  /** Takes the next event; `now` is in milliseconds, of any clock. */
  take(event: RunEvent, now: number): void {
    switch (event.type) {
      case "run started":
        this.#started = now;
        this.#checks.clear();
        for (const id of event.checks) this.#check(id);
        break;
      case "check started":
        this.#check(event.check).state = "running";
        break;
      case "check progress": {
        const { cases, requests } = event;
        Object.assign(this.#check(event.check), { cases, requests });
        this.#sample(now);
        break;
      }
      case "check finished": {
        const { id, cases, requests, verdict } = event.result;
        Object.assign(this.#check(id), { cases, requests, state: verdict });
        this.#sample(now);
        break;
      }
    }
  }

  /** How far the run is now. */
  progress(now: number): RunProgress {
    const checks = [...this.#checks.values()];
    const elapsed = Math.max(0, now - this.#started);
    const areas = [...new Set(checks.map(({ area }) => area))].map((area) => ({
      area,
      ...countsOf(checks.filter((check) => check.area === area)),
    }));
    const { running, ...all } = countsOf(checks);
    // A check that runs is taken to be half over.
    const share = all.due === 0 ? 0 : (all.done + running / 2) / all.due;
    const told = elapsed >= SOON.elapsed && share >= SOON.share;
    return {
      ...all,
      areas,
      rate: this.#rate(now),
      elapsed,
      ...(told && { left: elapsed * (1 - share) / share }),
    };
  }

  #check(id: string): CheckProgress {
    const known = this.#checks.get(id);
    if (known) return known;
    const made: CheckProgress = { area: id.split("/")[0]!, cases: 0, requests: 0, state: "due" };
    this.#checks.set(id, made);
    return made;
  }

  #sample(now: number): void {
    const requests = [...this.#checks.values()].reduce((sum, check) => sum + check.requests, 0);
    const last = this.#samples.at(-1);
    // Ten a second are enough to measure by.
    if (last && now - last.at < 100) last.requests = requests;
    else this.#samples.push({ at: now, requests });
    while (this.#samples.length > 2 && now - this.#samples[1]!.at > WINDOW) this.#samples.shift();
  }

  #rate(now: number): number {
    const last = this.#samples.at(-1);
    if (last === undefined) return 0;
    const [first] = this.#samples.length > 1 ? this.#samples : [{ at: this.#started, requests: 0 }];
    const time = now - first!.at;
    return time <= 0 ? 0 : Math.round(1_000 * (last.requests - first!.requests) / time);
  }
}

function countsOf(checks: readonly CheckProgress[]): Omit<AreaProgress, "area"> {
  const verdicts: Partial<Record<Verdict, number>> = {};
  for (const verdict of VERDICTS) {
    const count = checks.filter(({ state }) => state === verdict).length;
    if (count > 0) verdicts[verdict] = count;
  }
  const running = checks.filter(({ state }) => state === "running").length;
  const waiting = checks.filter(({ state }) => state === "due").length;
  return {
    due: checks.length,
    done: checks.length - running - waiting,
    running,
    cases: checks.reduce((sum, check) => sum + check.cases, 0),
    requests: checks.reduce((sum, check) => sum + check.requests, 0),
    verdicts,
  };
}
