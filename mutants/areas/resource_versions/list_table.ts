/**
 * Mutants of single cells of the list table (resourceVersionMatch × paging × resourceVersion): each
 * cell is answered like another one.
 *
 * @module
 */
import type { ListParameters, ReadPoint } from "@plumbline/server/parts";
import { collectionOf } from "@plumbline/server/resources";
import { badRequest } from "@plumbline/server/api";
import { type Bug, bugs, type ChangeId, type Mutant } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";

/** The parameters of a list request. */
interface Place {
  /** The requested revision, 0 if unset. */
  readonly named: number;
  /** The revision at which the collection last changed. */
  readonly changed: number;
  readonly token: string;
}

/** A cell of the table that is answered wrongly. */
interface Cell {
  readonly match?: "Exact" | "NotOlderThan";
  readonly paging: "whole" | "first" | "next";
  readonly version: "unset" | "zero" | "other";
  /** Returns the wrong read point. */
  readonly instead: (place: Place) => ReadPoint;
  readonly description: string;
  readonly reason: string;
  /** Requirements violated in addition to that of the cell. */
  readonly also?: Mutant["breaks"];
}

const newest = (): ReadPoint => ({ kind: "most recent" });
const byToken = ({ token }: Place): ReadPoint => ({ kind: "continue", token });
const before = ({ named }: Place): ReadPoint => ({ kind: "exact", revision: named - 1 });
const stale = ({ changed }: Place): ReadPoint =>
  changed > 1 ? { kind: "exact", revision: changed - 1 } : newest();
const atZero = (): ReadPoint => ({ kind: "exact", revision: 0 });

const CELLS: readonly Cell[] = [
  {
    paging: "whole",
    version: "unset",
    instead: stale,
    description: "A list omits the last change of its collection.",
    reason: "A cache applies each change only when the next one arrives.",
  },
  {
    paging: "whole",
    version: "zero",
    instead: atZero,
    description: "A list with `resourceVersion=0` is answered with 410.",
    reason: "The value 0 is treated as a revision, and it is older than the history.",
  },
  {
    paging: "whole",
    version: "other",
    instead: before,
    description: "A list at a resourceVersion returns the state just before it.",
    reason: "The cache counts as up to date before it has applied the change.",
  },
  {
    paging: "first",
    version: "unset",
    instead: stale,
    description: "A first page omits the last change of its collection.",
    reason: "A page is read from the last complete snapshot.",
    also: ["resource-versions.list-version-names-state"],
  },
  {
    paging: "first",
    version: "zero",
    instead: atZero,
    description: "A first page with `resourceVersion=0` is answered with 410.",
    reason: "A first page at a resourceVersion is exact, and 0 is treated as a revision.",
  },
  {
    paging: "next",
    version: "unset",
    instead: newest,
    description: "A request with only a `continue` token returns the first page.",
    reason: "The kind of read is selected by resourceVersion, and none is given.",
    also: ["paging.pages-are-one-snapshot"],
  },
  {
    paging: "next",
    version: "zero",
    instead: newest,
    description: "A `continue` token with `resourceVersion=0` is ignored.",
    reason: "`resourceVersion=0` permits any state, which was taken to include the first page.",
  },
  {
    paging: "next",
    version: "other",
    instead: byToken,
    description: "A `continue` token with a `resourceVersion` is accepted instead of rejected.",
    reason: "Clients repeat the parameters of the first page, and the token has priority.",
  },
  {
    match: "Exact",
    paging: "whole",
    version: "zero",
    instead: newest,
    description: "`resourceVersionMatch=Exact` with `resourceVersion=0` returns the newest state.",
    reason: "`resourceVersion=0` is handled before the match.",
  },
  {
    match: "Exact",
    paging: "first",
    version: "unset",
    instead: newest,
    description:
      "A first page with `resourceVersionMatch=Exact` and no `resourceVersion` is accepted.",
    reason: "The combination is validated only for lists without a limit.",
  },
  {
    match: "Exact",
    paging: "first",
    version: "zero",
    instead: newest,
    description:
      "A first page with `resourceVersionMatch=Exact` and `resourceVersion=0` is accepted.",
    reason: "With a limit `resourceVersion=0` has a separate rule, which is applied first.",
  },
  {
    match: "Exact",
    paging: "first",
    version: "other",
    instead: newest,
    description: "A first page with `resourceVersionMatch=Exact` returns the newest state.",
    reason: "The revision of a page is taken from its token, and a first page has none.",
  },
  {
    match: "NotOlderThan",
    paging: "whole",
    version: "zero",
    instead: () => {
      throw badRequest("resourceVersion 0 is forbidden with NotOlderThan");
    },
    description: "`resourceVersionMatch=NotOlderThan` with `resourceVersion=0` is rejected.",
    reason: "The rule for `Exact` was applied to both values.",
  },
  {
    match: "NotOlderThan",
    paging: "whole",
    version: "other",
    instead: before,
    description:
      "`resourceVersionMatch=NotOlderThan` returns the state just before the resourceVersion.",
    reason: "The bound is exclusive instead of inclusive.",
  },
  {
    match: "NotOlderThan",
    paging: "first",
    version: "unset",
    instead: newest,
    description:
      "A first page with `resourceVersionMatch=NotOlderThan` and no `resourceVersion` is accepted.",
    reason: "Every state is newer than an unset resourceVersion.",
  },
  {
    match: "NotOlderThan",
    paging: "first",
    version: "zero",
    instead: atZero,
    description:
      "A first page with `resourceVersionMatch=NotOlderThan` and `resourceVersion=0` is " +
      "answered with 410.",
    reason: "A first page is read at exactly the given resourceVersion.",
  },
  {
    match: "NotOlderThan",
    paging: "first",
    version: "other",
    instead: before,
    description:
      "A first page with `resourceVersionMatch=NotOlderThan` returns the state just before the " +
      "resourceVersion.",
    reason: "The bound is exclusive instead of inclusive if there is a limit.",
  },
];

export const listTableMutants = bugs(Object.fromEntries(CELLS.map(bugOf)));

function bugOf(cell: Cell): [ChangeId, Bug] {
  const { match, paging, version, description, reason } = cell;
  const row = match === undefined ? "plain" : match === "Exact" ? "exact" : "not-older";
  const name = `list-${row}-${paging}-${version}`;
  return [`resource-versions/${name}-misread`, {
    description,
    reason,
    breaks: [`resource-versions.${name}`, ...cell.also ?? []],
    install: on("list").withSteps(({ readPage }) => ({
      readPage(registry, request, options) {
        if (!isIn(cell, options)) return readPage(registry, request, options);
        const place: Place = {
          named: Number(options.resourceVersion ?? 0),
          changed: registry.storage.lastChange(collectionOf(request).resource),
          token: options.continue ?? "",
        };
        const steps = { ...registry.steps, readPoint: () => cell.instead(place) };
        return readPage({ ...registry, steps }, request, options);
      },
    })),
  }];
}

function isIn(cell: Cell, options: ListParameters): boolean {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  const paging = options.continue ? "next" : limit ? "first" : "whole";
  const version = resourceVersion === undefined
    ? "unset"
    : resourceVersion === "0"
    ? "zero"
    : "other";
  return paging === cell.paging && version === cell.version && resourceVersionMatch === cell.match;
}
