/**
 * Registers tests with the test runner of the runtime: `Deno.test`, or `node:test` in Node and Bun.
 *
 * @module
 */
import { RUNTIME } from "./name.ts";

/** A running test. */
export interface RunningTest {
  /** Reports something that could not be decided, as an ignored step. */
  remark(words: string): Promise<void>;
}

/** Tests, and the functions to run before the first and after the last of them. */
export interface TestPlan {
  /**
   * False if work of one test may go on during others, which Deno else reports as a leak.
   * @default {true}
   */
  readonly sanitize?: boolean;
  before(): Promise<void>;
  after(): Promise<void>;
  readonly tests: readonly {
    readonly name: string;
    run(test: RunningTest): Promise<void>;
  }[];
}

/** Registers tests, in the module that calls this. */
export function registerTests(plan: TestPlan): void {
  if (RUNTIME === "deno") registerWithDeno(plan);
  else void registerWithNode(plan);
}

function registerWithDeno({ sanitize = true, before, after, tests }: TestPlan): void {
  const sanitizers = sanitize ? {} : { sanitizeOps: false, sanitizeResources: false };
  Deno.test.beforeAll(before);
  Deno.test.afterAll(after);
  for (const { name, run } of tests) {
    Deno.test({
      name,
      ...sanitizers,
      fn: (test) =>
        run({
          async remark(words) {
            await test.step({ name: words, ignore: true, fn: () => {} });
          },
        }),
    });
  }
}

async function registerWithNode({ before, after, tests }: TestPlan): Promise<void> {
  const runner = await import("node:test");
  runner.describe("conformance", () => {
    runner.before(before);
    runner.after(after);
    for (const { name, run } of tests) {
      runner.test(name, (test) =>
        run({
          remark: (words) => Promise.resolve(test.diagnostic(words)),
        }));
    }
  });
}
