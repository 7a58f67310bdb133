import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { mutants } from "../server/mod.ts";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("faults lists every fault with what it does", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["faults"], terminal), 0);
  for (const { id, description } of mutants) {
    assert(
      terminal.written().split("\n").some((line) =>
        line.startsWith(id) && line.includes(description)
      ),
    );
  }
});

Deno.test("faults --json gives all that is known of them", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["faults", "--json"], terminal), 0);
  assertEquals(JSON.parse(terminal.written()).faults, JSON.parse(JSON.stringify(mutants)));
});

Deno.test("check --mutant checks the reference server with the fault", async () => {
  const terminal = testTerminal();
  const fault = ["--mutant", "health/last-exclude-counts"];
  const only = ["--only", "health/exclude-several", "--plain"];
  assertEquals(await main(["check", ...fault, ...only], terminal), 1);
  assertStringIncludes(
    terminal.written(),
    "deno task check --mutant health/last-exclude-counts --only",
  );
});

Deno.test("check --mutant refuses faults there are not", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["check", "--mutant", "health/last-exclude-count"], terminal), 2);
  assertStringIncludes(terminal.complaints(), "did you mean health/last-exclude-counts?");
});

Deno.test("check --mutant refuses a target that is somebody else's", async () => {
  const terminal = testTerminal();
  const words = ["check", "http://localhost:1", "--mutant", "health/last-exclude-counts"];
  assertEquals(await main(words, terminal), 2);
  assertStringIncludes(terminal.complaints(), "--mutant is for the reference server");
});
