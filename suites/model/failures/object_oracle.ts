/**
 * Verifies the requests for each object of a round: an acknowledged write survives, a rejected one
 * leaves no trace, one without a response took effect once or not at all, and reads never go back.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";
import { type AtomicStep, isLinearizable } from "./linearizability.ts";
import type { RecordContradiction, RecordedOperation, Round, Shown } from "./operation.ts";

/** A state that a response or an event shows. */
interface Sight {
  readonly number: number;
  /** The tick at which it arrived. */
  readonly at: number;
  readonly key: string;
  readonly shown: Shown;
}

/** The result of verifying the objects. */
export interface ObjectsResult {
  readonly contradictions: readonly RecordContradiction[];
  /** The keys of objects whose orders were too many to try. */
  readonly undecided: readonly string[];
}

/** Verifies all requests for objects, lists included: a list is a read of each object. */
export function verifyObjects(round: Round): ObjectsResult {
  const operations = [...round.operations, ...readsOf(round)];
  const sights = sightsOf(round);
  const contradictions = [
    ...verifyVersions(sights),
    ...verifyUids(round.operations),
  ];
  const undecided: string[] = [];
  const seen = Map.groupBy(sights, ({ key }) => key);
  for (const [key, own] of Map.groupBy(operations, (operation) => operation.key)) {
    const traces = verifyTraces(own, seen.get(key) ?? []);
    contradictions.push(...traces);
    if (traces.length > 0) continue;
    const found = verifyOrder(own, seen.get(key) ?? []);
    if (found === "undecided") undecided.push(key);
    else contradictions.push(...found.length > 0 ? found : verifyMarks(own));
  }
  return { contradictions, undecided };
}

/** Returns the reads that the lists are. */
function readsOf({ lists, keys }: Round): RecordedOperation[] {
  return lists.flatMap(({ number, type, began, ended, items }) =>
    (keys.get(type) ?? []).map((key): RecordedOperation => ({
      number,
      key,
      verb: "get",
      began,
      ended,
      outcome: "accepted",
      shown: items.get(key) ?? "absent",
    }))
  );
}

function sightsOf({ operations, lists, watches }: Round): Sight[] {
  return [
    ...operations.flatMap(({ number, ended, key, shown }) =>
      shown === undefined || shown === "absent" ? [] : [{ number, at: ended, key, shown }]
    ),
    ...lists.flatMap(({ number, ended, items }) =>
      [...items].map(([key, shown]) => ({ number, at: ended, key, shown }))
    ),
    ...watches.flatMap(({ events }) =>
      events.filter(({ type }) => type !== "DELETED")
        .map(({ number, at, key, shown }) => ({ number, at, key, shown }))
    ),
  ].sort((a, b) => a.at - b.at);
}

/** Verifies that a version names one state of an object, and that a write has one version. */
function verifyVersions(sights: readonly Sight[]): RecordContradiction[] {
  const found: RecordContradiction[] = [];
  const byVersion = new Map<string, Sight>();
  const byMark = new Map<string, Sight>();
  for (const sight of sights) {
    const { key, shown: { version, mark, content } } = sight;
    const same = byVersion.get(`${key} ${version}`);
    if (same !== undefined && same.shown.content !== content) {
      found.push(contradictionOf("concurrency.version-names-one-state", key, [same, sight], {
        expected: `one state of ${key} at version ${version}`,
        actual: `${same.shown.content} and ${content}`,
      }));
    }
    byVersion.set(`${key} ${version}`, sight);
    const other = byMark.get(`${key} ${mark}`);
    if (other !== undefined && other.shown.version !== version) {
      found.push(
        contradictionOf("resource-versions.acknowledged-write-persists", key, [other, sight], {
          expected: `write ${mark} of ${key} once, as version ${other.shown.version}`,
          actual: `also as version ${version}`,
        }),
      );
    } else if (other === undefined) byMark.set(`${key} ${mark}`, sight);
  }
  return found.slice(0, 1);
}

