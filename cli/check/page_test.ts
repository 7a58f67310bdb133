import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { Violation } from "../../suites/check.ts";
import { example, property } from "../../suites/check.ts";
import { main } from "../main.ts";
import { testIo } from "../test_io.ts";
import { addressIn, pageOf } from "../test_page.ts";

const facts = {
  title: "shows a page",
  requirements: ["resource-versions.object-carries-version"],
  level: "must",
} as const;

const passing = example({ ...facts, id: "resource-versions/passes", run: () => Promise.resolve() });

const failing = example({
  ...facts,
  id: "resource-versions/fails",
  run: () => {
    const violation = { expected: "a version", actual: "none" };
    return Promise.reject(new Violation("resource-versions.object-carries-version", violation));
  },
});

const RUNS = [[passing, 0, "conformant"], [failing, 1, "not conformant"]] as const;

for (const [check, expected, verdict] of RUNS) {
  Deno.test(`the page of a run that is ${verdict} stays up until somebody ends it, and the exit code is the run's`, async () => {
    const io = testIo();
    const { code, events, report } = await pageOf(["check", "--ui"], io, [check]);
    assertEquals(code, expected, io.complaints());
    assertStringIncludes(io.written(), "Ctrl-C ends it");
    assertStringIncludes(events, `"verdict":"${verdict}"`);
    assertStringIncludes(report, `<strong>${verdict}</strong>`);
    await assertRejects(() => fetch(addressIn(io.written())), TypeError);
  });
}

Deno.test("a terminal is told how the page is opened", async () => {
  const io = testIo({ isTerminal: true, columns: 100 });
  await pageOf(["check", "--ui"], io, [passing]);
  const { port } = new URL(addressIn(io.written()));
  assertStringIncludes(io.written(), `ssh -L ${port}:127.0.0.1:${port} HOST`);
});

Deno.test("who ends the run ends its page with it", async () => {
  const io = testIo();
  const interrupting = property<number>({
    ...facts,
    id: "resource-versions/interrupted",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.send({ method: "GET", path: "/version" });
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

Deno.test("a port that is taken is named, with what to do", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const io = testIo();
  assertEquals(await main(["check", "--ui", "--ui-port", `${port}`], io, [passing]), 2);
  assertStringIncludes(io.complaints(), `port ${port}`);
  assertStringIncludes(io.complaints(), "--ui-port 0");
});
