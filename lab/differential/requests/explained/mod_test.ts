import { assert, assertEquals } from "@std/assert";
import { explain, EXPLANATIONS } from "./mod.ts";
import type { AnswerPair, Explanation } from "./explanation.ts";
import type { Comparable } from "../normalize.ts";
import type { Examples, Recording } from "../recording.ts";
import { differencesOf } from "../show.ts";

const FOLDER = new URL("../../../../fixtures/recorded/", import.meta.url);

const read = <T>(server: string, file: string): T =>
  JSON.parse(Deno.readTextFileSync(new URL(`${server}/${file}`, FOLDER)));

/** An exchange in which a real server differs, with its release. */
interface Example {
  readonly exchange: AnswerPair;
  readonly release: string;
}

/** Returns the recorded examples of an explanation. */
const EXAMPLES: ReadonlyMap<string, readonly Example[]> = Map.groupBy(
  [...Deno.readDirSync(FOLDER)].filter(({ isDirectory }) => isDirectory).flatMap(({ name }) => {
    const { release } = read<Recording>(name, "exchanges.json");
    return Object.entries(read<Examples>(name, "explained.json"))
      .map(([id, exchange]) => ({ id, exchange, release }));
  }),
  ({ id }) => id,
);

const examplesOf = ({ id }: Explanation): readonly Example[] => EXAMPLES.get(id) ?? [];

/** Returns true if the explanation alone reduces the difference. */
function explains(explanation: Explanation, exchange: AnswerPair): boolean {
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

Deno.test("a recorded answer of a real server needs each explanation", () => {
  const unneeded = EXPLANATIONS.filter((one) => examplesOf(one).length === 0);
  assertEquals(unneeded.map(({ id }) => id), []);
  const known = EXPLANATIONS.map(({ id }) => id);
  assertEquals([...EXAMPLES.keys()].filter((id) => !known.includes(id)), []);
});

Deno.test("the explanations account for each recorded example completely", () => {
  for (const explanation of EXPLANATIONS) {
    for (const { exchange, release } of examplesOf(explanation)) {
      const { used, isWhole } = explain(exchange, release);
      assert(isWhole, explanation.id);
      assert(used.includes(explanation), `${explanation.id}: ${used.map(({ id }) => id)}`);
    }
  }
});

Deno.test("a difference of one release does not explain one of another release", () => {
  for (const explanation of EXPLANATIONS.filter(({ releases }) => releases)) {
    for (const { exchange } of examplesOf(explanation)) {
      assert(!explain(exchange, "1.30").used.includes(explanation), explanation.id);
    }
  }
});

Deno.test("an internal error of the reference server is never explained", () => {
  for (const { exchange, release } of [...EXAMPLES.values()].flat()) {
    const { isWhole } = explain({ ...exchange, reference: CRASHED }, release);
    assert(!isWhole, JSON.stringify(exchange.request));
  }
});

Deno.test("an explanation accounts for its own difference and hides no other", () => {
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

const accountsForAll = (explanation: Explanation, exchange: AnswerPair) => {
  const reconciled = explanation.reconcile(exchange);
  return reconciled !== undefined && differencesOf({ ...exchange, ...reconciled }).length === 0;
};

/** An ordinary request. */
const PLAIN: AnswerPair["request"] = {
  method: "GET",
  path: "/api/v1/namespaces/differential-test/secrets/s-a",
  query: {},
  accept: "application/json",
  user: "admin",
};

Deno.test("explanations have unique ids and reasons", () => {
  const ids = EXPLANATIONS.map(({ id }) => id);
  assertEquals(ids.length, new Set(ids).size);
  for (const { id, reason } of EXPLANATIONS) assert(reason.length > 20, id);
});
