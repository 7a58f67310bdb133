import { assert, assertEquals } from "@std/assert";
import clusterroles from "../../fixtures/apply/clusterrole.json" with { type: "json" };
import deployments from "../../fixtures/apply/deployment.json" with { type: "json" };
import rolebindings from "../../fixtures/apply/rolebinding.json" with { type: "json" };
import secrets from "../../fixtures/apply/secret.json" with { type: "json" };
import { judgeStep } from "@plumbline/lab/ownership/prediction";
import { COMPARED_KINDS } from "@plumbline/lab/ownership/kinds";
import { exchangesOf, type RecordedHistory } from "@plumbline/lab/ownership/recording";

const RECORDED = { clusterroles, deployments, rolebindings, secrets };

for (const [resource, histories] of Object.entries(RECORDED)) {
  Deno.test(`a real server owned the fields of ${resource} as predicted`, () => {
    const outcomes = new Map<string, number>();
    for (const history of histories as unknown as RecordedHistory[]) {
      for (const exchange of exchangesOf(history)) {
        assertEquals(judgeStep(exchange, COMPARED_KINDS[history.kind]!), undefined);
        const outcome = `${exchange.step.verb} ${exchange.answer.status}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }
    for (const outcome of ["apply 200", "apply 409", "put 200", "merge 200"]) {
      assert(outcomes.get(outcome)! >= 5, `few exchanges ended in ${outcome}`);
    }
  });
}
