import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Target } from "../../client/target.ts";
import { secret } from "../../resources/secret.ts";
import { type OperationOnType, operationsOn } from "../../session/operations.ts";
import { CREDENTIALS } from "./credentials.ts";

Deno.test("requests without credentials are generated for a server of a single type", () => {
  const target = { types: [secret] } as unknown as Target;
  for (const check of CREDENTIALS) {
    if (check.kind !== "property") continue;
    assert(fc.sample(check.arbitrary(target), 5).length === 5, check.id);
  }
});

Deno.test("every operation on every type is tried without credentials in a default run", () => {
  const target = {
    served: [{ apiVersion: "authentication.svc.io/v1alpha1", name: "selfsubjectreviews" }],
  };
  for (const check of CREDENTIALS) {
    if (check.kind !== "property") continue;
    const { inputs } = check.caseList!(target as unknown as Target, { seed: 1, runs: 100 });
    const tried = inputs.flatMap(({ at }) => at.map(keyOf));
    assertEquals(
      operationsOn(target as unknown as Target).map(keyOf).filter((each) => !tried.includes(each)),
      [],
    );
  }
});

Deno.test("faults are numbered from zero for a seed that is negative, too", () => {
  const check = CREDENTIALS.find(({ id }) => id === "errors/unknown-credentials-first")!;
  assert(check.kind === "property");
  for (const seed of [-1_000_000_007, -1, 0, 5, 2 ** 31]) {
    const { inputs } = check.caseList!({} as unknown as Target, { seed, runs: 100 });
    assert(inputs.every(({ first }) => first >= 0), `seed ${seed}`);
  }
});

const keyOf = ({ operation, resource }: OperationOnType) => `${operation} ${resource}`;
