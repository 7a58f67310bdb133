import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";

const REQUESTS = "/apis/certificates.svc.io/v1/certificatesigningrequests";
const MERGE = "application/merge-patch+json";
const pem = (type: string) => btoa(`-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`);

const request = {
  metadata: { name: "a" },
  spec: {
    request: pem("CERTIFICATE REQUEST"),
    signerName: "example.com/signer",
    usages: ["client auth"],
  },
};
const condition = { type: "Approved", status: "True", reason: "Checked" };
const withConditions = (...conditions: object[]) => ({
  body: { status: { conditions } },
  type: MERGE,
});

Deno.test("a condition of a request gets its times from the server", async () => {
  await withServer(async (server) => {
    await server.must("POST", REQUESTS, { body: request });
    const approved = await server.must(
      "PATCH",
      `${REQUESTS}/a/approval`,
      withConditions(condition),
    );
    const [{ lastUpdateTime, lastTransitionTime }] = approved.status.conditions;
    assertEquals([typeof lastUpdateTime, typeof lastTransitionTime], ["string", "string"]);
  });
});

Deno.test("the status of a request has no decision of its own, and a certificate once", async () => {
  await withServer(async (server) => {
    await server.must("POST", REQUESTS, { body: request });
    const status = `${REQUESTS}/a/status`;
    assertRefused(await server.ask("PATCH", status, withConditions(condition)), "Invalid");
    const empty = withConditions({ type: "", status: "True" });
    assertRefused(await server.ask("PATCH", status, empty), "Invalid");
    const certificate = (text: string) => ({
      body: { status: { certificate: text } },
      type: MERGE,
    });
    assertRefused(await server.ask("PATCH", status, certificate("YQ==")), "Invalid");
    await server.must("PATCH", status, certificate(pem("CERTIFICATE")));
    assertRefused(
      await server.ask("PATCH", status, certificate(`${pem("CERTIFICATE")}`.replace("Q", "R"))),
      "Invalid",
    );
  });
});

Deno.test("a decision about a request remains, and its contrary is refused", async () => {
  await withServer(async (server) => {
    await server.must("POST", REQUESTS, { body: request });
    const approval = `${REQUESTS}/a/approval`;
    await server.must("PATCH", approval, withConditions(condition));
    assertRefused(await server.ask("PATCH", approval, withConditions()), "Invalid");
    const both = withConditions(condition, { ...condition, type: "Denied" });
    assertRefused(await server.ask("PATCH", approval, both), "Invalid");
  });
});

Deno.test("requests are selected by their signer, not by a namespace", async () => {
  await withServer(async (server) => {
    await server.must("POST", REQUESTS, { body: request });
    const { items } = await server.must(
      "GET",
      `${REQUESTS}?fieldSelector=spec.signerName=example.com/signer`,
    );
    assertEquals(items.length, 1);
    const wrong = await server.ask("GET", `${REQUESTS}?fieldSelector=metadata.namespace=default`);
    assertRefused(wrong, "BadRequest");
  });
});
