/**
 * Broken oracles of requests of any combination of parameters, and of their outcomes.
 *
 * @module
 */
import type { BrokenOracle } from "../broken_oracle.ts";

export const requestOracles: readonly BrokenOracle[] = [
  {
    id: "outcomes/managers-are-optional",
    file: "model/outcomes/actions.ts",
    find: '(row) => (row.flaw === "no manager") === (row.fieldManager === "none"),',
    replace: '(row) => (row.flaw === "no manager") !== (row.fieldManager === "none"),',
    checks: ["requests/apply"],
    assumption: "An apply needs no field manager.",
    runs: 60,
  },
  {
    id: "outcomes/collections-by-other-labels",
    file: "model/outcomes/collection.ts",
    find: 'labelsOf(object).written === "first"',
    replace: 'labelsOf(object).written !== "first"',
    checks: ["requests/deletecollection"],
    assumption: "A label selector selects the objects without the label.",
    runs: 60,
  },
  {
    id: "outcomes/removed-fields-stay",
    file: "model/outcomes/edits.ts",
    find: "return value === undefined ? others : {",
    replace: "return value === undefined ? object : {",
    checks: ["requests/merge-patch", "requests/strategic-merge-patch", "requests/update"],
    assumption: "A removed field stays.",
    runs: 100,
  },
  {
    id: "outcomes/bodies-are-yaml",
    file: "model/outcomes/facets.ts",
    find: "[name, first]);",
    replace: '[name, name === "encoding" ? "YAML" : first]);',
    checks: ["requests/delete", "requests/merge-patch", "requests/json-patch"],
    assumption: "A body is YAML unless its row states otherwise.",
    runs: 60,
  },
  {
    id: "outcomes/kept-version-of-changes",
    file: "model/outcomes/outcome.ts",
    find: "if (changes && kept) {",
    replace: "if (changes && !kept) {",
    checks: ["requests/update"],
    assumption: "A change keeps the resourceVersion.",
    runs: 60,
  },
  {
    id: "outcomes/flaws-are-accepted",
    file: "model/outcomes/refusals.ts",
    find: 'if (flaw === "none") return undefined;',
    replace: 'if (flaw !== "stale version") return undefined;',
    checks: ["requests/update"],
    assumption: "Only a stale version is refused.",
    runs: 60,
  },
  {
    id: "review-types/a-path-is-a-number",
    file: "model/fields/review_types.ts",
    find: 'path: string("/plumbline", "/readyz"),',
    replace: 'paths: string("/plumbline", "/readyz"),',
    checks: ["field-validation/review-fields", "field-validation/review-wrong-type"],
    assumption: "The path of a review is in the field `paths`.",
    runs: 100,
  },
];
