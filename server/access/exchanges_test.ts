import { assertEquals, assertNotEquals } from "@std/assert";
import recorded from "../../fixtures/access/exchanges.json" with { type: "json" };
import type { JsonObject } from "../object.ts";
import { type TestServer, withServer } from "../testing.ts";
import { essenceOf, type RecordedAnswer } from "@plumbline/lab/access/scenario";
import { collectionOf } from "@plumbline/lab/access/policies";
import { type AccessCase, CASES, POLICY, SCENARIO_NAMESPACE } from "@plumbline/lab/access/cases";

const OPTIONS = {
  dialect: "kubernetes",
  runtimeConfig: { "authentication.k8s.io/v1alpha1": true },
} as const;

async function ask(server: TestServer, request: AccessCase): Promise<JsonObject> {
  const { "content-type": type = "application/json", ...headers } = request.headers ?? {};
  const { method, path, user = "admin", body } = request;
  const token = `${user}-token`;
  const answer = await server.ask(method, path, { token, headers, type, body });
  return essenceOf(answer.status, answer.body);
}

async function prepare(server: TestServer): Promise<void> {
  await server.must("POST", "/api/v1/namespaces", {
    body: { metadata: { name: SCENARIO_NAMESPACE } },
  });
  for (const object of POLICY) await server.must("POST", collectionOf(object), { body: object });
}

const peerAnswers = new Map(
  (recorded as unknown as RecordedAnswer[]).map(({ area, name, answer }) =>
    [`${area}: ${name}`, answer] as [string, JsonObject]
  ),
);

for (const [area, cases] of Object.entries(CASES)) {
  Deno.test(`responses about ${area} equal those of a real server, except for known differences`, async () => {
    await withServer(async (server) => {
      await prepare(server);
      for (const [title, request] of Object.entries(cases)) {
        const name = `${area}: ${title}`;
        const peerAnswer = peerAnswers.get(name);
        assertEquals(peerAnswer !== undefined, true, `${name} was recorded`);
        const expected = request.differs?.answer(peerAnswer!) ?? peerAnswer;
        assertEquals(await ask(server, request), expected, name);
        if (request.differs) assertNotEquals(expected, peerAnswer, name);
      }
    }, OPTIONS);
  });
}
