/**
 * Strategic merge patches of a Deployment's conditions, which are told apart by their types.
 *
 * @module
 */
import { Discard, example, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { objectPath, resourceType } from "../../resources/mod.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { Checks } from "./judge.ts";

const TYPE = resourceType("deployments");

/** Patches of conditions. */
export const CONDITIONS: Checks = [
  example({
    id: "patch/strategic-conditions",
    title: "A strategic merge patch merges conditions by their types",
    requirements: ["patch.strategic-merges-conditions"],
    level: "convention",
    run: async (scope) => {
      const made = await scope.create(TYPE, scope.make(TYPE));
      if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
      const [namespace] = scope.namespaces;
      const key = { namespace, name: scope.name("object") };
      const path = `${objectPath(TYPE, scope.target.dialect, key)}/status`;
      const patch = (words: string, conditions: { type: string; status: string }[]) =>
        scope.send({
          method: "PATCH",
          path,
          headers: { "content-type": `application/${words}+json` },
          body: { status: { conditions } },
        });
      const one = { type: "PlumblineOne", status: "True" };
      const two = { type: "PlumblineTwo", status: "True" };
      const set = await patch("merge-patch", [one, two]);
      if (set.status >= 300) throw new Discard(`no conditions could be set: ${set.status}`);
      const answer = await patch("strategic-merge-patch", [{ ...one, status: "False" }]);
      const conditions = asObject(asObject(answer.json)?.status)?.conditions;
      const told = (Array.isArray(conditions) ? conditions : []).map((each) => asObject(each) ?? {})
        .filter(({ type }) => `${type}`.startsWith("Plumbline"))
        .map(({ type, status }) => `${type} ${status}`).toSorted().join();
      const due = "PlumblineOne False,PlumblineTwo True";
      if (told === due) return;
      throw new Violation("patch.strategic-merges-conditions", {
        expected: due,
        actual: answer.status < 300 ? told : describeAnswer(answer),
      });
    },
  }),
];
