import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { benignVariants, mutants } from "../mutants/mod.ts";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("matrix --list lists every mutant and benign variant with its description", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["matrix", "--list"], terminal), 0);
  const lines = terminal.written().split("\n");
  for (const { id, description } of [...mutants, ...benignVariants]) {
    assert(lines.some((line) => line.startsWith(id) && line.includes(description)), id);
  }
});

Deno.test("matrix --list --json prints all fields, and --json alone is wrong usage", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["matrix", "--list", "--json"], terminal), 0);
  assertEquals(
    JSON.parse(terminal.written()),
    JSON.parse(JSON.stringify({ mutants, benignVariants })),
  );
  const wrong = testTerminal();
  assertEquals(await main(["matrix", "--json"], wrong), 2);
  assertEquals(wrong.complaints(), "Cannot use --json without --list.\n");
});

Deno.test("check --mutant checks the reference server with the seeded bug", async () => {
  const terminal = testTerminal();
  const mutant = ["--mutant", "health/last-exclude-counts"];
  const only = ["--only", "health/exclude-several", "--plain"];
  assertEquals(await main(["check", ...mutant, ...only], terminal), 1);
  assertStringIncludes(
    terminal.written(),
    "deno task check --mutant health/last-exclude-counts --only",
  );
});

Deno.test("an unknown mutant is named with the nearest one", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["check", "--mutant", "health/last-exclude-count"], terminal), 2);
  assertStringIncludes(terminal.complaints(), "Did you mean health/last-exclude-counts?");
});

Deno.test("another server than the reference server has no mutants", async () => {
  const terminal = testTerminal();
  const words = ["check", "http://localhost:1", "--mutant", "health/last-exclude-counts"];
  assertEquals(await main(words, terminal), 2);
  assertEquals(
    terminal.complaints(),
    "Cannot use --mutant with another server than the reference server.\n",
  );
});
