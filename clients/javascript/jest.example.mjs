import { usePlumbline } from "./jest.mjs";

const plumbline = usePlumbline();
const PATH = "/api/v1/namespaces/default/configmaps";

/** Sends a request and returns the answer. */
async function call({ url, token }, method, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + PATH, { method, headers, body: body && JSON.stringify(body) });
  return await response.json();
}

test("objects are stored", async () => {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "mine" } };
  expect((await call(plumbline(), "POST", body)).metadata.name).toBe("mine");
});

test("each test has the initial objects", async () => {
  const { items } = await call(plumbline(), "GET");
  expect(items.map(({ metadata }) => metadata.name)).not.toContain("mine");
});
