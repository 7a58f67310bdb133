import { assert, assertEquals } from "@std/assert";
import { AREAS, CHECKS } from "../../areas/mod.ts";
import { runChecks } from "../../engine/run.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";
import type { Scope } from "../../scope.ts";
import { neutralParameters } from "../reviews.ts";
import { awaitDecision, type Decided } from "./attempts.ts";

Deno.test("without a second identity an unknown user is impersonated", async () => {
  const embedded = await startEmbedded();
  try {
    const [result] = await runChecks({
      target: { ...embedded, identities: [embedded.identities[0]] },
      checks: CHECKS.filter(({ id }) => id === "dry-run/same-authorization"),
      areas: AREAS,
      seed: 1,
      runs: 10,
      emit: () => {},
    });
    assertEquals([result?.verdict, result?.cases], ["pass", 10]);
    assert((result?.spread?.["forbidden"] ?? 0) > 0);
  } finally {
    await embedded.close();
  }
});

/** Returns how often a target is asked for a decision that is expected to be true. */
async function timesAsked(scope: Scope, decision: Decided["allowed"]): Promise<number> {
  let count = 0;
  await awaitDecision(scope, true, () => {
    count++;
    return Promise.resolve({ allowed: decision, description: "" });
  });
  return count;
}

/** A scope of which only the target is used. */
const scopeWith = (propagation: number) =>
  ({ target: { client: {}, waits: { propagation } } }) as unknown as Scope;

Deno.test("a wrong decision is waited for, and an answer that is no decision is not", async () => {
  const scope = scopeWith(100);
  assert(await timesAsked(scope, false) > 1);
  assertEquals(await timesAsked(scope, undefined), 1);
});

Deno.test("reviews have parameters that depend on what is reviewed, and not on the names of a scope", () => {
  const parametersOf = (id: string, verb: string, lacks: readonly string[] = []) => {
    const scope = { id, namespaces: [`ns-${id}`], target: { lacks } } as unknown as Scope;
    return JSON.stringify(
      neutralParameters(scope, { verb, name: `x-${id}`, namespace: `ns-${id}` }),
    );
  };
  const verbs = [
    "get",
    "list",
    "watch",
    "create",
    "update",
    "patch",
    "delete",
    "*",
    "proxy",
    "plumb",
  ];
  const found = verbs.map((verb) => parametersOf("one", verb));
  assertEquals(verbs.map((verb) => parametersOf("other", verb)), found);
  assert(new Set(found).size > 3);
  assert(found.some((text) => text.includes("dryRun")));
  assert(!verbs.some((verb) => parametersOf("one", verb, ["dry-run"]).includes("dryRun")));
});

/** Asks for a decision that becomes right the second time. */
async function askLate(scope: Scope): Promise<void> {
  let allowed = false;
  await awaitDecision(scope, true, () => {
    const decided = { allowed, description: "" };
    allowed = true;
    return Promise.resolve(decided);
  });
}

Deno.test("after several decisions that stay wrong less time is left, until one becomes right", async () => {
  const scope = scopeWith(60);
  const asked: number[] = [];
  for (let count = 0; count < 4; count++) {
    asked.push(await timesAsked(scope, false));
    // What is right at once says nothing of how long others take.
    assertEquals(await timesAsked(scope, true), 1);
  }
  assert(asked[3]! < asked[2]!, `${asked}`);
  await askLate(scope);
  assert(await timesAsked(scope, false) > asked[3]!);
});
