/**
 * Deletions of collections, page by page.
 *
 * @module
 */
import fc from "fast-check";
import { type DrawnLimit, limit, resolveLimit } from "../../arbitraries/limit.ts";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { labelRequirement } from "../../arbitraries/labels.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { describeAll } from "../../model/list_oracle.ts";
import { asObject, keyOf } from "../../model/object.ts";
import { type LabelRequirement, type Selection, selects } from "../../model/selection.ts";
import type { ObjectJson, Scope } from "../../scope.ts";
import { SLOTS } from "../../session/collection.ts";
import type { Session } from "../../session/session.ts";
import { describeAnswer } from "../../session/violation.ts";

/** A deletion by pages, of all or of what is selected. */
interface DeletionCase {
  readonly past: Population;
  readonly limit: DrawnLimit;
  readonly labels: readonly LabelRequirement[];
  /** Whether a deletion with a selector goes object by object. */
  readonly inPages: boolean;
}

const deletionCase = (labels: fc.Arbitrary<LabelRequirement[]>) =>
  fc.record({
    past: population({ least: 3, most: SLOTS, changes: 0 }),
    limit: limit(),
    labels,
    inPages: fc.nat(3).map((number) => number > 0),
  });

/** Deletions. */
export const DELETIONS: readonly Check[] = [
  property<DeletionCase>({
    id: "paging/deletecollection",
    title: "Each request removes at most its limit, and the last one leaves nothing",
    requirements: ["paging.deletecollection-limit", "paging.deletecollection-continues"],
    level: "must",
    arbitrary: () => deletionCase(fc.constant([])),
    run: deleteByPages,
  }),
  property<DeletionCase>({
    id: "paging/deletecollection-selects",
    title: "A deletion with a selector leaves what is not selected",
    requirements: ["paging.deletecollection-selects"],
    level: "convention",
    arbitrary: () => deletionCase(fc.array(labelRequirement(), { minLength: 1, maxLength: 2 })),
    run: deleteSelected,
  }),
];

async function deleteByPages(scope: Scope, { past, limit }: DeletionCase): Promise<void> {
  const session = await populate(scope, past);
  const selection = place(session);
  let there = await remaining(session);
  const outside = there.filter((object) => !selects(selection, object)).length;
  const bound = resolveLimit(limit, there.length - outside);
  let token: string | undefined;
  for (let requests = 0; requests < 20; requests++) {
    token = await deletePage(session, selection, { limit: `${bound}`, continue: token });
    const now = await remaining(session);
    if (there.length - now.length > bound) {
      throw new Violation("paging.deletecollection-limit", {
        expected: `at most ${bound} removed`,
        actual: `${there.length - now.length} removed`,
      });
    }
    there = now;
    if (token === undefined) break;
  }
  if (there.length === outside) return;
  throw new Violation("paging.deletecollection-continues", {
    expected: "no object left when no token came back",
    actual: describeAll(there),
  });
}

async function deleteSelected(
  scope: Scope,
  { past, labels, inPages }: DeletionCase,
): Promise<void> {
  const session = await populate(scope, past);
  const selection = { ...place(session), labels };
  const before = await remaining(session);
  const bound = inPages ? "1" : undefined;
  let token: string | undefined;
  for (let requests = 0; requests < 20; requests++) {
    token = await deletePage(session, selection, { limit: bound, continue: token });
    if (token === undefined) break;
  }
  const due = before.filter((object) => !selects(selection, object)).map(keyOf).sort();
  // Whether pages reach the end is another check's business.
  const left = (await remaining(session)).filter((object) =>
    !inPages || !selects(selection, object)
  );
  if (left.map(keyOf).sort().join() === due.join()) return;
  throw new Violation("paging.deletecollection-selects", {
    expected: `${due.join(", ") || "nothing"} to be left`,
    actual: describeAll(left),
  });
}

/** Collections are deleted in one namespace: there is no path over all of them. */
function place(session: Session): Selection {
  const namespace = session.at.namespaceOf(0);
  return namespace === undefined ? {} : { namespace };
}

/** Deletes a page; returns the token for the next. */
async function deletePage(
  { at }: Session,
  selection: Selection,
  options: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const { path, query } = at.ask(selection);
  // Also where nobody else should be: a deletion that reaches too far is worse than a check less.
  const labelSelector = at.isExclusive(selection)
    ? [query.labelSelector, at.scope.selector].filter((each) => each !== undefined).join()
    : query.labelSelector;
  const answer = await at.scope.ask({
    method: "DELETE",
    path,
    query: { ...query, ...options, labelSelector },
  });
  if (answer.status === 410) throw new Discard("history was too short for the case");
  if (answer.status !== 200 && answer.status !== 202) {
    const facts = { expected: "200 or 202", actual: describeAnswer(answer) };
    throw new Violation("paging.deletecollection-continues", facts);
  }
  if (answer.status === 202) throw new Discard("the deletion happens later");
  const token = asObject(asObject(answer.json)?.metadata)?.continue;
  return typeof token === "string" && token !== "" ? token : undefined;
}

async function remaining({ reader, at }: Session): Promise<readonly ObjectJson[]> {
  const { pages: [page] } = await reader.list(at.widest());
  return page!.items;
}