/** Verifies that no two created objects have the same uid. */
function verifyUids(operations: readonly RecordedOperation[]): RecordContradiction[] {
  const created = new Map<string, RecordedOperation>();
  for (const operation of operations) {
    const { verb, outcome, shown, key } = operation;
    if (verb !== "create" || outcome !== "accepted" || typeof shown !== "object") continue;
    const other = created.get(shown.uid);
    if (other !== undefined) {
      return [
        contradictionOf("resource-versions.recreated-object-is-new", key, [other, operation], {
          expected: `a uid of its own for each created object`,
          actual: `${other.key} and ${key} were created with the uid ${shown.uid}`,
        }),
      ];
    }
    created.set(shown.uid, operation);
  }
  return [];
}

/** Verifies that rejected writes are never seen, and that accepted ones show themselves. */
function verifyTraces(
  own: readonly RecordedOperation[],
  sights: readonly Sight[],
): RecordContradiction[] {
  const seen = new Map(sights.toReversed().map((sight) => [sight.shown.mark, sight]));
  for (const operation of own) {
    const { mark, outcome, shown, verb, key, began } = operation;
    if (mark === undefined) continue;
    const sight = seen.get(mark);
    if (outcome === "rejected" && sight !== undefined) {
      return [contradictionOf("concurrency.rejected-leaves-no-trace", key, [operation, sight], {
        expected: `no trace of ${verb} ${mark}, which was rejected`,
        actual: `${key} as ${mark}, version ${sight.shown.version}`,
      })];
    }
    if (outcome === "accepted" && typeof shown === "object" && shown.mark !== mark) {
      return [contradictionOf("concurrency.answer-shows-own-write", key, [operation], {
        expected: `${verb} ${mark} in its own response`,
        actual: `${shown.mark}, version ${shown.version}`,
      })];
    }
    if (sight !== undefined && sight.at < began) {
      return [
        contradictionOf("concurrency.no-change-before-its-request", key, [sight, operation], {
          expected: `no effect of ${verb} ${mark} before it is sent`,
          actual: `${key} as ${mark}`,
        }),
      ];
    }
  }
  return [];
}

/** Verifies that every response shows all writes of the object that were acknowledged before. */
function verifyMarks(own: readonly RecordedOperation[]): RecordContradiction[] {
  const writes = own.filter(({ outcome, mark, shown }) =>
    outcome === "accepted" && mark !== undefined && typeof shown === "object"
  );
  for (const read of own.toSorted((a, b) => a.ended - b.ended)) {
    const { shown, began, key } = read;
    if (typeof shown !== "object" || shown.marks === undefined) continue;
    const { marks, uid, version } = shown;
    const lost = writes.find((write) =>
      write.ended < began && (write.shown as Shown).uid === uid && !marks.has(write.mark!)
    );
    if (lost === undefined) continue;
    return [
      contradictionOf("resource-versions.acknowledged-write-persists", key, [lost, read], {
        expected:
          `${lost.verb} ${lost.mark} of ${key}, acknowledged in #${lost.number}, to be kept`,
        actual: `version ${version} has ${[...marks].join(", ")}`,
      }),
    ];
  }
  return [];
}

/** Verifies that one order explains the responses about an object. */
function verifyOrder(
  own: readonly RecordedOperation[],
  sights: readonly Sight[],
): readonly RecordContradiction[] | "undecided" {
  const seenAt = new Map(sights.toReversed().map(({ shown, at }) => [shown.mark, at]));
  const until = (time: number) =>
    isLinearizable(own.flatMap((operation) => stepOf(operation, seenAt, time)));
  const whole = until(Infinity);
  if (whole === undefined) return "undecided";
  if (whole) return [];
  // The first response without which an order exists.
  const ends = [...new Set(own.map(({ ended }) => ended))].sort((a, b) => a - b);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const verdict = until(ends[middle]!);
    if (verdict === undefined) return "undecided";
    if (verdict) low = middle + 1;
    else high = middle;
  }
  const culprit = own.find(({ ended, outcome }) => ended === ends[low] && outcome === "accepted") ??
    own.find(({ ended }) => ended === ends[low])!;
  return [explain(own, culprit)];
}

