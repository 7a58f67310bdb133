/**
 * Checks that a create takes one object and a subresource belongs to one object.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import { apiVersion, collectionPath, namespacedTypesOf, typeNamed } from "../../resources/mod.ts";
import { describeResponse } from "../../session/violation.ts";
import { rejected, succeeded } from "../../session/objects.ts";
import { changeRequest, supports } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { anError, forEveryType } from "../../session/for_every_type.ts";
import { verify } from "../../verify.ts";

/** Checks of single resources. */
export const SINGLE_RESOURCES: readonly Check[] = [
  forEveryType("errors/create-of-list", {
    title: "Creating a list is rejected and creates none of its items",
    verifies: "errors.create-takes-one-object",
    send: ({ scope, objects: { type } }) => {
      const { dialect } = scope.target;
      const items = ["one", "two"].map((name) => scope.newObject(type, { name }));
      const kind = `${type.kind}List`;
      const body = { apiVersion: apiVersion(type, dialect), kind, metadata: {}, items };
      const path = collectionPath(type, dialect, scope.namespaces[0]);
      return scope.send({ method: "POST", path, body });
    },
    expect: [
      anError(),
      async (id, _response, { scope, objects: { type } }) => {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        const one = await scope.send({ method: "GET", path: `${path}/${scope.name("one")}` });
        return verify<string>(id, {
          holds: one.status === 404,
          expected: "no object created",
          actual: describeResponse(one),
        });
      },
    ],
  }),
  forEveryType("errors/missing-namespace", {
    title:
      "A write into a namespace that does not exist is rejected with 404 or creates the object",
    verifies: "errors.missing-namespace",
    types: namespacedTypesOf,
    send: async ({ scope, objects: { type } }) => {
      const namespace = scope.name("missing");
      const path = collectionPath(type, scope.target.dialect, namespace);
      const body = scope.newObject(type, { namespace });
      const response = await scope.send({ method: "POST", path, body });
      if (succeeded(response)) {
        await scope.send({ method: "DELETE", path: `${path}/${scope.name("object")}` });
      }
      return response;
    },
    expect: [
      (id, response) =>
        verify<string>(id, {
          holds: response.status < 300 || response.status === 404,
          expected: "404, or success",
          actual: describeResponse(response),
        }),
      // A server that rejects the create needs the namespace for an apply that creates, too.
      async (id, response, { scope, objects: { type } }) => {
        if (response.status !== 404 || !supports(scope.target, "apply")) return true;
        const object = scope.newObject(type, { namespace: scope.name("missing") });
        const applied = await scope.send(changeRequest(scope, type, object, "apply", object));
        if (succeeded(applied)) {
          await scope.send({ method: "DELETE", path: pathOfObject(scope, type, object) });
        }
        return verify<string>(id, {
          holds: applied.status === 404,
          expected: "404 for an apply, as for a create",
          actual: describeResponse(applied),
        });
      },
    ],
  }),
  example({
    id: "errors/subresource-across-namespaces",
    types: ["deployments"],
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
      verify("errors.subresource-of-one-object", {
        holds: response.status >= 400,
        expected: "4xx",
        actual: describeResponse(response),
      });
    },
  }),
];
