import { deepEqual } from "node:assert/strict";
import { injectedFaults, journal } from "@plumbline/plumbline/plugins";
import { startServer } from "@plumbline/plumbline/server";
import { followSecrets } from "./client.ts";

Deno.test("the client lists again after 410 Expired in the middle of a watch", async () => {
  const faults = injectedFaults();
  const requests = journal();
  await using server = await startServer({ plugins: [faults, requests] });
  const [{ token }] = server.identities;
  faults.add({
    when: { verb: "watch", resource: "secrets" },
    effect: { kind: "expire", afterEvents: 1 },
    times: 1,
  });

  const create = (name: string) =>
    fetch(`${server.url}/api/v1/namespaces/default/secrets`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name } }),
    }).then((response) => response.json());

  const seen: string[][] = [];
  for await (const names of followSecrets(server.url, token)) {
    seen.push(names);
    if (names.length === 2) break;
    await create(names.length === 0 ? "a" : "b");
  }

  deepEqual(seen, [[], ["a"], ["a", "b"]]);
  const reads = requests.entries().map(({ verb }) => verb).filter((verb) => verb !== "create");
  deepEqual(reads, ["list", "watch", "list"]);
});
