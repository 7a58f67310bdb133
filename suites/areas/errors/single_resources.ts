/**
 * An operation acts on one object, a subresource belongs to one.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { apiVersion, collectionPath, RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";

/** Checks of single resources. */
export const SINGLE_RESOURCES: readonly Check[] = [
  example({
    id: "errors/create-of-many",
    title: "A list is no object that can be created: nothing of it is",
    requirements: ["errors.one-object-a-create"],
    level: "must",
    run: async (scope) => {
      const { dialect } = scope.target;
      for (const type of RESOURCE_TYPES) {
        const path = collectionPath(type, dialect, scope.namespaces[0]);
        const items = ["one", "two"].map((name) => scope.make(type, { name }));
        const kind = `${type.kind}List`;
        const list = { apiVersion: apiVersion(type, dialect), kind, metadata: {}, items };
        const answer = await scope.ask({ method: "POST", path, body: list });
        expectRefusal("errors.one-object-a-create", answer);
        const one = await scope.ask({ method: "GET", path: `${path}/${scope.name("one")}` });
        if (one.status === 404) continue;
        const facts = { expected: "nothing made", actual: describeAnswer(one) };
        throw new Violation("errors.one-object-a-create", facts);
      }
    },
  }),
  example({
    id: "errors/subresource-of-many",
    title: "A subresource cannot be asked for across namespaces",
    requirements: ["errors.subresource-of-one-object"],
    level: "must",
    run: async (scope) => {
      const type = resourceType("deployments");
      const made = await scope.create(type, scope.make(type));
      if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
      const everywhere = collectionPath(type, scope.target.dialect);
      const path = `${everywhere}/${scope.name("object")}/status`;
      const answer = await scope.ask({ method: "GET", path });
      if (answer.status >= 400) return;
      const facts = { expected: "a refusal", actual: describeAnswer(answer) };
      throw new Violation("errors.subresource-of-one-object", facts);
    },
  }),
];
