/**
 * Checks for tests of the program.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "@plumbline/suites/check";
import { secret } from "@plumbline/suites/resources/secret";
import { startTestTarget, TEST_TOKEN } from "@plumbline/suites/engine/test_target";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

/** Fields that all checks share. */
export const facts = {
  title: "a check",
  requirements: ["paging.limit"] as never,
} as const;

/** Passes. */
export const passing = example({ ...facts, id: "paging/passes", run: () => Promise.resolve() });

/** Passes, and verifies a requirement of the level `convention`. */
const convention = example({
  ...facts,
  id: "resource-versions/custom",
  requirements: ["watch.zero-or-false"],
  run: () => Promise.resolve(),
});

/** Fails for numbers above ten. */
export const failing = property<number>({
  ...facts,
  id: "watch/fails",
  arbitrary: () => fc.nat(),
  run: async (scope, number) => {
    await scope.create(secret, scope.newObject(secret, { content: number }));
    if (number > 10) {
      const found = { expected: "ten or less", actual: String(number) };
      throw new Violation("paging.limit" as never, found);
    }
  },
});

/** Discards every case. */
export const discarding = property<number>({
  ...facts,
  id: "watch/refused",
  arbitrary: () => fc.nat(),
  run: () => Promise.reject(new Discard("refused")),
});

/** Throws an internal error. */
export const broken = example({
  ...facts,
  id: "watch/broken",
  run: () => Promise.reject(new TypeError("an internal error")),
});

/** All of them. */
export const ALL: readonly Check[] = [convention, passing, failing, discarding, broken];

/** Runs `check` on a new server. */
export async function check(
  words: string[],
  checks: readonly Check[] = ALL,
  target = startTestTarget(),
) {
  await using served = target;
  const terminal = testTerminal();
  const { url } = served.target;
  const code = await main(["check", url, "--token", TEST_TOKEN, ...words], terminal, checks);
  return { code, written: terminal.written(), complaints: terminal.complaints(), url };
}
