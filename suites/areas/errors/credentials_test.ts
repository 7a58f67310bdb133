import { assert } from "@std/assert";
import fc from "fast-check";
import type { Target } from "../../client/target.ts";
import { secret } from "../../resources/secret.ts";
import { CREDENTIALS } from "./credentials.ts";

Deno.test("requests without credentials are generated for a server of a single type", () => {
  const target = { types: [secret] } as unknown as Target;
  for (const check of CREDENTIALS) {
    if (check.kind !== "property") continue;
    assert(fc.sample(check.arbitrary(target), 5).length === 5, check.id);
  }
});
