/**
 * Mutants of what operations accept: each is confined to one operation on one resource type.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";
import type { WriteMode } from "../../../server/registry/contracts.ts";
import type { ResourceDefinition } from "../../../server/registry/resource.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import { updateMutants } from "./updates.ts";

/** The parts of a request that decide its operation. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

/** Returns a test for the objects of a type. */
const objectOf = (resource: string) => (path: string): boolean =>
  new RegExp(`/${resource}/[^/]+$`).test(path);

const askedOf = (request: Request): Asked => {
  const { pathname: path, searchParams: query } = new URL(request.url);
  return { method: request.method, path, query, headers: request.headers };
};

/** Rejects some requests. */
const rejecting = ({ wire }: PartChanges, when: (asked: Asked) => boolean): void =>
  wire(({ answer }) => ({
    async answer(request) {
      if (!when(askedOf(request))) return await answer(request);
      const body = {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: "the request is not supported",
        reason: "BadRequest",
        code: 400,
      };
      return Response.json(body, { status: 400 });
    },
  }));

/** Serves other requests in place of some. */
const replacing = (
  { wire }: PartChanges,
  when: (asked: Asked) => boolean,
  replace: (request: Request, text: string) => Request,
): void =>
  wire(({ answer }) => ({
    async answer(request) {
      if (!when(askedOf(request))) return await answer(request);
      return await answer(replace(request, await request.text()));
    },
  }));

/** Returns a copy of a request with another body, path or method. */
function copied(
  request: Request,
  { body, path, method }: { body?: string; path?: string; method?: string },
): Request {
  const url = new URL(request.url);
  if (path !== undefined) url.pathname = path;
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  return new Request(url, {
    method: method ?? request.method,
    headers,
    ...(body && { body }),
  });
}

/** Returns the metadata in a text, empty if there are none. */
function metadataIn(text: string): JsonObject {
  try {
    return (JSON.parse(text).metadata ?? {}) as JsonObject;
  } catch {
    return {};
  }
}

/** Returns a text as an object of a kind, if it is one of any. */
function asKind(text: string, kind: string): string {
  try {
    const apiVersion = "rbac.authorization.svc.io/v1";
    return JSON.stringify({ ...JSON.parse(text), kind, apiVersion });
  } catch {
    return text;
  }
}

const reason = "The operation was written for the most used types, and this one was added later.";

/** The mutants. */
/** Creates the objects of an update in another mode. */
const creatingUpdatesWith = (
  mode: Partial<WriteMode>,
  concerns: (definition: ResourceDefinition) => boolean = () => true,
): Mutant["install"] =>
({ writer }) =>
  writer(({ createObject }) => ({
    createObject(registry, request, object, given) {
      const changes = request.context.info.verb === "update" && concerns(request.definition);
      return createObject(registry, request, object, changes ? { ...given, ...mode } : given);
    },
  }));

