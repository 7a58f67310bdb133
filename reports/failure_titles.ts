/**
 * Titles of failures that violate different requirements, or one that says more than what is wrong: in
 * words of what was expected and observed.
 *
 * @module
 */
import { acceptedFields } from "./answer_likeness.ts";
import { firstOf } from "./by_reason.ts";
import type { Exchange, Failure } from "./events.ts";
import { credentialsTitle, demandsRejection, isOfIdentity, MOST, typeOf } from "./likeness.ts";
import { verbOf, VERBS } from "./request_words.ts";
import { AS_MERGE_PATCHES, isAppliedAsMergePatch } from "./strategic_patches.ts";
import { addedBy, isStoredWrite } from "./written_fields.ts";

/** Number of characters of a text that are compared. */
const MAX_TEXT = 300;

/** Returns what nearly all of these failures show, in a sentence; undefined if none is known. */
export function titleOfAll(failures: readonly Failure[]): string | undefined {
  // A single one may be so for another reason.
  const patches = failures.filter(isAppliedAsMergePatch);
  if (patches.length >= SEVERAL && patches.length >= MOST * failures.length) {
    return AS_MERGE_PATCHES;
  }
  const unset = failures.filter(isDefaultMissing);
  if (unset.length >= SEVERAL && unset.length >= MOST * failures.length) {
    const named = unset.flatMap(({ statement }) => /`[^`]+`/.exec(statement)?.[0] ?? []);
    return `Defaults are not set: ${firstOf([...new Set(named)], FLAWS)}`;
  }
  const titles = failures.map(titleOf);
  const [title, same] = [...Map.groupBy(titles, (each) => each)]
    .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [undefined, []];
  const isTrue = title !== undefined && same.length >= MOST * failures.length;
  return isTrue ? title : credentialsTitle(failures);
}

/** Returns true if a field has no value although it has a default. */
export function isDefaultMissing({ statement, actual }: Failure): boolean {
  return /^The default of `/.test(statement) && /^(?:[\w.]+: )?(none|null|undefined)$/.test(actual);
}

/** The requirement that a response has what was sent; its violations begin with the path of a field. */
const AS_WRITTEN = "exchanges.fields-as-written";

/** Returns which field is not kept, if failures of at least half of the checks say so of one. */
export function writtenTitle(
  failed: readonly { readonly check: string; readonly failure: Failure }[],
): string | undefined {
  const fields = failed.flatMap(({ check, failure: { requirement, expected, exchange } }) => {
    const path = requirement === AS_WRITTEN
      ? /^([\w./-]+)(?:\[.*?\][\w./-]*)?: /.exec(expected)
      : null;
    const type = exchange.at(-1);
    return path === null || type === undefined
      ? []
      : [{ check, path: path[1]!, type: typeOf(type) }];
  });
  const checksOf = (some: readonly { readonly check: string }[]) =>
    new Set(some.map(({ check }) => check)).size;
  if (fields.length === 0 || 2 * checksOf(fields) < checksOf(failed)) return undefined;
  const segments = fields.map(({ path }) => path.split("."));
  const [first = []] = segments;
  const differs = first.findIndex((name, at) => segments.some((each) => each[at] !== name));
  const common = (differs < 0 ? first : first.slice(0, differs)).join(".");
  const [type, ...others] = new Set(fields.map((one) => one.type));
  if (common === "") return undefined;
  return `\`${common}\`${others.length > 0 ? "" : ` of ${type}`} is not kept as it was sent`;
}

/** Returns which field writes set that do not name it, if most failures show that of one. */
export function addedTitle(failures: readonly Failure[]): string | undefined {
  const added = failures.flatMap(({ exchange }) => {
    const write = exchange.findLast(isStoredWrite);
    const paths = write === undefined ? [] : addedBy(write, exchange);
    return paths.map((path) =>
      `Writes of ${typeOf(write!)} set \`${path}\`, which they do not name`
    );
  });
  const [title, same] = [...Map.groupBy(added, (each) => each)]
    .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [undefined, []];
  return same.length > 1 && same.length > MOST * failures.length ? title : undefined;
}

/** The title of failures that say in many words when other requests had to wait. */
const UNREAD = "A watch whose client does not read delays other requests and watches";

function titleOf({ requirement, expected, actual }: Failure): string | undefined {
  if (requirement === "watch.unread-delays-nobody") return UNREAD;
  const [due, found] = [expected.slice(0, MAX_TEXT), actual.slice(0, MAX_TEXT)];
  const event = /^(ADDED|MODIFIED|DELETED)\b/;
  const [one, other] = [event.exec(due)?.[0], event.exec(found)?.[0]];
  if (
    one !== undefined && other !== undefined && one !== other && !/,/.test(found.split("{")[0]!)
  ) {
    return `A watch sends ${other} in place of ${one}`;
  }
  const act = /^an event of (?:an? |the (?:last )?)?(\w+)/.exec(due)?.[1];
  // The name of an object is none of a change.
  if (act !== undefined && !/\d/.test(act) && /^none\b/.test(found)) {
    const words = act === "deletecollection" ? "DELETE of a collection" : act;
    return `A watch sends no event of ${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
  }
  const isKept = requirement === "resource-versions.list-version-names-state" &&
    due.startsWith("another resourceVersion than ");
  return isKept ? "A list has the same resourceVersion with other items" : undefined;
}

/** The requirements that failures violate, at least, before what they have in common names them. */
const SEVERAL = 3;

/** The flaws that are named of those for which a write must be rejected. */
const FLAWS = 3;

/** A failure, and the write that was accepted although it must be rejected. */
interface Accepted {
  readonly failure: Failure;
  readonly write: Exchange;
}

/** Returns the failures that accept a write which must be rejected. */
function acceptedIn(failures: readonly Failure[]): readonly Accepted[] {
  return failures.flatMap((failure) => {
    const status = Number(/^2\d\d\b/.exec(failure.actual)?.[0]);
    const write = failure.exchange.findLast((one) => one.method !== "GET" && one.status === status);
    const isOfWrite = demandsRejection(failure) && !isOfIdentity(failure);
    return write !== undefined && isOfWrite ? [{ failure, write }] : [];
  });
}

/** Returns true if most failures accept a write which must be rejected. */
export function isAcceptance(failures: readonly Failure[]): boolean {
  return 2 * acceptedIn(failures).length > failures.length;
}

/**
 * Returns which writes are accepted that must be rejected, if that is what most failures of several
 * requirements show: one of the requirements would name a part of it.
 */
export function acceptedTitle(failures: readonly Failure[]): string | undefined {
  const accepted = acceptedIn(failures);
  const [, ofMethod] = [...Map.groupBy(accepted, ({ write }) => write.method)]
    .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ["", []];
  const isOne = 2 * ofMethod.length > failures.length;
  const same = isOne ? ofMethod : accepted;
  const requirements = new Set(same.map(({ failure }) => failure.requirement));
  if (requirements.size < SEVERAL || 2 * same.length <= failures.length) return undefined;
  const types = new Set(same.map(({ write }) => typeOf(write)));
  const of = types.size === 1 ? ` of ${[...types][0]}` : "";
  const flaws = flawsOf(same.map(({ failure }) => failure));
  const [verb, ...verbs] = new Set(same.map(({ write }) => verbOf(write)));
  const words = !isOne ? "A write" : verbs.length > 0 ? VERBS.patch : VERBS[verb!];
  return `${words}${of} that must be rejected is accepted${flaws}`;
}

/**
 * Returns the flaws for which writes must be rejected: in the words of the cases if these are known of most
 * of them, else by the fields that the requirements name.
 */
function flawsOf(failures: readonly Failure[]): string {
  const named = (names: readonly string[]) => firstOf([...new Set(names)].sort(), FLAWS);
  const reasons = failures.flatMap(({ expected }) =>
    /because of: ([\w ]+)/.exec(expected)?.[1] ?? []
  );
  if (2 * reasons.length > failures.length) return `: ${named(reasons)}`;
  const fields = failures.flatMap(acceptedFields).filter((name) => !name.includes(".metadata."));
  if (fields.length === 0) return "";
  const counts = [...Map.groupBy(fields, (name) => name)]
    .toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name);
  // A field may be named by its path, and by the end of it.
  const paths = counts.filter((name) => !counts.some((other) => other.endsWith(`.${name}`)))
    .map((name) => `\`${name}\``);
  return ` (not validated: ${firstOf(paths, FLAWS)})`;
}
