import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import { emptyObject } from "./empty_object.ts";

Deno.test("an object before anybody said anything has what is always there, and nothing else", () => {
  const metadata = { creationTimestamp: null };
  assertEquals(emptyObject(definition("core.v1.Secret")), { metadata });
  assertEquals(emptyObject(definition("apps.v1.Deployment")), {
    metadata,
    spec: {
      selector: null,
      strategy: {},
      template: { metadata, spec: { containers: null } },
    },
    status: {},
  });
});

Deno.test("an empty object is made once for each type", () => {
  const schema = definition("core.v1.Secret");
  assertEquals(emptyObject(schema) === emptyObject(schema), true);
});
