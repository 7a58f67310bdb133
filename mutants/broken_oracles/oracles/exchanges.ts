/**
 * Broken oracles of what every exchange must obey.
 *
 * @module
 */
import type { BrokenOracle } from "../broken_oracle.ts";

const checks = ["exchanges/sequences"] as const;

export const exchangeOracles: readonly BrokenOracle[] = [
  {
    id: "exchanges/versions-of-another-object",
    file: "model/exchanges/object_states.ts",
    find: "before === undefined || isSameContent(before, object) ? [] : [",
    replace: "before === undefined || !isSameContent(before, object) ? [] : [",
    checks,
    assumption: "The content of a resourceVersion changes with every response.",
    runs: 20,
  },
  {
    id: "exchanges/newest-is-replaced",
    file: "model/exchanges/current_state.ts",
    find: "known.replaced.delete(version);",
    replace: "known.replaced.add(version);",
    checks,
    assumption: "A write replaces the state that it writes.",
    runs: 20,
  },
  {
    id: "exchanges/creates-answer-accepted",
    file: "model/exchanges/response_invariants.ts",
    find: "create: [200, 201, 202],",
    replace: "create: [202],",
    checks,
    assumption: "A create returns 202 only.",
    runs: 20,
  },
  {
    id: "exchanges/no-bookmarks-or-changes",
    file: "model/exchanges/observer.ts",
    find: 'const EVENT_TYPES = ["ADDED", "MODIFIED",',
    replace: 'const EVENT_TYPES = ["ADDED",',
    checks,
    assumption: "A watch sends no changes.",
    runs: 60,
  },
  {
    id: "exchanges/lists-are-gets",
    file: "model/exchanges/resource_request.ts",
    find: '? "watch" : "list";',
    replace: '? "watch" : "get";',
    checks,
    assumption: "A GET of a collection is a get.",
    runs: 20,
  },
  {
    id: "exchanges/left-out-fields-stay",
    file: "model/exchanges/left_out_fields.ts",
    find: "before === answered && DEFAULTS[path] !== before",
    replace: "before !== answered",
    checks,
    assumption: "A removed field keeps its value.",
    runs: 60,
  },
  {
    id: "exchanges/written-fields-differ",
    file: "model/exchanges/written_fields.ts",
    find: "if (answered === sent || ((answered",
    replace: "if (answered !== sent || ((answered",
    checks,
    assumption: "The response to a write has other values than the request.",
    runs: 20,
  },
  {
    id: "exchanges/accepted-types-are-wrong",
    file: "model/exchanges/media_types.ts",
    find: "if (!isAccepted) {",
    replace: "if (isAccepted) {",
    checks,
    assumption: "A response has no media type of the Accept header.",
    runs: 20,
  },
  {
    id: "exchanges/empty-fields-differ",
    file: "model/exchanges/same_content.ts",
    find: "if (isEmpty(left)) return isEmpty(right);",
    replace: "if (isEmpty(left)) return !isEmpty(right);",
    checks,
    assumption: "An empty field is another state than an absent one.",
    runs: 60,
  },
  {
    id: "exchanges/names-exclude",
    file: "model/exchanges/selectors.ts",
    find: '(actual === term![3]) === (term![2] !== "!=")',
    replace: '(actual === term![3]) === (term![2] === "!=")',
    checks,
    assumption: "A field selector selects the objects with other values.",
    runs: 60,
  },
  {
    id: "exchanges/rows-have-a-cell-too-many",
    file: "model/exchanges/tables.ts",
    find: "cells.length !== columns.length) {",
    replace: "cells.length !== columns.length + 1) {",
    checks: ["negotiation/table", ...checks],
    assumption: "A row of a Table has a cell more than there are columns.",
    runs: 20,
  },
];
