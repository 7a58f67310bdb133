import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, Json } from "../client/http_client.ts";
import { isAbsent, isAbsentAt } from "./absence.ts";

const COLLECTION = "/apis/example.com/v1/widgets";

const answering = (answers: Readonly<Record<string, number | Json>>) => ({
  send({ path }: HttpRequest): Promise<HttpResponse> {
    const answer = answers[path] ?? 404;
    const [status, json] = typeof answer === "number" ? [answer, {}] : [200, answer];
    return Promise.resolve({ status, headers: new Headers(), text: "", json });
  },
});

Deno.test("an object is absent if it is answered as a name that no object ever had", async () => {
  const path = `${COLLECTION}/a`;
  const never = `${COLLECTION}/never-a`;
  const found = (status: number, other: number) =>
    isAbsent(answering({ [never]: other }), path, { status });
  assertEquals(await found(404, 500), true);
  assertEquals(await found(500, 500), true);
  assertEquals(await found(500, 404), false);
  assertEquals(await found(200, 200), false);
  // A client that may not read, or is to come later, learns nothing.
  assertEquals([await found(403, 403), await found(503, 503)], [false, false]);
});

Deno.test("an object that no path reaches is gone if a list does not show it", async () => {
  const listing = (...names: string[]) =>
    answering({ [COLLECTION]: { items: names.map((name) => ({ metadata: { name } })) } });
  assertEquals(await isAbsentAt(listing("a"), `${COLLECTION}/.`), true);
  assertEquals(await isAbsentAt(listing("a", ".."), `${COLLECTION}/..`), false);
  assertEquals(await isAbsentAt(answering({ [COLLECTION]: 500 }), `${COLLECTION}/.`), false);
  assertEquals(await isAbsentAt(answering({}), `${COLLECTION}/a`), true);
});
