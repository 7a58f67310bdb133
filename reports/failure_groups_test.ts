import { assertEquals } from "@std/assert";
import type { Failure } from "./events.ts";
import { type FailureGroup, sharedBy, sureness } from "./failure_groups.ts";

const failed = (confirmed: Failure["confirmed"]) =>
  sureness({ confirmed, replay: "check --repeat 20" } as Failure);

Deno.test("a cause of which every failure is shared with releases of kube-apiserver says so", () => {
  const group = (...shared: (string | undefined)[]) =>
    ({
      checks: shared.map((sharedBy) => ({ failures: [{ ...(sharedBy && { sharedBy }) }] })),
    }) as unknown as FailureGroup;
  assertEquals(sharedBy(group("kube-apiserver 1.36")), "kube-apiserver 1.36 do this, too");
  assertEquals(sharedBy(group("kube-apiserver 1.36", undefined)), undefined);
  assertEquals(sharedBy(group(undefined)), undefined);
});

Deno.test("a failure says how often it showed again, and how it does", () => {
  assertEquals(failed({ attempts: 0, reproduced: 0 }), "seen once, and not repeated");
  assertEquals(failed({ attempts: 3, reproduced: 3 }), "3 of 3 repetitions failed");
  assertEquals(
    failed({ attempts: 20, reproduced: 7, loaded: 19 }),
    "7 of 20 repetitions failed, 19 of them side by side; --repeat 20 shows it again",
  );
});

Deno.test("a failure that shows at most without other requests says that these may hide it", () => {
  for (const reproduced of [0, 1]) {
    assertEquals(
      failed({ attempts: 20, reproduced, loaded: 19 }),
      `${reproduced} of 20 repetitions failed, 19 of them side by side, where other requests may ` +
        "hide it; --repeat 20 repeats it alone first",
    );
  }
});
