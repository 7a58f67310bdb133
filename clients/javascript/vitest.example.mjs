import { expect } from "vitest";
import { test } from "./vitest.mjs";

const PATH = "/api/v1/namespaces/default/configmaps";

/** Sends a request and returns the answer. */
async function call({ url, token }, method, body, path = PATH) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  return await response.json();
}

test("objects are stored", async ({ plumbline }) => {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "mine" } };
  expect((await call(plumbline, "POST", body)).metadata.name).toBe("mine");
});

test("each test has the initial objects", async ({ plumbline }) => {
  const { items } = await call(plumbline, "GET");
  expect(items.map(({ metadata }) => metadata.name)).not.toContain("mine");
});

test("a conflict and an expired watch are forced", async ({ plumbline }) => {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "mine" } };
  await call(plumbline, "POST", body);
  await plumbline.fault({ when: { verb: "update" }, effect: { kind: "conflict" }, times: 1 });
  expect((await call(plumbline, "PUT", body, `${PATH}/mine`)).code).toBe(409);
  await plumbline.fault({ when: { verb: "watch" }, effect: { kind: "expire" } });
  expect((await call(plumbline, "GET", undefined, `${PATH}?watch=1`)).code).toBe(410);
  await plumbline.assertFaultsUsed();
});

test("a rule that affects nothing fails, and a wrong one names what was meant", async ({ plumbline }) => {
  await plumbline.fault({ when: { resource: "podz" }, effect: { kind: "conflict" } });
  await expect(plumbline.assertFaultsUsed()).rejects.toThrow("resource podz) affected no request");
  await expect(plumbline.fault({ when: { verb: "lst" }, effect: { kind: "conflict" } }))
    .rejects.toThrow("Did you mean list?");
});
