import { assertEquals } from "@std/assert";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { seenIn } from "./behaviour.ts";
import { DEFAULT_PAGES } from "./default_pages.ts";

/** Opens no watch. */
const noWatch = () => Promise.reject(new Error("no watch is to be opened"));

const PATH = "/api/v1/secrets";

const page = (token: string, ...names: string[]): JsonObject => ({
  kind: "SecretList",
  metadata: { resourceVersion: "5", ...(token !== "" && { continue: token }) },
  items: names.map((name) => ({ metadata: { name } })),
});

const answer = (json: JsonObject, status = 200): HttpResponse => ({
  status,
  headers: new Headers(),
  text: "",
  json,
});

Deno.test("a list without limit that has a continue token is a page", () => {
  const shown = (query: Readonly<Record<string, string>>, json: JsonObject, path = PATH) =>
    DEFAULT_PAGES.shows([seenIn({ method: "GET", path, query }, answer(json))]).length > 0;
  assertEquals(shown({}, page("t", "a")), true);
  assertEquals(shown({ limit: "0" }, page("t", "a")), true);
  assertEquals(shown({}, page("", "a")), false);
  assertEquals(shown({ limit: "1" }, page("t", "a")), false);
  assertEquals(shown({ continue: "s" }, page("t", "a")), false);
});

Deno.test("a list that is a page is relieved by the items of those that follow", async () => {
  const asked: HttpRequest["query"][] = [];
  const relieved = async (first: JsonObject, rest: readonly HttpResponse[], query = {}) => {
    const others = [...rest];
    const send = ({ query }: HttpRequest) => {
      asked.push(query);
      return Promise.resolve(others.shift()!);
    };
    const request: HttpRequest = { method: "GET", path: PATH, query };
    const again = () => Promise.resolve(answer(first));
    return (await DEFAULT_PAGES.relieve!().response!(answer(first), request, again, send, noWatch))
      .json;
  };
  const rest = [answer(page("u", "b")), answer(page("", "c"))];
  assertEquals(await relieved(page("t", "a"), rest), page("", "a", "b", "c"));
  assertEquals(asked, [{ limit: "500", continue: "t" }, { limit: "500", continue: "u" }]);
  assertEquals(await relieved(page("t", "a"), [], { limit: "1" }), page("t", "a"));
  assertEquals(await relieved(page("t", "a"), [answer({}, 410)]), page("t", "a"));
});
