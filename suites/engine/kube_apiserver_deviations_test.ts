import { assertEquals } from "@std/assert";
import { example, Violation } from "../check.ts";
import { EVERY_KUBE_APISERVER, sharedWith } from "./kube_apiserver_deviations.ts";
import { type KnownDeviation, readKnownDeviations } from "./known_deviations.ts";
import type { EngineOptions } from "./run.ts";
import { runOne } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

const FILES = new URL("../../fixtures/known/", import.meta.url);

/** Returns the check and the requirement of the entries that name both and always show. */
function pairsOf(entries: readonly KnownDeviation[]): string[] {
  return entries.flatMap(({ check, requirement, shows }) =>
    check === undefined || requirement === undefined || shows !== undefined
      ? []
      : [`${check} ${requirement}`]
  );
}

Deno.test("the deviations of every kube-apiserver are those of all recorded releases", async () => {
  const releases = await Promise.all(
    ["1.20", "1.26", "1.36"].map(async (release) =>
      new Set(
        pairsOf(
          await readKnownDeviations(new URL(`kube-apiserver-${release}.yaml`, FILES).pathname),
        ),
      )
    ),
  );
  const [first, ...others] = releases;
  const all = others.reduce((common, one) => common.intersection(one), first!);
  const stated = Object.entries(EVERY_KUBE_APISERVER).map((pair) => pair.join(" "));
  assertEquals(stated.toSorted(), [...all].sort());
});

Deno.test("what the latest releases share is what both of them have, and not every one", async () => {
  const pairs = await Promise.all(["1.26", "1.36"].map(async (release) => {
    const file = new URL(`kube-apiserver-${release}.yaml`, FILES).pathname;
    return new Set(
      (await readKnownDeviations(file)).flatMap(({ check, requirement }) =>
        check === undefined || requirement === undefined ? [] : [`${check} ${requirement}`]
      ),
    );
  }));
  const both = [...pairs[0]!.intersection(pairs[1]!)]
    .map((pair) => pair.split(" ") as [string, string])
    .filter(([check, requirement]) => EVERY_KUBE_APISERVER[check] !== requirement);
  assertEquals(
    both.filter(([check, requirement]) => sharedWith(check, requirement) === undefined),
    [],
  );
  assertEquals(sharedWith("lifecycle/deletion", "lifecycle.delete-removes"), undefined);
  await using served = startTestTarget();
  const [id, requirement] = both[0]!;
  const check = example({
    id: id as `${string}/${string}`,
    title: "a check",
    requirements: ["test.requirement"],
    run: () => Promise.reject(new Violation(requirement, { expected: "a", actual: "b" })),
  });
  const sharedBy = async (disposable: boolean) => {
    const target = { ...served.target, disposable };
    return (await runOne(served, check, { target })).result.failures[0]?.sharedBy;
  };
  assertEquals(await sharedBy(false), "kube-apiserver 1.26 and 1.36");
  assertEquals(await sharedBy(true), undefined);
});

Deno.test("what every kube-apiserver does counts only if it is asked for", async () => {
  await using served = startTestTarget();
  const [id, requirement] = Object.entries(EVERY_KUBE_APISERVER)[0]!;
  const check = example({
    id: id as `${string}/${string}`,
    title: "a check",
    requirements: ["test.requirement"],
    run: () => Promise.reject(new Violation(requirement, { expected: "a", actual: "b" })),
  });
  const verdictOf = async (options: Partial<EngineOptions>) => {
    const { result } = await runOne(served, check, options);
    return [result.verdict, result.failures[0]?.everywhere];
  };
  assertEquals(await verdictOf({}), ["known deviation", true]);
  assertEquals(await verdictOf({ strict: true }), ["fail", undefined]);
  // The reference server has none of them.
  assertEquals(await verdictOf({ target: { ...served.target, disposable: true } }), [
    "fail",
    undefined,
  ]);
  const known = [{ check: id, requirement, target: "test", reason: "It is a test." }];
  assertEquals(await verdictOf({ known }), ["known deviation", undefined]);
});