/** Returns the step of an operation as it was known at a time; none if it decides nothing. */
function stepOf(
  operation: RecordedOperation,
  seenAt: ReadonlyMap<string, number>,
  time: number,
): AtomicStep[] {
  const { verb, outcome, mark, began, shown } = operation;
  if (outcome === "rejected" || began > time) return [];
  const firstSeen = mark === undefined ? undefined : seenAt.get(mark);
  const isSeen = firstSeen !== undefined && firstSeen <= time;
  const isKnown = outcome === "accepted" && operation.ended <= time;
  if (verb === "get" && (!isKnown || shown === undefined)) return [];
  // A change that nobody saw was overwritten, or never happened: either way it explains nothing.
  if (!isKnown && !isSeen && (verb === "update" || verb === "patch")) return [];
  const ended = Math.min(
    isKnown ? operation.ended : Infinity,
    isSeen ? Math.max(began, firstSeen) : Infinity,
  );
  return [{ began, ended, apply: (state) => apply(operation, state) }];
}

/** Returns the state after an operation; a state is the mark of the last write, empty if absent. */
function apply(
  { verb, mark = "", base, shown }: RecordedOperation,
  state: string,
): string | undefined {
  switch (verb) {
    case "create":
      return state === "" ? mark : undefined;
    case "update":
      return state !== "" && (base === undefined || base === state) ? mark : undefined;
    case "patch":
      return state === "" ? undefined : mark;
    case "delete":
      return state === "" ? undefined : "";
    case "get":
      return state === (shown === "absent" ? "" : shown!.mark) ? state : undefined;
  }
}

/** Names the contradiction of a response with those before it. */
function explain(
  own: readonly RecordedOperation[],
  culprit: RecordedOperation,
): RecordContradiction {
  const { verb, key, shown, base, mark } = culprit;
  const state = stateOf(culprit);
  const earlier = own.filter(({ outcome, ended }) =>
    outcome === "accepted" && ended < culprit.began
  ).sort((a, b) => a.ended - b.ended);
  const last = earlier.findLast((each) => stateOf(each) !== undefined && each !== culprit);
  const before = earlier.findLast((each) => stateOf(each) !== state) ?? last;
  const basis = last === undefined ? "absent" : describe(last);
  const involved = [...new Set([before, last].filter((each) => each !== undefined)), culprit];
  if (verb !== "get") {
    const requirement: RequirementId = base === undefined
      ? "resource-versions.acknowledged-write-persists"
      : "resource-versions.stale-write-conflicts";
    const on = base === undefined ? "" : ` of state ${base}`;
    return contradictionOf(requirement, key, involved, {
      expected: `${verb} ${mark ?? ""}${on} to fail, as ${key} was ${basis}`,
      actual: "it was acknowledged",
    });
  }
  const requirement: RequirementId = before?.verb === "get"
    ? "concurrency.reads-never-go-back"
    : "concurrency.reads-show-acknowledged";
  return contradictionOf(requirement, key, involved, {
    expected: `${key} ${basis}, or as a later write left it`,
    actual: shown === "absent" ? "absent" : `as ${state}, version ${(shown as Shown).version}`,
  });
}

/** Returns the state that an accepted operation led to or showed. */
function stateOf({ verb, mark, shown }: RecordedOperation): string | undefined {
  if (verb === "delete") return "";
  if (verb !== "get") return mark;
  return shown === undefined ? undefined : shown === "absent" ? "" : shown.mark;
}

function describe(operation: RecordedOperation): string {
  const { verb, number } = operation;
  const state = stateOf(operation);
  const how = verb === "get" ? "as read in" : `after ${verb}`;
  return `${state === "" ? "absent" : `as ${state}`} ${how} #${number}`;
}

function contradictionOf(
  requirement: RequirementId,
  key: string,
  involved: readonly { readonly number: number }[],
  facts: { readonly expected: string; readonly actual: string },
): RecordContradiction {
  const exchanges = [...new Set(involved.map(({ number }) => number))];
  return { requirement, ...facts, key, exchanges };
}
