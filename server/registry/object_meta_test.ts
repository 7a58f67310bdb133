/**
 * Valid and invalid names, labels, annotations and finalizers.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { JsonObject } from "../object.ts";
import { assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";

const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Generates valid and almost valid names. */
const names = () =>
  fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(..."ab0-._A/% \n"), minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(..."ab0-."), minLength: 250, maxLength: 256 }),
    fc.constantFrom(".", "..", "constructor", "__proto__", "a".repeat(253), "a".repeat(254)),
  );

Deno.test("a secret can be created and read if and only if its name is a DNS subdomain", async () => {
  await withServer(async (server) => {
    await fc.assert(
      fc.asyncProperty(names(), async (name) => {
        const answer = await server.ask("POST", SECRETS, { body: secretOf(name) });
        if (DNS_SUBDOMAIN.test(name) && name.length <= 253) {
          assertEquals(answer.body.metadata?.name, name, answer.text);
          await server.must("DELETE", `${SECRETS}/${name}`);
          return;
        }
        assertRefused(answer, "Invalid");
        assertEquals(answer.body.details.causes[0].field, "metadata.name");
        assertEquals((await server.must("GET", SECRETS)).items, []);
      }),
      { numRuns: 300 },
    );
  });
});

Deno.test("a role can be created and read if and only if its name is a valid path segment", async () => {
  const roles = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
  await withServer(async (server) => {
    await fc.assert(
      fc.asyncProperty(names(), async (name) => {
        const answer = await server.ask("POST", roles, { body: { metadata: { name } } });
        if (name === "." || name === ".." || /[/%]/.test(name)) {
          return assertRefused(answer, "Invalid");
        }
        assertEquals(answer.status, 201, answer.text);
        const path = `${roles}/${encodeURIComponent(name)}`;
        assertEquals((await server.must("GET", path)).metadata.name, name.toWellFormed());
        await server.must("DELETE", path);
      }),
      { numRuns: 300 },
    );
  });
});

Deno.test("label keys and values, annotation keys and finalizers are validated", async () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."aZ0-._/ "), maxLength: 6 }),
    fc.constantFrom("a".repeat(63), "a".repeat(64), `${"a".repeat(63)}/b`, "example.com/b", "É"),
  );
  const isValue = (text: string) =>
    text.length <= 63 && /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/.test(text);
  const isName = (text: string) => {
    const [name = "", prefix, ...more] = text.split("/").reverse();
    return more.length === 0 && name !== "" && isValue(name) &&
      (prefix === undefined || (prefix.length <= 253 && DNS_SUBDOMAIN.test(prefix)));
  };
  await withServer(async (server) => {
    await fc.assert(
      fc.asyncProperty(value, value, async (left, right) => {
        const path = `${SECRETS}?dryRun=All`;
        const expectations: readonly [
          metadata: Record<string, string | string[] | Record<string, string>>,
          boolean,
        ][] = [
          [{ labels: { [left]: right } }, isName(left) && isValue(right)],
          [{ annotations: { [left]: right } }, isName(left.toLowerCase())],
          [{ finalizers: [`example.com/${left}`] }, isName(`example.com/${left}`)],
        ];
        for (const [metadata, fine] of expectations) {
          const answer = await server.ask("POST", path, { body: secretOf("a", { metadata }) });
          if (fine) assertEquals(answer.status, 201, answer.text);
          else assertRefused(answer, "Invalid");
        }
      }),
      { numRuns: 200 },
    );
  });
});

Deno.test("an update cannot set deletionTimestamp, and a finalizer has a domain or is a standard one", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const cases: readonly [metadata: JsonObject, field: string][] = [
      [{ deletionTimestamp: "2001-01-01T00:00:00Z" }, "metadata.deletionTimestamp"],
      [{ deletionGracePeriodSeconds: 5 }, "metadata.deletionGracePeriodSeconds"],
      [{ finalizers: ["example.com/fine", "nodomain"] }, "metadata.finalizers[1]"],
    ];
    for (const [metadata, field] of cases) {
      const body = { metadata };
      const answer = await server.ask("PATCH", `${SECRETS}/a`, {
        body,
        type: "application/merge-patch+json",
      });
      assertEquals([answer.status, answer.body.details.causes[0].field], [422, field]);
    }
    const body = secretOf("b", { metadata: { finalizers: ["orphan"], selfLink: "/a" } });
    const created = await server.must("POST", SECRETS, { body });
    assertEquals([created.metadata.finalizers, created.metadata.selfLink], [["orphan"], undefined]);
  });
});

Deno.test("a generated name is valid, also when its prefix is cut within a character", async () => {
  const roles = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
  await withServer(async (server) => {
    const body = { metadata: { generateName: `a${"😀".repeat(40)}` }, rules: [] };
    const { metadata } = await server.must("POST", roles, { body });
    await server.must("GET", `${roles}/${encodeURIComponent(metadata.name)}`);
  });
});
