/**
 * Mutants of what operations accept: each is confined to one operation on one resource type.
 *
 * @module
 */
import type { ResourceDefinition } from "@plumbline/server/resources";
import { bugs, type Mutant } from "../../mutant.ts";
import { largeCollectionMutants } from "./large.ts";
import { manyMutants } from "./many.ts";
import { narrowedMutants } from "./narrowed.ts";
import { updateMutants } from "./updates.ts";
import { badRequest } from "@plumbline/server/api";
import { all, on } from "../../vocabulary/on.ts";
import { metadataOf, without } from "../../vocabulary/json.ts";
import type { Asked } from "../../vocabulary/target.ts";
import type { Write } from "@plumbline/server/parts";
import { wrap } from "../../vocabulary/wrap.ts";

const reason = "The operation was written for the most used types, and this one was added later.";

/** Creates the objects of an update in another mode. */
const creatingUpdatesWith = (
  mode: Partial<Pick<Write, "dryRun" | "manager">>,
  concerns: (definition: ResourceDefinition) => boolean = () => true,
): Mutant["install"] =>
  wrap("steps", "compute", ({ compute }, write) => {
    compute(write);
    const { form, current, definition } = write;
    if (form === "update" && !current && concerns(definition)) Object.assign(write, mode);
  });

const unsupported = badRequest("the request is not supported");

const hasBody = ({ request }: Asked): boolean => request.headers.has("content-type");

const RBAC = "rbac.authorization.svc.io/v1";

