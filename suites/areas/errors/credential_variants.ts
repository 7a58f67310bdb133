/**
 * Requests without credentials in every variant: their parameters and media types may lead a server
 * past its authentication, as a `continue` token that it takes for a permission.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import { contentOf } from "../../model/content.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { hasCredentials } from "../../client/target.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import {
  hasOperation,
  type Operation,
  type OperationOnType,
  requestFor,
} from "../../session/operations.ts";
import { expectStatus } from "../../session/violation.ts";
import { verify } from "../../verify.ts";
import { mayAnonymousUsers, NO_TOKEN, refusalsOf } from "./anonymous_users.ts";

/** The operations that variants are of; reviews have none. */
type Varied = Exclude<Operation, "review">;

/** What a variant adds to the request of an operation. */
type Variant = Pick<HttpRequest, "query" | "headers" | "body">;

/** Checks of variants of unauthenticated requests. */
export const CREDENTIAL_VARIANTS: readonly Check[] = [
  property<string>({
    id: "errors/unauthenticated-variants",
    title: "No parameter or media type lets a request without credentials in",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...(["get", "list", "watch", "create", "update", "patch", "delete"] as const)
        .flatMap((name) => [`errors.unknown-${name}`, `errors.missing-${name}`] as const),
      "errors.unknown-list-all-namespaces",
      "errors.missing-list-all-namespaces",
      "errors.unknown-deletecollection",
      "errors.missing-deletecollection",
    ],
    uses: ["server-side-apply", "strategic-merge-patch"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      if (!hasCredentials(scope.target.identities[0])) {
        throw new Discard(NO_TOKEN);
      }
      const type = typeNamed(scope.target, resource);
      const objects = new Objects(scope, type);
      const object = await objects.create(objects.newObject("object"));
      await objects.create(objects.newObject("second"));
      const unknown = { authorization: `Bearer plumbline-${scope.id}` };
      for (const [operation, variants] of Object.entries(await variantsOf(scope, objects))) {
        const at = { operation, resource } as OperationOnType & { readonly operation: Varied };
        if (!hasOperation(type, operation)) continue;
        if (operation === "list-all-namespaces" && !type.namespaced) continue;
        for (const { headers, ...variant } of variants) {
          const own = requestFor(scope, at);
          const request: HttpRequest = {
            ...own,
            ...variant,
            query: { ...own.query, ...variant.query },
          };
          const all = { ...own.headers, ...headers };
          scope.note(operation);
          const refused = await scope.send({ ...request, headers: { ...all, ...unknown } });
          expectStatus(`errors.unknown-${at.operation}`, refused, 401);
          const response = await scope.send({ ...request, headers: all, identity: "" });
          if (response.status < 300 && await mayAnonymousUsers(scope, at)) continue;
          // A server may authenticate the request as system:anonymous, which is then forbidden.
          expectStatus(`errors.missing-${at.operation}`, response, ...await refusalsOf(scope));
        }
      }
      const after = await objects.read(object);
      verify("errors.unauthenticated-changes-nothing", {
        holds: after !== undefined && contentOf(after) === contentOf(object),
        expected: contentOf(object),
        actual: after === undefined ? "404" : contentOf(after),
      });
    },
  }),
];

/** Returns the variants of each operation; a page and a version are those of the scope's objects. */
async function variantsOf(
  scope: Scope,
  objects: Objects,
): Promise<Partial<Record<Varied, readonly Variant[]>>> {
  const { dialect: { name, suffix } } = scope.target;
  const list = requestFor(scope, { operation: "list", resource: objects.type.resource });
  const page = await scope.send({ ...list, query: { ...list.query, limit: "1" } });
  const metadata = metadataOf(accepted(page, "a list was rejected"));
  const [version, token] = [metadata.resourceVersion, metadata.continue]
    .map((value) => typeof value === "string" && value !== "" ? value : undefined);
  const forms = (partial: string): Variant[] =>
    [
      `application/json;as=Table;g=meta.${suffix};v=v1`,
      `application/json;as=${partial};g=meta.${suffix};v=v1`,
      `application/vnd.${name}.protobuf`,
    ].map((accept) => ({ headers: { accept } }));
  const query = (...all: Record<string, string>[]): Variant[] => all.map((query) => ({ query }));
  const lists = [...query({ limit: "1" }, { resourceVersion: "0" })];
  const dry = query({ dryRun: "All" });
  const patch = (form: string, body: HttpRequest["body"]): Variant => ({
    headers: { "content-type": `application/${form}` },
    ...(body !== undefined && { body }),
  });
  const own = asObject(objects.newObject("object"))!;
  return {
    "get": [
      ...query({ resourceVersion: "0" }, { pretty: "true" }),
      ...forms("PartialObjectMetadata"),
    ],
    "list": [
      ...lists,
      ...forms("PartialObjectMetadataList"),
      ...query({ fieldSelector: "metadata.name=object" }),
      ...(token === undefined ? [] : query({ limit: "1", continue: token })),
      ...(version === undefined
        ? []
        : query({ resourceVersion: version, resourceVersionMatch: "Exact" })),
    ],
    "list-all-namespaces": lists,
    "watch": query({ allowWatchBookmarks: "true" }, { resourceVersion: version ?? "0" }),
    "create": dry,
    "update": dry,
    "patch": [
      ...dry,
      patch("json-patch+json", [{ op: "add", path: "/metadata/labels/changed", value: "yes" }]),
      patch("strategic-merge-patch+json", { metadata: { labels: { changed: "yes" } } }),
      { ...patch("apply-patch+yaml", own), query: { fieldManager: "plumbline" } },
    ],
    "delete": [...dry, ...query({ propagationPolicy: "Orphan" })],
    "deletecollection": [...dry, ...query({ fieldSelector: "metadata.name=object" })],
  };
}
