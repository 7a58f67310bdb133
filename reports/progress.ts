/**
 * Measures the progress of a run by its events, for the console and the live page.
 *
 * @module
 */
import { type RunEvent, type Verdict, VERDICTS } from "./events.ts";

/** The progress of an area. */
export interface AreaProgress {
  /** The name of the area. */
  readonly area: string;
  /** Number of checks. */
  readonly total: number;
  /** Number of finished checks. */
  readonly done: number;
  /** Number of running checks. */
  readonly running: number;
  /** Number of cases so far. */
  readonly cases: number;
  /** Number of requests so far. */
  readonly requests: number;
  /** Number of checks by verdict, without zeros. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** The progress of a run. */
export interface RunProgress {
  /** The areas, in the order of their first checks. */
  readonly areas: readonly AreaProgress[];
  /** Number of checks. */
  readonly total: number;
  /** Number of finished checks. */
  readonly done: number;
  /** Number of cases so far. */
  readonly cases: number;
  /** Number of requests so far. */
  readonly requests: number;
  /** Requests per second, over the last seconds. */
  readonly rate: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** Estimated remaining milliseconds; absent while too little has run, and when no check waits. */
  readonly remaining?: number;
  /** The checks that run when no other waits: how long they take, the others do not say. */
  readonly last?: readonly string[];
  /** The failures that are repeated once the checks have ended, and the milliseconds that are left for it. */
  readonly explaining?: { readonly failures: number; readonly time: number };
  /** Number of checks by verdict, without zeros. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** The rate is measured over this many milliseconds. */
const WINDOW = 5_000;

/** The remaining time is estimated after these milliseconds and this share of the checks. */
const ESTIMATE_AFTER = { elapsed: 2_000, share: 0.05 };

/**
 * The remaining time is estimated by the checks that finished last, as long ones come first: by
 * these many, or by this share of all that finished.
 */
const NEWEST = { checks: 20, share: 1 / 3 };

/**
 * The requests that a check of an area sends on average in a run with 100 cases per property, roughly:
 * checks of areas that come first send more than those of later ones.
 */
const REQUESTS: Readonly<Record<string, number>> = {
  access: 160,
  "api-versions": 40,
  apply: 100,
  concurrency: 400,
  deployments: 100,
  "dry-run": 190,
  errors: 160,
  exchanges: 2_150,
  "field-validation": 310,
  health: 30,
  lifecycle: 160,
  metadata: 80,
  negotiation: 100,
  operations: 300,
  paging: 330,
  patch: 70,
  "rbac-objects": 110,
  requests: 800,
  "resource-versions": 290,
  reviews: 40,
  secrets: 50,
  selectors: 390,
  watch: 340,
};

/** The requests of a check of another area. */
const OTHER_REQUESTS = 200;

interface CheckProgress {
  readonly area: string;
  cases: number;
  requests: number;
  state: "waiting" | "running" | Verdict;
}

/** Derives the progress of a run from its events. */
export class ProgressMeter {
  readonly #checks = new Map<string, CheckProgress>();
  readonly #samples: { at: number; requests: number }[] = [];
  /** When the checks finished that were not left out, and their usual requests. */
  #finished: { readonly at: number; readonly usual: number }[] = [];
  #started = 0;
  #explaining: { readonly failures: number; readonly until: number } | undefined;

  /** Handles the next event; `now` is the time in milliseconds of any clock. */
  take(event: RunEvent, now: number): void {
    switch (event.type) {
      case "run started":
        this.#started = now;
        this.#checks.clear();
        this.#finished = [];
        this.#explaining = undefined;
        for (const id of event.checks) this.#check(id);
        break;
      case "check started":
        this.#check(event.check).state = "running";
        break;
      case "explaining failures":
        this.#explaining = { failures: event.failures, until: now + event.time };
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
        const usual = usualRequests(this.#check(id));
        if (!isLeftOut(verdict)) this.#finished.push({ at: now, usual });
        this.#sample(now);
        break;
      }
    }
  }

  /** Returns the progress at this time. */
  progress(now: number): RunProgress {
    const checks = [...this.#checks.values()];
    const elapsed = Math.max(0, now - this.#started);
    const areas = [...new Set(checks.map(({ area }) => area))].map((area) => ({
      area,
      ...countsOf(checks.filter((check) => check.area === area)),
    }));
    const { running, ...all } = countsOf(checks);
    const last = all.done + running < all.total
      ? []
      : [...this.#checks].filter(([, { state }]) => state === "running").map(([id]) => id);
    const remaining = last.length > 0 ? undefined : this.#remaining(now, checks);
    return {
      ...all,
      areas,
      rate: this.#rate(now),
      elapsed,
      ...(remaining !== undefined && { remaining }),
      ...(last.length > 0 && { last }),
      ...(this.#explaining && {
        explaining: {
          failures: this.#explaining.failures,
          time: Math.max(0, this.#explaining.until - now),
        },
      }),
    };
  }

  /** Estimates the milliseconds that the other checks take; undefined while too few have finished. */
  #remaining(now: number, checks: readonly CheckProgress[]): number | undefined {
    const count = this.#finished.length;
    const running = checks.filter(({ state }) => state === "running");
    const waiting = checks.filter(({ state }) => state === "waiting");
    // A running check counts as half finished.
    const done = count + running.length / 2;
    const { elapsed, share } = ESTIMATE_AFTER;
    const all = done + waiting.length + running.length / 2;
    if (now - this.#started < elapsed || done < share * all) return undefined;
    const newest = Math.max(NEWEST.checks, Math.ceil(count * NEWEST.share));
    const since = this.#finished[count - newest - 1]?.at ?? this.#started;
    const half = sum(running.map(usualRequests)) / 2;
    const left = sum(waiting.map(usualRequests)) + half;
    return (now - since) * left /
      (sum(this.#finished.slice(-newest).map(({ usual }) => usual)) + half);
  }

  #check(id: string): CheckProgress {
    const known = this.#checks.get(id);
    if (known) return known;
    const made: CheckProgress = {
      area: id.split("/")[0]!,
      cases: 0,
      requests: 0,
      state: "waiting",
    };
    this.#checks.set(id, made);
    return made;
  }

  #sample(now: number): void {
    const requests = [...this.#checks.values()].reduce((sum, check) => sum + check.requests, 0);
    const last = this.#samples.at(-1);
    // Ten samples per second are enough.
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

/** Returns the requests that a check sends on average, which say how long it takes beside others. */
function usualRequests({ area }: Pick<CheckProgress, "area">): number {
  return REQUESTS[area] ?? OTHER_REQUESTS;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** Returns true for the verdict of a check that did not run. */
function isLeftOut(verdict: Verdict): boolean {
  return verdict === "skipped" || verdict === "unsupported";
}

function countsOf(checks: readonly CheckProgress[]): Omit<AreaProgress, "area"> {
  const verdicts: Partial<Record<Verdict, number>> = {};
  for (const verdict of VERDICTS) {
    const count = checks.filter(({ state }) => state === verdict).length;
    if (count > 0) verdicts[verdict] = count;
  }
  const running = checks.filter(({ state }) => state === "running").length;
  const waiting = checks.filter(({ state }) => state === "waiting").length;
  return {
    total: checks.length,
    done: checks.length - running - waiting,
    running,
    cases: checks.reduce((sum, check) => sum + check.cases, 0),
    requests: checks.reduce((sum, check) => sum + check.requests, 0),
    verdicts,
  };
}
