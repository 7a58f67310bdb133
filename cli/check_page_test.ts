import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { Violation } from "../suites/mod.ts";
import { example, property } from "../suites/check.ts";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

const facts = {
  title: "shows a page",
  requirements: ["versions.object-carries-version"],
  level: "must",
} as const;

const passing = example({ ...facts, id: "versions/passes", run: () => Promise.resolve() });

const failing = example({
  ...facts,
  id: "versions/fails",
  run: () => {
    const violation = { expected: "a version", actual: "none" };
    return Promise.reject(new Violation("versions.object-carries-version", violation));
  },
});

/** An outside that calls back when a text was written that holds these words. */
function attentiveIo(words: string, options: Parameters<typeof testIo>[0] = {}) {
  const io = testIo(options);
  const { promise, resolve } = Promise.withResolvers<void>();
  const out = (text: string) => {
    io.out(text);
    if (io.written().includes(words)) resolve();
  };
  return { io: { ...io, out }, told: promise };
}

const addressIn = (text: string) => /Live page (http:\S+)/.exec(text)![1]!;

/** Enters with the token, and asks for a path. */
async function askFor(path: string, address: string): Promise<string> {
  const entered = await fetch(address, { redirect: "manual" });
  await entered.body?.cancel();
  const cookie = entered.headers.get("set-cookie")!.split(";")[0]!;
  const response = await fetch(new URL(path, address), { headers: { cookie } });
  return await response.text();
}

for (
  const [check, code, verdict] of [[passing, 0, "conformant"], [
    failing,
    1,
    "not conformant",
  ]] as const
) {
  Deno.test(`the page of a run that is ${verdict} stays up until somebody ends it, and the exit code is the run's`, async () => {
    const { io, told } = attentiveIo("The page stays up");
    const ending = main(["check", "--ui"], io, [check]);
    await told;
    assertStringIncludes(io.written(), "Ctrl-C ends it");
    const address = addressIn(io.written());
    assertStringIncludes(await askFor("/report.html", address), `<strong>${verdict}</strong>`);
    io.interrupt();
    assertEquals(await ending, code, io.complaints());
    await fetch(address).then(() => assert(false, "the page is gone"), () => {});
  });
}

Deno.test("a terminal is told how the page is opened", async () => {
  const { io, told } = attentiveIo("The page stays up", { isTerminal: true, columns: 100 });
  const ending = main(["check", "--ui"], io, [passing]);
  await told;
  const { port } = new URL(addressIn(io.written()));
  assertStringIncludes(io.written(), `ssh -L ${port}:127.0.0.1:${port} HOST`);
  io.interrupt();
  await ending;
});

Deno.test("who ends the run ends its page with it", async () => {
  const io = testIo();
  const interrupting = property<number>({
    ...facts,
    id: "versions/interrupted",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.ask({ method: "GET", path: "/version" });
      io.interrupt();
    },
  });
  assertEquals(await main(["check", "--ui"], io, [interrupting, passing]), 130);
  assert(!io.written().includes("stays up"), io.written());
});

Deno.test("a port for a page that is not wanted is a slip", async () => {
  const io = testIo();
  assertEquals(await main(["check", "--ui-port", "9000"], io), 2);
  assertStringIncludes(io.complaints(), "--ui-port means nothing without --ui");
});
