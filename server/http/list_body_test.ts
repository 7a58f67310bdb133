import { assertEquals } from "@std/assert";
import { secretOf, SECRETS, withServer } from "../testing.ts";

/** So many that the items of the list are kept. */
const OBJECTS = 60;

const CONTENTS = [
  { what: "ASCII", note: "plain" },
  { what: "other characters", note: "größer 日本 😀" },
];

for (const { what, note } of CONTENTS) {
  Deno.test(`a list that is sent again is the same, with ${what}, also compressed and after a write`, () =>
    withServer(async (server) => {
      const created = async (name: string) => {
        const metadata = { name, annotations: { note } };
        const data = { key: btoa("x".repeat(3_000)) };
        await server.must("POST", SECRETS, { body: secretOf(name, { metadata, data }) });
      };
      const list = async (encoding: string): Promise<unknown[]> => {
        const headers = { "accept-encoding": encoding };
        const { items } = await server.must("GET", SECRETS, { headers });
        return items as unknown[];
      };
      for (let number = 0; number < OBJECTS; number++) await created(`secret-${number}`);
      const first = await list("identity");
      assertEquals(first.length, OBJECTS);
      for (const encoding of ["identity", "identity", "gzip"]) {
        assertEquals(await list(encoding), first);
      }
      // Another resource: the items stay, the list's resourceVersion grows.
      await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "other" } } });
      assertEquals(await list("identity"), first);
      await created("later");
      assertEquals((await list("identity")).length, OBJECTS + 1);
    }));
}