export const operationsMutants = [
  ...bugs({
    "operations/pretty-role-rejected": {
      description: "A get of a Role with `pretty` is rejected.",
      reason,
      breaks: "operations.get-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query }) =>
            method === "GET" && objectOf("roles")(path) && query.has("pretty"),
        ),
    },
    "operations/slash-at-end-rejected": {
      description: "A path of RoleBindings with a slash at its end is rejected.",
      reason,
      breaks: "operations.slash-at-end",
      install: (parts) => rejecting(parts, ({ path }) => path.endsWith("/rolebindings/")),
    },
    "operations/encoded-name-kept": {
      description: "Percent-encoded letters in the name of a ClusterRole are taken literally.",
      reason: "Names cannot have letters that need an encoding, so none is decoded.",
      breaks: "operations.encoded-paths",
      install: (parts) =>
        replacing(
          parts,
          ({ path }) => path.includes("%") && decodeURIComponent(path).includes("/clusterroles/"),
          (request, body) =>
            copied(request, { body, path: new URL(request.url).pathname.replaceAll("%", "%25") }),
        ),
    },
    "operations/list-timeout-rejected": {
      description: "A list of RoleBindings with `timeoutSeconds` is rejected, as it is no watch.",
      reason,
      breaks: "operations.list-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query }) =>
            method === "GET" && path.endsWith("/rolebindings") && query.has("timeoutSeconds") &&
            !query.has("watch"),
        ),
    },
    "operations/long-manager-rejected": {
      description: "A create of a ClusterRole with a `fieldManager` of 128 characters is rejected.",
      reason,
      breaks: "operations.create-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query }) =>
            method === "POST" && path.endsWith("/clusterroles") &&
            (query.get("fieldManager") ?? "").length > 100,
        ),
    },
    "operations/status-manager-rejected": {
      description: "An update of the `status` of a Deployment with `fieldManager` is rejected.",
      reason,
      breaks: "operations.update-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query }) =>
            method === "PUT" && path.endsWith("/status") && query.has("fieldManager"),
        ),
    },
    "operations/strategic-validation-rejected": {
      description: "A strategic merge patch of a RoleBinding with `fieldValidation` is rejected.",
      reason,
      breaks: "operations.patch-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query, headers }) =>
            method === "PATCH" && objectOf("rolebindings")(path) && query.has("fieldValidation") &&
            (headers.get("content-type") ?? "").includes("strategic"),
        ),
    },
    "operations/orphaning-role-rejected": {
      description: "A delete of a Role with `propagationPolicy=Orphan` is rejected.",
      reason,
      breaks: "operations.delete-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query }) =>
            method === "DELETE" && objectOf("roles")(path) &&
            query.get("propagationPolicy") === "Orphan",
        ),
    },
    "operations/collection-grace-rejected": {
      description:
        "A deletecollection of ClusterRoleBindings with `gracePeriodSeconds` is rejected, as for a type without pods.",
      reason,
      breaks: "operations.deletecollection-parameters",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, query }) =>
            method === "DELETE" && path.endsWith("/clusterrolebindings") &&
            query.has("gracePeriodSeconds"),
        ),
    },
    "operations/delete-options-rejected": {
      description: "A delete of a ClusterRoleBinding with a body is rejected.",
      reason,
      breaks: "operations.delete-body",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, headers }) =>
            method === "DELETE" && objectOf("clusterrolebindings")(path) &&
            headers.has("content-type"),
        ),
    },
    "operations/collection-options-rejected": {
      description: "A deletecollection of Roles with a body is rejected.",
      reason,
      breaks: "operations.deletecollection-body",
      install: (parts) =>
        rejecting(
          parts,
          ({ method, path, headers }) =>
            method === "DELETE" && path.endsWith("/roles") && headers.has("content-type"),
        ),
    },
    "operations/any-grace-of-cluster-role": {
      description: "A `gracePeriodSeconds` that is no integer is ignored for ClusterRoles.",
      reason: "The parameter has no effect on the type, so it is not parsed.",
      breaks: "operations.integer-parameters",
      install({ wire }) {
        wire(({ answer }) => ({
          answer(request) {
            const url = new URL(request.url);
            if (request.method === "DELETE" && url.pathname.includes("/clusterroles")) {
              url.searchParams.delete("gracePeriodSeconds");
            }
            return answer(new Request(url, request));
          },
        }));
      },
    },
    "operations/any-kind-is-role": {
      description: "A create of a Role accepts an object of any kind.",
      reason: "The kind is taken from the path, and that in the body is not compared.",
      breaks: "operations.create-body",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) => method === "POST" && path.endsWith("/roles"),
          (request, text) => copied(request, { body: asKind(text, "Role") }),
        ),
    },
    "operations/any-kind-is-cluster-role": {
      description: "An update of a ClusterRole accepts an object of any kind.",
      reason: "The kind is taken from the path, and that in the body is not compared.",
      breaks: "operations.update-body",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) => method === "PUT" && objectOf("clusterroles")(path),
          (request, text) => copied(request, { body: asKind(text, "ClusterRole") }),
        ),
    },
    "operations/any-version-of-apps": {
      description: "An update of a Deployment accepts an object of any version of its group.",
      reason: "Older versions of the group were served once.",
      breaks: "operations.update-body",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) => method === "PUT" && objectOf("deployments")(path),
          (request, text) =>
            copied(request, {
              body: text.replace(/"apiVersion":"apps\/\w+"/, '"apiVersion":"apps/v1"'),
            }),
        ),
    },
    "operations/any-version-applied-to-role": {
      description: "An apply to a Role accepts any version of the group.",
      reason: "The version of the path is used for all objects in it.",
      breaks: "operations.apply-kind",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path, headers }) =>
            method === "PATCH" && objectOf("roles")(path) &&
            (headers.get("content-type") ?? "").includes("apply"),
          (request, text) =>
            copied(request, { body: text.replace(/("rbac[^"/]*\/)v1beta1"/, '$1v1"') }),
        ),
    },
    "operations/patched-kind-of-secret-ignored": {
      description: "A merge patch of a Secret that sets another kind is accepted without it.",
      reason: "The kind is taken from the path, and that in the patch is dropped.",
      breaks: "operations.patch-kind",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path, headers }) =>
            method === "PATCH" && objectOf("secrets")(path) &&
            (headers.get("content-type") ?? "").includes("/merge-patch"),
          (request, text) =>
            copied(request, { body: text.replace(/,?"kind":"[^"]*"(,?)/, (_, after) => after) }),
        ),
    },
    "operations/no-patch-is-empty-patch": {
      description: "A merge patch of a RoleBinding without a body returns 200.",
      reason: "An empty body is read as an empty object.",
      breaks: "operations.patch-body",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path, headers }) =>
            method === "PATCH" && objectOf("rolebindings")(path) &&
            (headers.get("content-type") ?? "").includes("merge"),
          (request, text) => copied(request, { body: text || "{}" }),
        ),
    },
    "operations/create-in-namespace-of-body": {
      description: "A POST to the Secrets of all namespaces creates in the namespace of the body.",
      reason: "The namespace is known from the body, so the path does not need it.",
      breaks: "operations.all-namespaces-list-only",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) => method === "POST" && path === "/api/v1/secrets",
          (request, body) => {
            const path = `/api/v1/namespaces/${metadataIn(body).namespace}/secrets`;
            return copied(request, { body, path });
          },
        ),
    },
    "operations/update-by-name-of-body": {
      description: "A PUT to the collection of ClusterRoleBindings updates the object of the body.",
      reason: "The name is known from the body, so the path does not need it.",
      breaks: ["operations.one-object-verbs", "errors.wrong-method-not-allowed"],
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) => method === "PUT" && path.endsWith("/clusterrolebindings"),
          (request, body) => {
            const { pathname } = new URL(request.url);
            return copied(request, { body, path: `${pathname}/${metadataIn(body).name}` });
          },
        ),
    },
    "operations/cluster-roles-in-namespaces": {
      description: "A list of ClusterRoles below a namespace returns those of the cluster.",
      reason: "The namespace in the path is removed where the type has none.",
      breaks: ["operations.cluster-types-in-namespaces", "exchanges.requested-object"],
      install({ wire }) {
        wire(({ answer }) => ({
          async answer(request) {
            const { method, path } = askedOf(request);
            const isList = method === "GET" && /\/namespaces\/[^/]+\/clusterroles$/.test(path);
            const wide = path.replace(/\/namespaces\/[^/]+/, "");
            return await answer(isList ? copied(request, { path: wide }) : request);
          },
        }));
      },
    },
    "operations/role-found-without-namespace": {
      description: "A get of a Role by a path without a namespace returns it.",
      reason: "Names are unique in most clusters, so the index by name is enough.",
      breaks: "operations.namespace-required",
      install({ wire }) {
        const paths = new Map<string, string>();
        wire(({ answer }) => ({
          async answer(request) {
            const { method, path } = askedOf(request);
            if (method === "POST" && path.endsWith("/roles")) {
              const text = await request.text();
              const name = String(metadataIn(text).name);
              paths.set(name, `${path}/${name}`);
              return await answer(copied(request, { body: text }));
            }
            const isWide = method === "GET" && /^\/apis\/[^/]+\/v1\/roles\/[^/]+$/.test(path);
            const known = isWide ? paths.get(path.slice(path.lastIndexOf("/") + 1)) : undefined;
            return await answer(known === undefined ? request : copied(request, { path: known }));
          },
        }));
      },
    },
    "operations/post-to-status": {
      description: "A POST to the `status` of a Deployment updates it.",
      reason: "The handler is registered for all methods with a body.",
      breaks: "operations.status-verbs",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) => method === "POST" && path.endsWith("/status"),
          (request, body) => copied(request, { body, method: "PUT" }),
        ),
    },
    "operations/apply-of-new-binding-not-created": {
      description: "An apply that creates a RoleBinding returns 200.",
      reason: "Every patch returns 200.",
      breaks: "operations.created-status",
      install({ wire }) {
        wire(({ answer }) => ({
          async answer(request) {
            const response = await answer(request);
            const { method, path } = askedOf(request);
            const isPatch = method === "PATCH" && objectOf("rolebindings")(path);
            if (!isPatch || response.status !== 201) return response;
            return new Response(response.body, { status: 200, headers: response.headers });
          },
        }));
      },
    },
    "operations/status-of-bindings": {
      description: "A get of the `status` of a ClusterRoleBinding returns the object.",
      reason: "Every type is registered with a status subresource, which is the object itself.",
      breaks: "operations.subresources-listed-only",
      install: (parts) =>
        replacing(
          parts,
          ({ method, path }) =>
            method === "GET" && /clusterrolebindings\/[^/]+\/status$/.test(path),
          (request) => copied(request, { path: new URL(request.url).pathname.slice(0, -7) }),
        ),
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
];
