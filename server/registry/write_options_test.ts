import { assertEquals } from "@std/assert";
import { secretOf, SECRETS, withServer } from "../testing.ts";
import { fieldValidationOf, validateFieldValidation } from "./write_options.ts";

Deno.test("all errors in a write's parameters are reported at once, before any other", async () => {
  const query = `dryRun=Some&fieldManager=${"m".repeat(129)}&fieldValidation=Other&force=true`;
  const fields = ["fieldManager", "dryRun", "fieldValidation"];
  await withServer(async (server) => {
    const cases: readonly [method: string, path: string, type: string, fields: string[]][] = [
      ["POST", SECRETS, "application/json", fields],
      ["PUT", `${SECRETS}/none`, "application/json", fields],
      ["PATCH", `${SECRETS}/none`, "application/merge-patch+json", ["force", ...fields]],
      ["PATCH", `${SECRETS}/none`, "application/apply-patch+yaml", fields],
    ];
    for (const [method, path, type, fields] of cases) {
      const body = secretOf("none", { metadata: { labels: { a: "not valid!" } } });
      const answer = await server.ask(method, `${path}?${query}`, { body, type });
      assertEquals(answer.status, 422);
      const { group, causes } = answer.body.details;
      assertEquals(group, "meta.svc.io");
      assertEquals(causes.map(({ field }: { field: string }) => field), fields);
    }
  });
});

Deno.test("an apply needs a manager, and no other patch accepts force", async () => {
  await withServer(async (server) => {
    const ask = async (type: string, query: string) => {
      const { body } = await server.ask("PATCH", `${SECRETS}/a?${query}`, {
        body: { ...secretOf("a"), apiVersion: "v1", kind: "Secret" },
        type,
      });
      return body.details?.causes?.map(({ field }: { field: string }) => field);
    };
    assertEquals(await ask("application/apply-patch+yaml", ""), ["fieldManager"]);
    assertEquals(await ask("application/apply-patch+yaml", "fieldManager=a&force=true"), undefined);
    assertEquals(await ask("application/merge-patch+json", "force=false"), ["force"]);
  });
});

Deno.test("the policy is Warn by default", () => {
  assertEquals(fieldValidationOf(null), "Warn");
  assertEquals(fieldValidationOf(""), "Warn");
  for (const policy of ["Ignore", "Warn", "Strict"]) {
    assertEquals([fieldValidationOf(policy), validateFieldValidation(policy)], [policy, []]);
  }
});

Deno.test("an unknown policy is rejected", () => {
  for (const word of ["strict", "None", "Warn,Strict", " "]) {
    const [cause] = validateFieldValidation(word);
    assertEquals([cause?.field, cause?.reason], ["fieldValidation", "FieldValueNotSupported"]);
  }
});
