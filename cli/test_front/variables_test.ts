import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "@plumbline/options";
import { VARIABLES, wordsOf } from "./variables.ts";

Deno.test("variables are options of check, several values with commas", () => {
  const env = {
    TARGET_URL: "https://localhost:6443",
    TARGET_AREA: "watch,paging",
    TARGET_IDENTITY: "bob=token-b, carol=token-c",
    TARGET_QUICK: "true",
    TARGET_STRICT: "false",
    TARGET_SUITE_MODULE: "./acme.ts",
    TARGET_TOKEN: "",
    TARGET_PLATFORM_OF_ANOTHER_PROGRAM: "linux",
    HOME: "/root",
  };
  assertEquals(wordsOf(env), [
    "https://localhost:6443",
    ...["--area", "watch,paging"],
    ...["--identity", "bob=token-b", "--identity", "carol=token-c"],
    "--quick",
    ...["--suite-module", "./acme.ts"],
  ]);
});

Deno.test("the configuration file of the folder is used unless another is named", () => {
  assertEquals(wordsOf({}, "plumbline.yaml"), ["--config", "plumbline.yaml"]);
  assertEquals(wordsOf({ TARGET_CONFIG: "mine.yaml" }, "plumbline.yaml"), [
    "--config",
    "mine.yaml",
  ]);
});

Deno.test("a misspelled variable and a wrong flag are named", () => {
  const complaint = (env: Record<string, string>) =>
    assertThrows(() => wordsOf(env), UsageError).message;
  assertEquals(
    complaint({ TARGET_SHRAD: "1/2" }),
    "Unknown variable TARGET_SHRAD. Did you mean TARGET_SHARD?",
  );
  assertEquals(
    complaint({ TARGET_URI: "http://localhost" }),
    "Unknown variable TARGET_URI. Did you mean TARGET_URL?",
  );
  assertEquals(
    complaint({ TARGET_QUICK: "yes" }),
    'Cannot use TARGET_QUICK "yes". Give true or false.',
  );
});

Deno.test("no variable lists checks, shows a page or repeats one case", () => {
  for (const name of ["LIST", "JSON", "PLAN", "UI", "REPLAY", "HUNT", "REPEAT", "NEMESIS"]) {
    assertEquals(VARIABLES.has(`TARGET_${name}`), false, name);
  }
  for (const name of ["KUBECONFIG", "SHARD", "KNOWN", "REPORT", "RATE", "TYPES"]) {
    assertEquals(VARIABLES.has(`TARGET_${name}`), true, name);
  }
});
