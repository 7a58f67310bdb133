/**
 * What follows from a deletion, and not from a dry run of it: the content of a namespace and the
 * dependents of an object stay.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { contentOf } from "../../model/content.ts";
import { nameOf, uidOf } from "../../model/object.ts";
import { apiVersion, separateTypesOf } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { createNamespace, deleteNamespace } from "../../session/own_namespace.ts";
import { verify } from "../../verify.ts";

/** The policies of a deletion. With `Orphan` dependents change, which a dry run must not do either. */
const POLICIES = [undefined, "Background", "Foreground", "Orphan"];

/** The checks. */
export const CONSEQUENCES: readonly Check[] = [
  example({
    id: "dry-run/dependents",
    title: "A dry-run delete leaves the dependents of the object as they are",
    requirements: ["dry-run.nothing-follows"],
    run: async (scope) => {
      const types = separateTypesOf(scope.target);
      const { dialect } = scope.target;
      for (const type of types) {
        const objects = new Objects(scope, type);
        const owner = await objects.create(objects.newObject("owner"));
        // An object in a namespace may own others of that namespace alone.
        const dependents = types.filter(({ namespaced }) => namespaced || !type.namespaced);
        const reference = {
          apiVersion: apiVersion(type, dialect),
          kind: type.kind,
          name: nameOf(owner),
          uid: uidOf(owner) ?? "",
          blockOwnerDeletion: true,
        };
        const owned = await Promise.all(dependents.map(async (each) => {
          const objects = new Objects(scope, each);
          const metadata = { ownerReferences: [reference] };
          return { objects, object: await objects.create(objects.newObject("owned", metadata)) };
        }));
        for (const propagationPolicy of POLICIES) {
          const query = { dryRun: "All", ...(propagationPolicy && { propagationPolicy }) };
          await objects.remove(owner, { query });
        }
        for (const each of [{ objects, object: owner }, ...owned]) await expectSame(each);
        await Promise.all(owned.map((each) => each.objects.remove(each.object)));
        await objects.remove(owner);
      }
    },
  }),
  example({
    id: "dry-run/namespaces",
    title: "A dry-run delete of a namespace leaves what it contains as it is",
    requirements: ["dry-run.nothing-follows"],
    needs: ["created namespaces"],
    run: async (scope) => {
      const namespace = await createNamespace(scope, "kept");
      const types = separateTypesOf(scope.target).filter(({ namespaced }) => namespaced);
      const content = await Promise.all(types.map(async (type) => {
        const objects = new Objects(scope, type);
        const object = await objects.create(objects.newObject("object", {}, { namespace }));
        return { objects, object };
      }));
      const path = `/api/v1/namespaces/${namespace}`;
      await scope.send({ method: "DELETE", path, query: { dryRun: "All" } });
      for (const each of content) await expectSame(each);
      await Promise.all(content.map((each) => each.objects.remove(each.object)));
      await deleteNamespace(scope, namespace);
    },
  }),
];

async function expectSame(
  { objects, object }: { readonly objects: Objects; readonly object: JsonObject },
): Promise<void> {
  const now = await objects.read(object);
  verify("dry-run.nothing-follows", {
    holds: now !== undefined && contentOf(now) === contentOf(object),
    expected: contentOf(object),
    actual: now === undefined ? "404" : contentOf(now),
  });
}
