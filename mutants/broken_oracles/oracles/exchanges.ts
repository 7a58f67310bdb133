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
    find: "before === undefined || before === content ? [] : [",
    replace: "before === undefined || before !== content ? [] : [",
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
];
