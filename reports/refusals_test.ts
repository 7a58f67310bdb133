import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { afterRefusals, ofUnserved, refusalTitle, refusedAlike } from "./refusals.ts";

const answer = (method: string, status: number, message = "", accept = "") =>
  ({
    method,
    path: "/api/v1/namespaces/one/secrets",
    status,
    requestHeaders: accept === "" ? {} : { accept },
    responseBody: JSON.stringify({ message }),
  }) as unknown as Exchange;

const failed = (actual: string, exchange: readonly Exchange[], expected = "all 2 objects") => ({
  failure: {
    requirement: "a.b",
    statement: "",
    expected,
    actual,
    exchange,
    confirmed: { attempts: 1, reproduced: 1 },
  } as unknown as Failure,
});

const KEY = 'Secret "one" is invalid: data[B2]: a key must be in lower case';

Deno.test("what misses an object that was refused belongs to the refusal", () => {
  const refused = failed("422 Invalid", [answer("POST", 422, KEY)], "success");
  const other = failed("422 Invalid", [
    answer("POST", 422, KEY.replace("B2", "A").replace("one", "two")),
  ], "success");
  const missing = failed("1 object", [
    answer("POST", 422, KEY.replace("B2", "C3")),
    answer("GET", 200),
  ]);
  const unlike = failed("1 object", [answer("POST", 422, "no"), answer("GET", 200)]);
  const invalid = failed("201", [answer("POST", 422, KEY), answer("POST", 201)], "rejected");
  const found = refusedAlike([refused, other, missing, unlike, invalid]);
  assertEquals(found, [[refused, other, missing]]);
  assertEquals(
    refusalTitle([refused, other, missing].map((one) => ({ ...one }))),
    "A create of secrets is answered with 422",
  );
  const dry = (verb: string) =>
    failed("400 BadRequest", [{
      ...answer(verb, 400),
      path: "/api/v1/namespaces/a/pods?dryRun=All",
    }]);
  assertEquals(
    refusalTitle([dry("POST"), dry("POST")]),
    "A create of pods with dryRun=All is answered with 400",
  );
});

Deno.test("what reads a collection that is never served belongs together, whatever was due", () => {
  const across = { ...answer("GET", 404), path: "/api/v1/secrets?limit=1" };
  const listed = failed("404 NotFound", [answer("POST", 201), across, answer("GET", 200)]);
  const encoded = failed("92 bytes without a name", [answer("POST", 201), across], "an object");
  const acceptable = failed("404 NotFound", [across], "406");
  const other = failed("404 NotFound", [{ ...answer("GET", 404), path: "/api/v1/secrets/a" }]);
  const all = [listed, encoded, acceptable, other];
  assertEquals(ofUnserved(all), []);
  const watched = failed("404 NotFound", [{ ...across, path: "/api/v1/secrets?watch=1" }]);
  assertEquals(ofUnserved([...all, watched]), [[listed, encoded, acceptable, watched]]);
  const served = failed("1", [{ ...across, status: 200 }]);
  assertEquals(ofUnserved([...all, watched, served]), []);
});

Deno.test("what finds nothing where JSON is not acceptable belongs to that", () => {
  const named = failed("406 NotAcceptable", [answer("GET", 406, "no JSON here")]);
  const missing = failed("null", [answer("POST", 201), answer("GET", 406, "no JSON here")]);
  const refused = failed("400 BadRequest", [
    answer("GET", 406, "no JSON here"),
    answer("POST", 400, "no such field"),
  ]);
  const ids = new Map<typeof named, string | undefined>([
    [named, "406 for GET"],
    [missing, undefined],
    [refused, undefined],
  ]);
  assertEquals(afterRefusals(ids), [[missing, "406 for GET"]]);
  // An invalid request is refused rightly, whatever the form of the error.
  const invalid = failed(
    "409 without a body",
    [answer("POST", 409, "no JSON here")],
    "an error: a 4xx status with a Status body",
  );
  const after = failed("null", [answer("POST", 409, "no JSON here"), answer("GET", 200)]);
  const ofErrors = new Map<typeof named, string | undefined>([
    [invalid, "errors have no Status"],
    [after, undefined],
  ]);
  assertEquals(afterRefusals(ofErrors), []);
});
