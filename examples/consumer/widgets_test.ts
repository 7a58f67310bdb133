import { deepEqual, equal } from "node:assert/strict";
import { startServer } from "@plumbline/plumbline/server";
import { widgets } from "./widgets.ts";

Deno.test("the mock server validates Widgets and sets their defaults", async () => {
  await using server = await startServer({ resources: [widgets] });
  const create = (spec: unknown) =>
    fetch(`${server.url}/apis/acme.example/v1/namespaces/default/widgets`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.identities[0].token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ metadata: { generateName: "widget-" }, spec }),
    }).then((response) => response.json());

  deepEqual((await create({ size: 3 })).spec, { size: 3, colour: "red" });
  equal((await create({ size: 0 })).reason, "Invalid");
});
