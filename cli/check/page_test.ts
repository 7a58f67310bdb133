import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { Violation } from "@plumbline/suites/check";
import { example, property } from "@plumbline/suites/check";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";
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
  Deno.test(`the page of a run that is ${verdict} stays up until an interrupt, and the exit code is that of the run`, async () => {
    const terminal = testTerminal();
    const { code, events, report } = await pageOf(["check", "--ui"], terminal, [check]);
    assertEquals(code, expected, terminal.complaints());
    assertStringIncludes(terminal.written(), "Press Ctrl-C to end");
    assertStringIncludes(events, `"verdict":"${verdict}"`);
    assertStringIncludes(report, `<strong>${verdict}</strong>`);
    await assertRejects(() => fetch(addressIn(terminal.written())), TypeError);
  });
}

Deno.test("a terminal shows how to open the page from another machine", async () => {
  const terminal = testTerminal({ isTty: true, columns: 100 });
  await pageOf(["check", "--ui"], terminal, [passing]);
  const { port } = new URL(addressIn(terminal.written()));
  assertStringIncludes(terminal.written(), `ssh -L ${port}:127.0.0.1:${port} HOST`);
});

Deno.test("an interrupt of the run ends its page", async () => {
  const terminal = testTerminal();
  const interrupting = property<number>({
    ...facts,
    id: "resource-versions/interrupted",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.send({ method: "GET", path: "/version" });
      terminal.interrupt();
    },
  });
  assertEquals(await main(["check", "--ui"], terminal, [interrupting, passing]), 130);
  assert(!terminal.written().includes("stays up"), terminal.written());
});

Deno.test("a port without a page is wrong usage", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["check", "--ui-port", "9000"], terminal), 2);
  assertStringIncludes(terminal.complaints(), "Cannot use --ui-port without --ui.");
});

Deno.test("a port in use is named with the remedy", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const terminal = testTerminal();
  assertEquals(await main(["check", "--ui", "--ui-port", `${port}`], terminal, [passing]), 2);
  assertEquals(
    terminal.complaints(),
    `Cannot serve the page on port ${port}: the port is in use. Use --ui-port 0 for a free one.\n`,
  );
});
