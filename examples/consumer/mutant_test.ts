import { deepEqual } from "node:assert/strict";
import { type Mutant, mutantSwitch } from "@plumbline/plumbline/mutants";
import { startServer } from "@plumbline/plumbline/server";
import { run } from "@plumbline/plumbline/suites";
import acme from "./acme.ts";

/** A seeded bug that the check of acme.ts has to find. */
const unsortedLists: Mutant = {
  id: "acme/unsorted-lists",
  area: "acme",
  description: "The items of a list are in reverse order.",
  reason: "The list is read from an index that is sorted the other way round.",
  breaks: ["acme.lists-are-sorted"],
  install: ({ steps }) =>
    steps(({ readPage }) => ({
      async readPage(registry, request, options) {
        const page = await readPage(registry, request, options);
        return { ...page, versions: page.versions.toReversed() };
      },
    })),
};

Deno.test("the check finds lists that are not sorted", async () => {
  await using server = await startServer({ plugins: [mutantSwitch([unsortedLists])] });
  const target = { url: server.url, token: server.identities[0].token };
  const events = await Array.fromAsync(run({ target, areas: [acme] }));
  deepEqual(events.flatMap((e) => e.type === "check finished" ? [e.result.verdict] : []), ["fail"]);
});
