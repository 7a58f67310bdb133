import { assert, assertEquals } from "@std/assert";
import { explain, EXPLANATIONS } from "./mod.ts";
import type { Exchange, Explanation } from "./explanation.ts";
import type { Comparable } from "../normalize.ts";
import type { Examples, Recording } from "../recording.ts";
import { differencesOf } from "../show.ts";

const FOLDER = new URL("../../../../fixtures/recorded/", import.meta.url);

const read = <T>(server: string, file: string): T =>
  JSON.parse(Deno.readTextFileSync(new URL(`${server}/${file}`, FOLDER)));

/** An exchange that real servers answered otherwise, with the release it was. */
interface Example {
  readonly exchange: Exchange;
  readonly release: string;
}

/** The examples of an explanation, from either server. */
const EXAMPLES: ReadonlyMap<string, readonly Example[]> = Map.groupBy(
  [...Deno.readDirSync(FOLDER)].filter(({ isDirectory }) => isDirectory).flatMap(({ name }) => {
    const { release } = read<Recording>(name, "exchanges.json");
    return Object.entries(read<Examples>(name, "explained.json"))
      .map(([id, exchange]) => ({ id, exchange, release }));
  }),
  ({ id }) => id,
);

const examplesOf = ({ id }: Explanation): readonly Example[] => EXAMPLES.get(id) ?? [];

/** True where the explanation alone makes the difference smaller. */
function explains(explanation: Explanation, exchange: Exchange): boolean {
  const reconciled = explanation.reconcile(exchange);
  return reconciled !== undefined &&
    differencesOf({ ...exchange, ...reconciled }).length < differencesOf(exchange).length;
}

const withBody = (answer: Comparable, change: Record<string, string>): Comparable => ({
  ...answer,
  body: { ...answer.body as Record<string, string>, ...change },
});

const CRASHED: Comparable = {
  status: 500,
  mediaType: "application/json",
  body: { kind: "Status", apiVersion: "v1", status: "Failure", code: 500, reason: "InternalError" },
  warnings: [],
};

Deno.test("each explanation is needed: a real server's answer shows it", () => {
  const unneeded = EXPLANATIONS.filter((one) => examplesOf(one).length === 0);
  assertEquals(unneeded.map(({ id }) => id), []);
  const known = EXPLANATIONS.map(({ id }) => id);
  assertEquals([...EXAMPLES.keys()].filter((id) => !known.includes(id)), []);
});

Deno.test("each example is explained in full, by the explanation it is an example of too", () => {
  for (const explanation of EXPLANATIONS) {
    for (const { exchange, release } of examplesOf(explanation)) {
      const { used, isWhole } = explain(exchange, release);
      assert(isWhole, explanation.id);
      assert(used.includes(explanation), `${explanation.id}: ${used.map(({ id }) => id)}`);
    }
  }
});

Deno.test("what a release did is no explanation for another one", () => {
  for (const explanation of EXPLANATIONS.filter(({ releases }) => releases)) {
    for (const { exchange } of examplesOf(explanation)) {
      assert(!explain(exchange, "1.30").used.includes(explanation), explanation.id);
    }
  }
});

Deno.test("a reference server that crashes is never explained", () => {
  for (const { exchange, release } of [...EXAMPLES.values()].flat()) {
    const { isWhole } = explain({ ...exchange, reference: CRASHED }, release);
    assert(!isWhole, JSON.stringify(exchange.request));
  }
});

Deno.test("an explanation accounts for its own difference and leaves all others", () => {
  for (const explanation of EXPLANATIONS) {
    for (const { exchange } of examplesOf(explanation)) {
      const strayed = { ...exchange, reference: withBody(exchange.reference, { stray: "x" }) };
      const elsewhere = { ...exchange, request: PLAIN };
      const swapped = { ...exchange, reference: exchange.real, real: exchange.reference };
      const leavesOthers = !accountsForAll(explanation, strayed);
      const isParticular = !explains(explanation, elsewhere) || !explains(explanation, swapped);
      assert(leavesOthers || isParticular, explanation.id);
    }
  }
});

const accountsForAll = (explanation: Explanation, exchange: Exchange) => {
  const reconciled = explanation.reconcile(exchange);
  return reconciled !== undefined && differencesOf({ ...exchange, ...reconciled }).length === 0;
};

/** A request that nothing is special about. */
const PLAIN: Exchange["request"] = {
  method: "GET",
  path: "/api/v1/namespaces/differential-test/secrets/s-a",
  query: {},
  accept: "application/json",
  user: "admin",
};

Deno.test("no two explanations have one name, and each has its reason", () => {
  const ids = EXPLANATIONS.map(({ id }) => id);
  assertEquals(ids.length, new Set(ids).size);
  for (const { id, reason } of EXPLANATIONS) assert(reason.length > 20, id);
});
