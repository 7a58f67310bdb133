import { assertEquals } from "@std/assert";
import { createServer } from "@plumbline/reference";
import { demand } from "../client/send.ts";
import { ADMIN, targetIn } from "../client/target.ts";
import { contentOf, contentRequest, type ContentVerb } from "./contents.ts";
import { getOf, listOf } from "./writes.ts";

const COLLECTION = "/api/v1/namespaces/default/configmaps";

Deno.test("each form of a write stores its content, and a deletion removes it", async () => {
  await using server = await createServer({ identities: [ADMIN] });
  const target = targetIn(server);
  let version: string | undefined;
  for (const verb of ["create", "update", "patch", "apply"] as const) {
    const write = { collection: COLLECTION, name: "a", content: verb, filling: 3, version };
    const written = contentOf(await demand(target, contentRequest(verb, write)));
    assertEquals(written.content, verb);
    assertEquals(contentOf(await demand(target, getOf(`${COLLECTION}/a`))), written);
    version = written.version;
  }
  const deletion = { collection: COLLECTION, name: "a", content: "", filling: 0, version };
  await demand(target, contentRequest("delete" satisfies ContentVerb, deletion));
  const names = (await demand(target, listOf(COLLECTION))).items.map(contentOf);
  assertEquals(names.some(({ name }: { name: string }) => name === "a"), false);
});
