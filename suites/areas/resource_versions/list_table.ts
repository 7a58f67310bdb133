/**
 * The list table of the interface, cell by cell: what each combination of resourceVersionMatch,
 * paging and resourceVersion owes.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";

/** What a cell owes. */
export type Outcome =
  | "most recent"
  | "any"
  | "not older than"
  | "exact"
  /** A page of the state the token comes from. */
  | "as the token says"
  /** That, or a refusal. */
  | "as the token says, or refused"
  | "refused"
  | "refused with 400";

/** One cell. */
export interface Cell {
  readonly requirement: RequirementId & `resource-versions.list-${string}`;
  readonly match?: "Exact" | "NotOlderThan";
  readonly paging: "whole" | "first" | "next";
  readonly version: "unset" | "zero" | "other";
  readonly outcome: Outcome;
}

/** All 21 cells, row by row. */
export const LIST_TABLE: readonly Cell[] = [
  cell("resource-versions.list-plain-whole-unset", "most recent"),
  cell("resource-versions.list-plain-whole-zero", "any"),
  cell("resource-versions.list-plain-whole-other", "not older than"),
  cell("resource-versions.list-plain-first-unset", "most recent"),
  cell("resource-versions.list-plain-first-zero", "any"),
  cell("resource-versions.list-plain-first-other", "exact"),
  cell("resource-versions.list-plain-next-unset", "as the token says"),
  cell("resource-versions.list-plain-next-zero", "as the token says, or refused"),
  cell("resource-versions.list-plain-next-other", "refused with 400"),
  cell("resource-versions.list-exact-whole-unset", "refused"),
  cell("resource-versions.list-exact-whole-zero", "refused"),
  cell("resource-versions.list-exact-whole-other", "exact"),
  cell("resource-versions.list-exact-first-unset", "refused"),
  cell("resource-versions.list-exact-first-zero", "refused"),
  cell("resource-versions.list-exact-first-other", "exact"),
  cell("resource-versions.list-not-older-whole-unset", "refused"),
  cell("resource-versions.list-not-older-whole-zero", "any"),
  cell("resource-versions.list-not-older-whole-other", "not older than"),
  cell("resource-versions.list-not-older-first-unset", "refused"),
  cell("resource-versions.list-not-older-first-zero", "any"),
  cell("resource-versions.list-not-older-first-other", "not older than"),
];

/** The row and the column stand in the requirement's id. */
function cell(requirement: Cell["requirement"], outcome: Outcome): Cell {
  const words = requirement.split("-");
  const match = requirement.includes("-exact-")
    ? "Exact" as const
    : requirement.includes("-not-older-")
    ? "NotOlderThan" as const
    : undefined;
  return {
    requirement,
    ...(match && { match }),
    paging: words.at(-2) as Cell["paging"],
    version: words.at(-1) as Cell["version"],
    outcome,
  };
}
