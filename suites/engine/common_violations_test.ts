import { assertEquals } from "@std/assert";
import { CommonViolations } from "./common_violations.ts";

Deno.test("a requirement is reported by three checks, accepted deviations not counted", () => {
  const common = new CommonViolations();
  common.add("exchanges.one", "watch/a", "known deviation");
  common.add("exchanges.one", "watch/b", "fail");
  common.add("exchanges.one", "watch/c", "warn");
  assertEquals([...common.reported()], []);
  common.add("exchanges.one", "watch/d", "fail");
  assertEquals([...common.reported()], ["exchanges.one"]);
});

Deno.test("a requirement whose violation is accepted in every check is reported by one", () => {
  const common = new CommonViolations(["exchanges.one"]);
  assertEquals([...common.reported()], []);
  common.add("exchanges.one", "watch/a", "known deviation");
  assertEquals([...common.reported()], ["exchanges.one"]);
});
