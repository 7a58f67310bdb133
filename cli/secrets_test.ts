import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FORMATS } from "../reports/mod.ts";
import { startServer } from "../server/mod.ts";
import { type Check, Violation } from "../suites/mod.ts";
import { example } from "../suites/check.ts";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

const TOKENS = ["token-of-the-administrator-4711", "token-of-bob-0815"] as const;
const VALUE = "the value that nobody may see";

const facts = {
  title: "tells all it knows",
  requirements: ["versions.object-carries-version"],
  level: "must",
} as const;

/** Sees the Secrets of others and says so. */
const telling = example({
  ...facts,
  id: "versions/tells",
  run: async (scope) => {
    const { text } = await scope.ask({ method: "GET", path: "/api/v1/secrets" });
    await scope.ask({ method: "GET", path: "/api/v1/secrets", identity: "bob" });
    assertStringIncludes(text, btoa(VALUE));
    const actual = `${text}\nas ${TOKENS.join(" and ")}`;
    throw new Violation("versions.object-carries-version", { expected: "silence", actual });
  },
});

/** Breaks with a token on its lips. */
const breaking = example({
  ...facts,
  id: "versions/breaks",
  run: () => Promise.reject(new TypeError(`no ${TOKENS[0]}, no ${TOKENS[1]}`)),
});

const CHECKS: readonly Check[] = [telling, breaking];

Deno.test("tokens and what Secrets hold are in nothing that a run leaves behind", async () => {
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
    const io = testIo();
    const code = await main(
      [
        ...["check", server.url, "--token", TOKENS[0], "--identity", `bob=${TOKENS[1]}`],
        ...["--report", directory],
      ],
      io,
      CHECKS,
    );
    assertEquals(code, 5, io.complaints());
    const outputs = [io.written(), io.complaints(), ...await textsIn(directory)];
    assert(outputs.length >= FORMATS.length + 3, `${outputs.length} outputs`);
    for (const secret of [...TOKENS, VALUE, btoa(VALUE)]) {
      for (const output of outputs) {
        const at = output.indexOf(secret);
        assertEquals(at < 0 ? "" : output.slice(Math.max(0, at - 200), at + 80), "");
      }
    }
  } finally {
    await server.close();
    await Deno.remove(directory, { recursive: true });
  }
});

/** Puts a Secret on the server that is none of the run's. */
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