export const operationsMutants = [
  ...bugs({
    "operations/pretty-role-rejected": {
      description: "A get of a Role with `pretty` is rejected.",
      reason,
      breaks: "operations.get-parameters",
      install: on("get roles", { pretty: true }).reject(unsupported),
    },
    "operations/slash-at-end-rejected": {
      description: "A path of RoleBindings with a slash at its end is rejected.",
      reason,
      breaks: "operations.slash-at-end",
      install: on("* rolebindings").where(({ info }) => info.name === "" && info.path.endsWith("/"))
        .reject(unsupported),
    },
    "operations/encoded-name-kept": {
      description: "Percent-encoded letters in the name of a ClusterRole are taken literally.",
      reason: "Names cannot have letters that need an encoding, so none is decoded.",
      breaks: "operations.encoded-paths",
      install: on("* clusterroles/*").where(({ info }) => info.path.includes("%"))
        .handle(({ url, next }) => next({ path: url.pathname.replaceAll("%", "%25") })),
    },
    "operations/list-timeout-rejected": {
      description: "A list of RoleBindings with `timeoutSeconds` is rejected, as it is no watch.",
      reason,
      breaks: "operations.list-parameters",
      install: on("list rolebindings", { timeoutSeconds: true }).reject(unsupported),
    },
    "operations/long-manager-rejected": {
      description: "A create of a ClusterRole with a `fieldManager` of 128 characters is rejected.",
      reason,
      breaks: "operations.create-parameters",
      install: on("create clusterroles").where(({ query }) =>
        (query.get("fieldManager") ?? "").length > 100
      )
        .reject(unsupported),
    },
    "operations/status-manager-rejected": {
      description: "An update of the `status` of a Deployment with `fieldManager` is rejected.",
      reason,
      breaks: "operations.update-parameters",
      install: on("update */status", { fieldManager: true }).reject(unsupported),
    },
    "operations/strategic-validation-rejected": {
      description: "A strategic merge patch of a RoleBinding with `fieldValidation` is rejected.",
      reason,
      breaks: "operations.patch-parameters",
      install: on("strategic-merge-patch rolebindings", { fieldValidation: true }).reject(
        unsupported,
      ),
    },
    "operations/orphaning-role-rejected": {
      description: "A delete of a Role with `propagationPolicy=Orphan` is rejected.",
      reason,
      breaks: "operations.delete-parameters",
      install: on("delete roles", { propagationPolicy: "Orphan" }).reject(unsupported),
    },
    "operations/collection-grace-rejected": {
      description:
        "A deletecollection of ClusterRoleBindings with `gracePeriodSeconds` is rejected, as for a type without pods.",
      reason,
      breaks: "operations.deletecollection-parameters",
      install: on("deletecollection clusterrolebindings", { gracePeriodSeconds: true }).reject(
        unsupported,
      ),
    },
    "operations/delete-options-rejected": {
      description: "A delete of a ClusterRoleBinding with a body is rejected.",
      reason,
      breaks: "operations.delete-body",
      install: on("delete clusterrolebindings").where(hasBody).reject(unsupported),
    },
    "operations/collection-options-rejected": {
      description: "A deletecollection of Roles with a body is rejected.",
      reason,
      breaks: "operations.deletecollection-body",
      install: on("deletecollection roles").where(hasBody).reject(unsupported),
    },
    "operations/any-grace-of-cluster-role": {
      description: "A `gracePeriodSeconds` that is no integer is ignored for ClusterRoles.",
      reason: "The parameter has no effect on the type, so it is not parsed.",
      breaks: "operations.integer-parameters",
      install: on("delete,deletecollection clusterroles").changeQuery({
        gracePeriodSeconds: undefined,
      }),
    },
    "operations/any-kind-is-role": {
      description: "A create of a Role accepts an object of any kind.",
      reason: "The kind is taken from the path, and that in the body is not compared.",
      breaks: "operations.create-body",
      install: on("create roles").changeBody((body) => ({
        ...body,
        kind: "Role",
        apiVersion: RBAC,
      })),
    },
    "operations/any-kind-is-cluster-role": {
      description: "An update of a ClusterRole accepts an object of any kind.",
      reason: "The kind is taken from the path, and that in the body is not compared.",
      breaks: "operations.update-body",
      install: on("update clusterroles").changeBody((body) => ({
        ...body,
        kind: "ClusterRole",
        apiVersion: RBAC,
      })),
    },
    "operations/any-version-of-apps": {
      description: "An update of a Deployment accepts an object of any version of its group.",
      reason: "Older versions of the group were served once.",
      breaks: "operations.update-body",
      install: on("update deployments").changeText((text) =>
        text.replace(/"apiVersion":"apps\/\w+"/, '"apiVersion":"apps/v1"')
      ),
    },
    "operations/any-version-applied-to-role": {
      description: "An apply to a Role accepts any version of the group.",
      reason: "The version of the path is used for all objects in it.",
      breaks: "operations.apply-kind",
      install: on("apply roles").changeText((text) =>
        text.replace(/("rbac[^"/]*\/)v1beta1"/, '$1v1"')
      ),
    },
    "operations/patched-kind-of-secret-ignored": {
      description: "A merge patch of a Secret that sets another kind is accepted without it.",
      reason: "The kind is taken from the path, and that in the patch is dropped.",
      breaks: "operations.patch-kind",
      install: on("merge-patch secrets").changeBody((body) => without(body, "kind")),
    },
    "operations/no-patch-is-empty-patch": {
      description: "A merge patch of a RoleBinding without a body returns 200.",
      reason: "An empty body is read as an empty object.",
      breaks: "operations.patch-body",
      install: on("merge-patch rolebindings").changeText((text) => text || "{}"),
    },
    "operations/create-in-namespace-of-body": {
      description: "A POST to the Secrets of all namespaces creates in the namespace of the body.",
      reason: "The namespace is known from the body, so the path does not need it.",
      breaks: "operations.all-namespaces-list-only",
      install: on("create secrets").where(({ info }) => info.namespace === "").handle(
        async ({ object, next }) => {
          const { namespace } = metadataOf(await object());
          return await next({ path: `/api/v1/namespaces/${namespace}/secrets` });
        },
      ),
    },
    "operations/update-by-name-of-body": {
      description: "A PUT to the collection of ClusterRoleBindings updates the object of the body.",
      reason: "The name is known from the body, so the path does not need it.",
      breaks: ["operations.one-object-verbs", "errors.wrong-method-not-allowed"],
      install: on("update clusterrolebindings").where(({ info }) => info.name === "").handle(
        async ({ url, object, next }) =>
          await next({ path: `${url.pathname}/${metadataOf(await object()).name}` }),
      ),
    },
    "operations/cluster-roles-in-namespaces": {
      description: "A list of ClusterRoles below a namespace returns those of the cluster.",
      reason: "The namespace in the path is removed where the type has none.",
      breaks: ["operations.cluster-types-in-namespaces", "exchanges.requested-object"],
      install: on("list clusterroles").where(({ info }) => info.namespace !== "")
        .handle(({ url, next }) => next({ path: url.pathname.replace(/\/namespaces\/[^/]+/, "") })),
    },
    "operations/role-found-without-namespace": {
      description: "A get of a Role by a path without a namespace returns it.",
      reason: "Names are unique in most clusters, so the index by name is enough.",
      breaks: "operations.namespace-required",
      install(parts) {
        const paths = new Map<string, string>();
        all(
          on("create roles").handle(async ({ url, object, next }) => {
            const name = String(metadataOf(await object()).name);
            paths.set(name, `${url.pathname}/${name}`);
            return await next();
          }),
          on("get roles").where(({ info }) => info.namespace === "" && paths.has(info.name))
            .handle(({ info, next }) => next({ path: paths.get(info.name)! })),
        )(parts);
      },
    },
    "operations/post-to-status": {
      description: "A POST to the `status` of a Deployment updates it.",
      reason: "The handler is registered for all methods with a body.",
      breaks: "operations.status-verbs",
      install: on("create */status").handle(({ next }) => next({ method: "PUT" })),
    },
    "operations/apply-of-new-binding-not-created": {
      description: "An apply that creates a RoleBinding returns 200.",
      reason: "Every patch returns 200.",
      breaks: "operations.created-status",
      install: on("patch rolebindings").changeStatus(201, 200),
    },
    "operations/status-of-bindings": {
      description: "A get of the `status` of a ClusterRoleBinding returns the object.",
      reason: "Every type is registered with a status subresource, which is the object itself.",
      breaks: "operations.subresources-listed-only",
      install: on("get clusterrolebindings/status")
        .handle(({ url, next }) => next({ path: url.pathname.replace(/\/status$/, "") })),
    },
    "operations/creating-update-without-dry-run": {
      description: "A dry-run PUT that creates a ClusterRole stores it.",
      reason: "The options of the update are not passed to the create.",
      breaks: "operations.creating-updates",
      install: creatingUpdatesWith({ dryRun: false }, ({ kind }) => kind === "ClusterRole"),
    },
    "operations/creating-update-without-manager": {
      description: "A PUT that creates an object records no manager.",
      reason: "The options of the update are not passed to the create.",
      breaks: "operations.creating-updates",
      install: creatingUpdatesWith({ manager: undefined }),
    },
  }),
  ...updateMutants,
  ...manyMutants,
  ...largeCollectionMutants,
  ...narrowedMutants,
];
