import { assertEquals } from "@std/assert";
import type { HttpResponse } from "../../client/http_client.ts";
import { type Seen, seenIn } from "./behaviour.ts";
import { PassingTraits } from "./passing_traits.ts";

const response: HttpResponse = { status: 200, headers: new Headers(), text: "", json: {} };
const get = seenIn({ method: "GET", path: "/api/v1/namespaces/a/secrets/b" }, response);

/** Returns a client whose exchanges count how often they are read. */
function clientOf(size: number): { readonly seen: readonly Seen[]; size: number; reads: number } {
  return {
    size,
    reads: 0,
    get seen() {
      this.reads++;
      return [get];
    },
  };
}

Deno.test("a passing case is read when it is asked for", () => {
  const passing = new PassingTraits();
  const client = clientOf(1_000);
  passing.add("a/1", client);
  passing.add("a/2", { seen: [get] });
  assertEquals(client.reads, 0);
  const facts = ["type: of secrets"] as const;
  assertEquals(passing.requestsWith(facts), { requests: 2, checks: 2 });
  assertEquals(passing.requestsWith(facts), { requests: 2, checks: 2 });
  assertEquals(client.reads, 1);
});

Deno.test("a passing case that is too large to be kept is read at once", () => {
  const passing = new PassingTraits();
  const clients = [clientOf(1_000), clientOf(2_000_000)];
  for (const [index, client] of clients.entries()) passing.addTolerated(`a/${index}`, client);
  assertEquals(clients.map(({ reads }) => reads > 0), [false, true]);
});

Deno.test("passing cases are read once they are too much together", () => {
  const passing = new PassingTraits();
  const clients = Array.from({ length: 32 }, () => clientOf(1_000_000));
  for (const [index, client] of clients.entries()) passing.add(`a/${index}`, client);
  assertEquals([clients[0]!.reads, clients[31]!.reads], [1, 0]);
});
