import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { startTestTarget, TEST_TOKEN } from "./engine/test_target.ts";
import { ConfigurationError } from "./client/configuration.ts";
import { optionsFromEnvironment } from "./test_environment.ts";

Deno.test("a test fails like its check, and a skipped check is shown as ignored", async () => {
  await using served = startTestTarget();
  const here = import.meta.resolve("./");
  const directory = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${directory}/fake_test.ts`,
    `
import { conformance } from "${here}conformance.ts";
import { Discard, example, Violation } from "${here}check.ts";
import { paging } from "${here}areas/paging/mod.ts";
import { optionsFromEnvironment } from "${here}test_environment.ts";

const facts = { title: "a check", requirements: ["paging.limit-bounds-page"] };
const found = { expected: "one", actual: "two" };
const wrong = new Violation("paging.limit-bounds-page", found);
const odd = new Violation("metadata.large-annotations-rejected", found);
const checks = [
  example({ ...facts, id: "paging/passes", run: (s) => s.send({ method: "GET", path: "/version" }) }),
  example({ ...facts, id: "paging/fails", run: () => Promise.reject(wrong) }),
  example({ ...facts, id: "paging/warns", run: () => Promise.reject(odd) }),
  example({ ...facts, id: "paging/empty", run: () => Promise.reject(new Discard("rejected")) }),
  example({ ...facts, id: "paging/breaks", run: () => Promise.reject(new TypeError("a mistake")) }),
];
conformance({ areas: [{ ...paging, checks }], ...await optionsFromEnvironment() });
`,
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...[
        "test",
        "-A",
        "--no-check",
        "--config",
        new URL("../deno.json", import.meta.url).pathname,
      ],
      ...[`${directory}/fake_test.ts`],
    ],
    env: { NO_COLOR: "1", TARGET_URL: served.target.url, TARGET_TOKEN: TEST_TOKEN },
  }).output();
  const shown = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assertEquals(code, 1, shown);
  for (
    const words of [
      "paging/passes: a check ... ok",
      "paging/fails: a check ... FAILED",
      "expected       one",
      "warn: metadata.large-annotations-rejected: expected one, actual two ... ignored",
      "skipped: the case was discarded: rejected ... ignored",
      "paging/breaks: a check ... FAILED",
      "a mistake",
      "3 passed",
      "2 failed",
    ]
  ) assertStringIncludes(shown, words);
  assert(!shown.includes(TEST_TOKEN));
  await Deno.remove(directory, { recursive: true });
});

Deno.test("the environment selects the target, and invalid values are rejected", async () => {
  const read = (env: Record<string, string>) => optionsFromEnvironment((name) => env[name]);
  const options = await read({ TARGET_RUNS: "7", TARGET_SEED: "0", TARGET_URL: "" });
  assertEquals([options.runs, options.seed], [7, 0]);
  const target = await options.target();
  assert(target.advanceClock !== undefined);
  await target.close();
  for (
    const wrong of [{ TARGET_RUNS: "many" }, { TARGET_DIALECT: "k8s" }, {
      TARGET_KNOWN: "/nowhere",
    }]
  ) await assertRejects(() => read(wrong as Record<string, string>), ConfigurationError);
});

Deno.test("the environment states features, identities and history of the target", async () => {
  await using served = startTestTarget();
  const env: Record<string, string> = {
    TARGET_URL: served.target.url,
    TARGET_TOKEN: TEST_TOKEN,
    TARGET_IDENTITIES: "alice=one,bob=two",
    TARGET_FEATURES: "table, health",
    TARGET_HISTORY: "20",
    TARGET_NAMESPACE: "here",
  };
  const read = async () => {
    const target = await (await optionsFromEnvironment((name) => env[name])).target();
    await target.close();
    return target;
  };
  const { identities, features, waits, namespace } = await read();
  assertEquals(identities.map(({ name }) => name), ["user", "alice", "bob"]);
  assertEquals([features, waits.history, namespace], [["table", "health"], 20_000, "here"]);
  env.TARGET_FEATURES = "";
  assertEquals((await read()).features, []);
  delete env.TARGET_FEATURES;
  assertEquals((await read()).features, undefined);
});
