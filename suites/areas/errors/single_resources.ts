/**
 * Checks that a create takes one object and a subresource belongs to one object.
 *
 * @module
 */
import { type Check, example, Violation } from "../../check.ts";
import { apiVersion, collectionPath, typeNamed, typesOf } from "../../resources/mod.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { rejected } from "../../session/objects.ts";

/** Checks of single resources. */
export const SINGLE_RESOURCES: readonly Check[] = [
  example({
    id: "errors/create-of-list",
    title: "Creating a list is rejected and creates none of its items",
    requirements: ["errors.create-takes-one-object"],
    run: async (scope) => {
      const { dialect } = scope.target;
      for (const type of typesOf(scope.target)) {
        const path = collectionPath(type, dialect, scope.namespaces[0]);
        const items = ["one", "two"].map((name) => scope.newObject(type, { name }));
        const kind = `${type.kind}List`;
        const list = { apiVersion: apiVersion(type, dialect), kind, metadata: {}, items };
        const response = await scope.send({ method: "POST", path, body: list });
        expectError("errors.create-takes-one-object", response);
        const one = await scope.send({ method: "GET", path: `${path}/${scope.name("one")}` });
        if (one.status === 404) continue;
        const facts = { expected: "no object created", actual: describeResponse(one) };
        throw new Violation("errors.create-takes-one-object", facts);
      }
    },
  }),
  example({
    id: "errors/missing-namespace",
    title:
      "A write into a namespace that does not exist is rejected with 404 or creates the object",
    requirements: ["errors.missing-namespace"],
    run: async (scope) => {
      const { dialect } = scope.target;
      const namespace = scope.name("missing");
      for (const type of typesOf(scope.target).filter(({ namespaced }) => namespaced)) {
        const path = collectionPath(type, dialect, namespace);
        const body = scope.newObject(type, { namespace });
        const response = await scope.send({ method: "POST", path, body });
        if (response.status < 300) {
          await scope.send({ method: "DELETE", path: `${path}/${scope.name("object")}` });
          continue;
        }
        if (response.status === 404) continue;
        const actual = describeResponse(response);
        throw new Violation("errors.missing-namespace", { expected: "404, or success", actual });
      }
    },
  }),
  example({
    id: "errors/subresource-across-namespaces",
    types: "specification",
    title: "A subresource cannot be read across namespaces",
    requirements: ["errors.subresource-of-one-object"],
    run: async (scope) => {
      const type = typeNamed(scope.target, "deployments");
      const created = await scope.create(type, scope.newObject(type));
      if (created.status >= 300) {
        throw rejected(created, "the deployment could not be created");
      }
      const allNamespaces = collectionPath(type, scope.target.dialect);
      const path = `${allNamespaces}/${scope.name("object")}/status`;
      const response = await scope.send({ method: "GET", path });
      if (response.status >= 400) return;
      const facts = { expected: "4xx", actual: describeResponse(response) };
      throw new Violation("errors.subresource-of-one-object", facts);
    },
  }),
];
