import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { mutants } from "../server/mod.ts";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

Deno.test("faults lists every fault with what it does", async () => {
  const io = testIo();
  assertEquals(await main(["faults"], io), 0);
  for (const { id, description } of mutants) {
    assert(
      io.written().split("\n").some((line) => line.startsWith(id) && line.includes(description)),
    );
  }
});

Deno.test("faults --json gives all that is known of them", async () => {
  const io = testIo();
  assertEquals(await main(["faults", "--json"], io), 0);
  assertEquals(JSON.parse(io.written()).faults, JSON.parse(JSON.stringify(mutants)));
});

Deno.test("check --fault checks the reference server with the fault", async () => {
  const io = testIo();
  const fault = ["--fault", "health/last-exclude-counts"];
  const only = ["--only", "health/exclude-several", "--plain"];
  assertEquals(await main(["check", ...fault, ...only], io), 1);
  assertStringIncludes(io.written(), "deno task check --fault health/last-exclude-counts --only");
});

Deno.test("check --fault refuses faults there are not", async () => {
  const io = testIo();
  assertEquals(await main(["check", "--fault", "health/last-exclude-count"], io), 2);
  assertStringIncludes(io.complaints(), "did you mean health/last-exclude-counts?");
});

Deno.test("check --fault refuses a target that is somebody else's", async () => {
  const io = testIo();
  const words = ["check", "http://localhost:1", "--fault", "health/last-exclude-counts"];
  assertEquals(await main(words, io), 2);
  assertStringIncludes(io.complaints(), "--fault is for the reference server");
});
