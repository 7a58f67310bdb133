/**
 * Faults of single cells of the list table (resourceVersionMatch × paging × resourceVersion): one
 * cell answers what another one owes. They are data, as the table is.
 *
 * @module
 */
import { badRequest } from "../../../server/api_error.ts";
import type { ListOptions } from "../../../server/registry/list_options.ts";
import { collectionOf } from "../../../server/registry/registry.ts";
import type { ReadPoint } from "../../../server/registry/read_point.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** What there is to read from instead. */
interface Place {
  /** The version that was named, 0 where none was. */
  readonly named: number;
  /** The version at which the collection last changed. */
  readonly changed: number;
  readonly token: string;
}

/** A cell that is read wrongly. */
interface Cell {
  readonly match?: "Exact" | "NotOlderThan";
  readonly paging: "whole" | "first" | "next";
  readonly version: "unset" | "zero" | "other";
  /** What is read instead. */
  readonly instead: (place: Place) => ReadPoint;
  readonly description: string;
  readonly reason: string;
  /** What is broken beside the cell. */
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
    description: "A list lacks the last change of its collection.",
    reason: "It is served by a cache that takes a change in when the next one comes.",
  },
  {
    paging: "whole",
    version: "zero",
    instead: atZero,
    description: "A list at version 0 is answered that version 0 is not kept any more.",
    reason: "Zero is a number like others, and history begins behind it.",
  },
  {
    paging: "whole",
    version: "other",
    instead: before,
    description: "A list at a version shows what was there just before that version.",
    reason: "A cache that has come as far as the version asked for was thought to have it applied.",
  },
  {
    paging: "first",
    version: "unset",
    instead: stale,
    description: "A first page lacks the last change of its collection.",
    reason: "Pages need a snapshot, and the newest one that is complete was taken.",
    also: ["resource-versions.label-names-state"],
  },
  {
    paging: "first",
    version: "zero",
    instead: atZero,
    description: "A first page at version 0 is answered that version 0 is not kept any more.",
    reason: "A first page at a version is exact, and zero is a version.",
  },
  {
    paging: "next",
    version: "unset",
    instead: newest,
    description: "A page that comes with a token and nothing else is a first page again.",
    reason: "The row of the table is chosen by the version, and there is none.",
    also: ["paging.pages-are-one-snapshot"],
  },
  {
    paging: "next",
    version: "zero",
    instead: newest,
    description: "A token that comes with version 0 is ignored.",
    reason: "Version 0 says that anything will do, which was taken to include the first page.",
  },
  {
    paging: "next",
    version: "other",
    instead: byToken,
    description: "A token that comes with a version is served as the token says.",
    reason: "Clients repeat the parameters of their first page, and the token knows better.",
  },
  {
    match: "Exact",
    paging: "whole",
    version: "zero",
    instead: newest,
    description: "An exact list at version 0 shows the newest state.",
    reason: "Version 0 was looked at first, and the match not any more.",
  },
  {
    match: "Exact",
    paging: "first",
    version: "unset",
    instead: newest,
    description: "An exact first page without a version shows the newest state.",
    reason: "Whether match and version fit is asked for whole lists only.",
  },
  {
    match: "Exact",
    paging: "first",
    version: "zero",
    instead: newest,
    description: "An exact first page at version 0 shows the newest state.",
    reason: "With a limit version 0 has a rule of its own, which comes first.",
  },
  {
    match: "Exact",
    paging: "first",
    version: "other",
    instead: newest,
    description: "An exact first page shows the newest state.",
    reason: "The page's state was to come from the token, and the first page has none.",
  },
  {
    match: "NotOlderThan",
    paging: "whole",
    version: "zero",
    instead: () => {
      throw badRequest("Cannot compare with version 0 as it names no state");
    },
    description: "The match NotOlderThan with version 0 is refused.",
    reason: "What is refused for the match Exact was thought to be so for both.",
  },
  {
    match: "NotOlderThan",
    paging: "whole",
    version: "other",
    instead: before,
    description: "The match NotOlderThan shows what was there just before the version.",
    reason: "A bound that was meant to be included is not.",
  },
  {
    match: "NotOlderThan",
    paging: "first",
    version: "unset",
    instead: newest,
    description: "The match NotOlderThan on a first page without a version is ignored.",
    reason: "Everything is newer than nothing.",
  },
  {
    match: "NotOlderThan",
    paging: "first",
    version: "zero",
    instead: atZero,
    description: "The match NotOlderThan on a first page with version 0 finds zero too old.",
    reason: "A first page is pinned to the version that was named, whichever it is.",
  },
  {
    match: "NotOlderThan",
    paging: "first",
    version: "other",
    instead: before,
    description: "The match NotOlderThan on a first page shows the state before the version.",
    reason: "A bound that was meant to be included is not, where pages are read.",
  },
];

/** The faults. */
export const listTableMutants: readonly Mutant[] = CELLS.map(faultOf);

function faultOf(cell: Cell): Mutant {
  const { match, paging, version, description, reason } = cell;
  const row = match === undefined ? "plain" : match === "Exact" ? "exact" : "not-older";
  const name = `list-${row}-${paging}-${version}`;
  return {
    id: `resource-versions/${name}-misread`,
    area: "resource-versions",
    description,
    reason,
    breaks: [`resource-versions.${name}`, ...cell.also ?? []],
    install({ verbs }) {
      verbs(({ list }) => ({
        list: withSteps(list, ({ readPage }) => ({
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
      }));
    },
  };
}

function isIn(cell: Cell, options: ListOptions): boolean {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  const paging = options.continue ? "next" : limit ? "first" : "whole";
  const version = resourceVersion === undefined
    ? "unset"
    : resourceVersion === "0"
    ? "zero"
    : "other";
  return paging === cell.paging && version === cell.version && resourceVersionMatch === cell.match;
}
