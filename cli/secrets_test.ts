import { assertEquals, assertStringIncludes } from "@std/assert";
import { FORMATS } from "@plumbline/reports/formats";
import { startServer } from "@plumbline/reference";
import { type Check, Violation } from "@plumbline/suites/check";
import { example } from "@plumbline/suites/check";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";
import { pageOf } from "./test_page.ts";

const TOKENS = ["token-of-the-administrator-4711", "token-of-bob-0815"] as const;
const VALUE = "the value that must stay secret";

const facts = {
  title: "a check whose failure contains secrets",
  requirements: ["resource-versions.object-carries-version"],
} as const;

/** Reads all Secrets and fails with their data and both tokens. */
const leaking = example({
  ...facts,
  id: "resource-versions/leaks",
  run: async (scope) => {
    const { text } = await scope.send({ method: "GET", path: "/api/v1/secrets" });
    await scope.send({ method: "GET", path: "/api/v1/secrets", identity: "bob" });
    assertStringIncludes(text, btoa(VALUE));
    const actual = `${text}\nas ${TOKENS.join(" and ")}`;
    throw new Violation("resource-versions.object-carries-version", {
      expected: "silence",
      actual,
    });
  },
});

/** Throws an error that contains both tokens. */
const breaking = example({
  ...facts,
  id: "resource-versions/breaks",
  run: () => Promise.reject(new TypeError(`no ${TOKENS[0]}, no ${TOKENS[1]}`)),
});

const CHECKS: readonly Check[] = [leaking, breaking];

Deno.test("no output or file of a run contains a token or the data of a Secret", async () => {
  const server = await startServer({
    port: 0,
    identities: [
      { name: "admin", token: TOKENS[0], groups: ["system:masters"] },
      { name: "bob", token: TOKENS[1], groups: [] },
    ],
  });
  const directory = await Deno.makeTempDir();
  try {
    await hide(server.url);
    const outputs: string[] = [];
    const run = async (words: readonly string[], expected: number) => {
      // A terminal, on which lines change in place.
      const terminal = testTerminal({ isTty: true, columns: 200 });
      assertEquals(
        await main(words, terminal, CHECKS),
        expected,
        terminal.complaints() + terminal.written(),
      );
      outputs.push(terminal.written(), terminal.complaints());
    };
    const target = [server.url, "--token", TOKENS[0], "--identity", `bob=${TOKENS[1]}`];
    await run(["check", ...target, "--report", directory], 5);
    const page = await pageOf(["check", ...target, "--ui"], testTerminal(), CHECKS);
    assertEquals(page.code, 5);
    assertStringIncludes(page.events, "resource-versions/leaks");
    outputs.push(page.events, page.report);
    const files = await textsIn(directory);
    // The events, each format of the report, and a replay file.
    assertEquals(files.length, 1 + FORMATS.length + 1);
    const report = `${directory}/report.json`;
    const [replay] = files.flatMap((text) => /replays\/[^"]*\.json/.exec(text)?.[0] ?? []);
    await run(["check", ...target, "--replay", `${directory}/${replay}`], 1);
    await run(["report", "render", `${directory}/events.ndjson`, "--out", `${directory}/again`], 0);
    await run(["report", "compare", report, report], 0);
    await run(["report", "compare", report, report, report], 0);
    await run(["report", "merge", report, "--out", `${directory}/merged`], 5);
    await run(["report", "verify", report, ...target], 0);
    await run(["known", "update", `${directory}/known.yaml`, "--report", report, "--write"], 0);
    await run(["check", ...target, "--plan"], 0);
    await run(["cleanup", ...target.slice(0, 3)], 0);
    outputs.push(...await outputOfPage(["check", ...target, "--ui"]));
    // Errors must not contain them either.
    await run(["check", server.url, "--token", `${TOKENS[0]}x`], 3);
    await run(["check", server.url.replace("http://", `http://me:${TOKENS[0]}@`)], 2);
    await run(["check", server.url, "--identity", `=${TOKENS[0]}`], 2);
    await run(["check", server.url, "--token", TOKENS[0], "--token", TOKENS[1]], 2);
    const all = [...outputs, ...await textsIn(directory)];
    for (const secret of [...TOKENS, VALUE, btoa(VALUE)]) {
      for (const output of all) {
        const at = output.indexOf(secret);
        assertEquals(at < 0 ? "" : output.slice(Math.max(0, at - 200), at + 80), "");
      }
    }
  } finally {
    await server.close();
    await Deno.remove(directory, { recursive: true });
  }
});

/** Returns everything that the live page of a run receives, with its report. */
async function outputOfPage(words: readonly string[]): Promise<string[]> {
  const { promise: stays, resolve } = Promise.withResolvers<void>();
  const terminal = testTerminal();
  const out = (text: string) => {
    terminal.out(text);
    if (terminal.written().includes("The page stays up")) resolve();
  };
  const ending = main(words, { ...terminal, out }, CHECKS);
  await stays;
  const [, address] = /Live page (http:\S+)/.exec(terminal.written())!;
  const entered = await fetch(address!, { redirect: "manual" });
  await entered.body?.cancel();
  const headers = { cookie: entered.headers.get("set-cookie")!.split(";")[0]! };
  const ask = (path: string) => fetch(new URL(path, address), { headers });
  const [report, events] = [await (await ask("/report.html")).text(), await ask("/events")];
  // The stream of events ends with the run.
  terminal.interrupt();
  const feed = await events.text();
  assertEquals(await ending, 5);
  assertStringIncludes(report, "resource-versions/leaks");
  assertStringIncludes(feed, "resource-versions/leaks");
  return [report, feed, terminal.written(), terminal.complaints()];
}

/** Creates a Secret that does not belong to the run. */
async function hide(url: string): Promise<void> {
  const body = JSON.stringify({
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "hidden",
      annotations: {
        "kubectl.kubernetes.io/last-applied-configuration": `{"data":{"a":"${btoa(VALUE)}"}}`,
      },
    },
    data: { a: btoa(VALUE) },
  });
  const response = await fetch(`${url}/api/v1/namespaces/default/secrets`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKENS[0]}`, "content-type": "application/json" },
    body,
  });
  assertEquals(response.status, 201, await response.text());
}

async function textsIn(directory: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    texts.push(...(isDirectory ? await textsIn(path) : [await Deno.readTextFile(path)]));
  }
  return texts;
}
