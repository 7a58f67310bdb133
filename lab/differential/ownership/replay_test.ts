import { assert, assertEquals } from "@std/assert";
import deployments from "../../../fixtures/apply/deployment.json" with { type: "json" };
import clusterroles from "../../../fixtures/apply/clusterrole.json" with { type: "json" };
import rolebindings from "../../../fixtures/apply/rolebinding.json" with { type: "json" };
import secrets from "../../../fixtures/apply/secret.json" with { type: "json" };
import { differenceOf } from "./essence.ts";
import { COMPARED_KINDS } from "./kinds.ts";
import type { RecordedHistory } from "./recording.ts";
import { requestOfStep } from "./steps.ts";
import { withServer } from "@plumbline/reference/testing";

const RECORDED = { clusterroles, deployments, rolebindings, secrets };

for (const [resource, recorded] of Object.entries(RECORDED)) {
  Deno.test(`writes to ${resource} get the recorded answers of a real server`, async () => {
    await withServer(async (server) => {
      let compared = 0;
      for (const { kind, exchanges } of recorded as unknown as RecordedHistory[]) {
        for (const { step, body, status, answer } of exchanges) {
          // The real server drops owners for reasons that the specification does not have.
          if (["empty", "reset"].includes(step.managedFields)) break;
          const name = (body.metadata as { name: string }).name;
          const request = requestOfStep(step, COMPARED_KINDS[kind]!, name, body);
          const { method, path, contentType: type } = request;
          const mine = await server.ask(method, path, { body, ...(type && { type }) });
          assertEquals(differenceOf(mine, { status, body: answer }), undefined);
          compared++;
        }
      }
      assert(compared > 30, `only ${compared} answers were compared`);
    }, { dialect: "kubernetes" });
  });
}
