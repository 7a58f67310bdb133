import { assert, assertEquals } from "@std/assert";
import { assertRefused, SECRETS, withServer } from "../testing.ts";

Deno.test("a URL that is too long gets a Status 414", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("GET", `${SECRETS}?labelSelector=${"a,".repeat(20_000)}`);
    assertRefused(answer, "RequestURITooLong");
  });
});

Deno.test("a large body is handled like a small one, and others are answered meanwhile", async () => {
  await withServer(async (server) => {
    const data = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, "YQ=="]));
    const name = "large";
    const creating = server.must("POST", SECRETS, { body: { metadata: { name }, data } });
    assertEquals((await server.ask("GET", "/readyz")).status, 200);
    assertEquals((await creating).data, data);
    const { data: changed } = await server.must("PATCH", `${SECRETS}/${name}`, {
      body: { data: Object.fromEntries(Object.keys(data).map((key) => [key, "Yg=="])) },
      type: "application/merge-patch+json",
    });
    assertEquals(new Set(Object.values(changed)), new Set(["Yg=="]));
  });
});

/** Many causes of few bytes, and few causes of many. */
const MUCH_TO_NAME: readonly (readonly [string, object])[] = [
  ["owners without fields", { ownerReferences: Array.from({ length: 20_000 }, () => ({})) }],
  ["keys of labels", { labels: numbered(20_000, (at) => [`_${at}`, "x"]) }],
  ["texts that each cause repeats", { managedFields: [managedBy("\u0001".repeat(20_000))] }],
  ["a long name", { name: "A".repeat(2_900_000) }],
];

const LONGEST_STATUS = 5 * 1024 * 1024;

Deno.test("a Status names as many causes as it has place for", async (t) => {
  await withServer(async (server) => {
    for (const [what, metadata] of MUCH_TO_NAME) {
      await t.step(what, async () => {
        const answer = await server.ask("POST", SECRETS, {
          body: { metadata: { name: "many", ...metadata } },
        });
        assertRefused(answer, "Invalid");
        assert(JSON.stringify(answer.body).length < LONGEST_STATUS);
        assertEquals((answer.body.details as { causes: unknown[] }).causes.length > 0, true);
      });
    }
  });
});

Deno.test("equal errors are named once in the message of a Status, and each in its causes", async () => {
  await withServer(async (server) => {
    const metadata = { name: "labelled", labels: { a: "-", b: "-", c: "-c" } };
    const { body } = await server.ask("POST", SECRETS, { body: { metadata } });
    const { causes } = body.details as { causes: { field: string; message: string }[] };
    const named = new Set(causes.map(({ field, message }) => `${field}: ${message}`));
    assertEquals([causes.length, named.size], [3, 2]);
    assertEquals(body.message, `Secret "labelled" is invalid: [${[...named].join(", ")}]`);
  });
});

function numbered(count: number, entry: (at: number) => [string, string]) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at)));
}

function managedBy(manager: string) {
  const fields = { fieldsType: "FieldsV1", fieldsV1: { "f:data": {} } };
  return { manager, operation: "Update", apiVersion: "v1", ...fields };
}
