/**
 * Mutants of single responses: each is confined to one resource type or one verb.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { JsonObject } from "../../../server/object.ts";
import { changingJson, type VerbChanges, withParts } from "../../helpers.ts";
import type { Decoder } from "../../../server/registry/contracts.ts";
import { bugs } from "../../mutant.ts";
import {
  changingErrors,
  changingGets,
  changingItems,
  changingLists,
  isCollectionOf,
  isObjectOf,
  metadataOf,
  withMetadata,
} from "./helpers.ts";

/** The mutants. */
export const responseMutants = bugs({
  "exchanges/patch-of-role-accepted": {
    description: "A patch of a Role returns 202.",
    reason: "The handler of patches was copied from the one of deletions.",
    breaks: "exchanges.success-status",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const isPatch = request.method === "PATCH" && /\/roles\/[^/]+$/.test(request.url);
          if (!isPatch || response.status !== 200) return response;
          return new Response(response.body, { status: 202, headers: response.headers });
        },
      }));
    },
  },
  "exchanges/bindings-list-kind": {
    description: "A list of ClusterRoleBindings has the kind `RoleBindingList`.",
    reason: "The list kind is looked up by the Go type that both bindings share.",
    breaks: "exchanges.success-kind",
    install(parts) {
      changingLists(parts, "clusterrolebindings", (body) => ({ ...body, kind: "RoleBindingList" }));
    },
  },
  "exchanges/role-without-namespace": {
    description: "A get of a Role returns it without `metadata.namespace`.",
    reason: "Roles and ClusterRoles are converted by one function.",
    breaks: "exchanges.requested-object",
    install(parts) {
      changingGets(parts, "roles", (body) => {
        const { namespace: _, ...metadata } = metadataOf(body);
        return { ...body, metadata };
      });
    },
  },
  "exchanges/deployments-labeled-text": {
    description: "A Deployment is returned with the Content-Type `text/plain`.",
    reason: "The media type is set by the encoder, and one encoder is missing it.",
    breaks: "exchanges.media-type",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const isGet = request.method === "GET" && isObjectOf("deployments")(new URL(request.url));
          if (isGet && response.status === 200) response.headers.set("content-type", "text/plain");
          return response;
        },
      }));
    },
  },
  "exchanges/items-without-uid": {
    description: "The items of a list of RoleBindings have no `uid`.",
    reason: "Lists are projected to save memory, and `uid` is not in the projection.",
    breaks: "exchanges.server-metadata",
    install(parts) {
      changingItems(parts, "rolebindings", ({ uid: _, ...metadata }) => metadata);
    },
  },
  "exchanges/creation-time-of-the-read": {
    description: "A list of ClusterRoles shows the time of an hour ago as `creationTimestamp`.",
    reason: "The list is built by the function that fills in defaults of new objects.",
    breaks: "exchanges.constant-metadata",
    install(parts) {
      changingLists(parts, "clusterroles", (body) => ({
        ...body,
        items: (body.items as JsonObject[]).map((item) =>
          withMetadata(item, { creationTimestamp: "2020-02-02T02:02:02Z" })
        ),
      }));
    },
  },
  "exchanges/deletion-time-moves": {
    description:
      "A get of an object with finalizers under deletion shows the current second as `deletionTimestamp`.",
    reason: "The grace period is added anew at each read.",
    breaks: "exchanges.deletion-time-constant",
    install(parts) {
      let reads = 0;
      changingJson(parts, (_, { method }) => method === "GET", (body) => {
        if (!metadataOf(body).deletionTimestamp) return body;
        const time = new Date(Date.UTC(2026, 0, 1) + ++reads * 1000);
        const deletionTimestamp = `${time.toISOString().slice(0, 19)}Z`;
        return withMetadata(body, { deletionTimestamp });
      });
    },
  },
  "exchanges/list-drops-annotations": {
    description: "A list of Secrets shows the items without annotations.",
    reason:
      "Annotations of Secrets may hold the last applied configuration and are hidden in lists.",
    breaks: "exchanges.one-state-per-version",
    install(parts) {
      changingItems(parts, "secrets", ({ annotations: _, ...metadata }) => metadata);
    },
  },
  "exchanges/first-get-is-cached": {
    description: "A get of a Role returns the state of the first get for the following four gets.",
    reason: "Roles change rarely, so reads are cached.",
    breaks: ["exchanges.get-is-current", "exchanges.reads-show-last-write"],
    install({ wire }) {
      const cache = new Map<string, { text: string; uses: number; uid: unknown }>();
      wire(({ answer }) => ({
        async answer(request) {
          const { method, url } = request;
          const isGet = method === "GET" && /\/roles\/[^/?]+$/.test(url);
          const response = await answer(request);
          if (!isGet || response.status !== 200) return response;
          const text = await response.text();
          const { status, headers } = response;
          const uid = metadataOf(JSON.parse(text)).uid;
          const cached = cache.get(url);
          if (cached && cached.uid === uid && cached.uses++ < 4) {
            return new Response(cached.text, { status, headers });
          }
          cache.set(url, { text, uses: 0, uid });
          return new Response(text, { status, headers });
        },
      }));
    },
  },
  "exchanges/status-write-loses-object": {
    description: "After a PUT to `status` the next get of the Deployment returns 404.",
    reason: "The status write replaces the cache entry under the path of the subresource.",
    breaks: ["exchanges.write-is-persisted", "exchanges.error-names-object"],
    install({ wire }) {
      const lost = new Set<string>();
      wire(({ answer }) => ({
        async answer(request) {
          const path = new URL(request.url).pathname;
          if (request.method === "GET" && lost.delete(path)) {
            return await answer(new Request(`${request.url}-lost`, request));
          }
          const response = await answer(request);
          if (request.method === "PUT" && path.endsWith("/status") && response.ok) {
            lost.add(path.slice(0, -"/status".length));
          }
          return response;
        },
      }));
    },
  },
  "exchanges/count-beside-selector": {
    description: "A list of Roles with a label selector and more to come has `remainingItemCount`.",
    reason: "The count of the whole collection is known, so it is shown.",
    breaks: "exchanges.list-metadata",
    install(parts) {
      changingLists(
        parts,
        "roles",
        (body) => metadataOf(body).continue ? withMetadata(body, { remainingItemCount: 1 }) : body,
      );
    },
  },
  "exchanges/limit-one-is-two": {
    description: "A list of ClusterRoleBindings with `limit=1` returns two items.",
    reason: "The store reads at least two objects at a time.",
    breaks: ["exchanges.list-limit", "paging.limit-bounds-page"],
    install({ storage }) {
      storage(({ list }) => ({
        list: (collection, options = {}) =>
          list(collection, {
            ...options,
            ...(options.limit === 1 && collection.resource.endsWith("/clusterrolebindings") &&
              { limit: 2 }),
          }),
      }));
    },
  },
  "exchanges/bindings-lose-labels": {
    description: "A create of a RoleBinding is answered without the first label that was sent.",
    reason: "The label that names the creator is removed from the response by its position.",
    breaks: "exchanges.labels-as-written",
    install(parts) {
      changingJson(
        parts,
        (url, { method }) => method === "POST" && isCollectionOf("rolebindings")(url),
        (body) => {
          const labels = Object.entries((metadataOf(body).labels ?? {}) as JsonObject).slice(1);
          return withMetadata(body, { labels: Object.fromEntries(labels) });
        },
      );
    },
  },
  "exchanges/updated-events": {
    description: "A watch of Roles sends changes with the type `UPDATED`.",
    reason: "The type is the name of the verb in the past tense.",
    breaks: "exchanges.event-shape",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const url = new URL(request.url);
          if (!url.searchParams.has("watch") || !isCollectionOf("roles")(url) || !response.body) {
            return response;
          }
          const renamed = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
            new TransformStream<string, string>({
              transform: (text, controller) =>
                controller.enqueue(text.replaceAll('"type":"MODIFIED"', '"type":"UPDATED"')),
            }),
          ).pipeThrough(new TextEncoderStream());
          return new Response(renamed, { status: response.status, headers: response.headers });
        },
      }));
    },
  },
  "exchanges/generation-always-one": {
    description: "`metadata.generation` of a Deployment is always 1.",
    reason: "The old and the new object are compared after the new one has replaced the old one.",
    breaks: ["exchanges.one-spec-per-generation", "exchanges.generation-follows-spec"],
    install({ writer }) {
      writer(({ contentChanged }) => ({
        contentChanged: (object, old, definition) =>
          definition.kind !== "Deployment" && contentChanged(object, old, definition),
      }));
    },
  },
  "exchanges/not-found-code-zero": {
    description: "The Status of a missing ClusterRole has the code 0.",
    reason: "The code is filled in by the caller, and one caller does not.",
    breaks: "exchanges.error-status",
    install(parts) {
      changingErrors(
        parts,
        ({ url }, { status }) => status === 404 && /\/clusterroles\//.test(url),
        (body) => ({ ...body, code: 0 }),
      );
    },
  },
  "exchanges/stale-write-invalid": {
    description: "A PUT with an old resourceVersion returns 409 with the reason `Invalid`.",
    reason: "The reason is that of the validation step, the code that of the store.",
    breaks: "exchanges.error-reason",
    install(parts) {
      changingErrors(
        parts,
        ({ method }, { status }) => status === 409 && method === "PUT",
        (body) => ({ ...body, reason: "Invalid" }),
      );
    },
  },
  "exchanges/conflict-names-kind": {
    description: "The details of AlreadyExists have the kind in `name`.",
    reason: "The arguments of the constructor are swapped.",
    breaks: "exchanges.error-names-object",
    install(parts) {
      changingErrors(
        parts,
        ({ method }, { status }) => status === 409 && method === "POST",
        (body) => ({ ...body, details: { ...body.details as JsonObject, name: "object" } }),
      );
    },
  },
  "exchanges/owners-without-fields-type": {
    description: "`managedFields` of ClusterRoles have no `fieldsType`.",
    reason: "There is only one type, so it is left out.",
    breaks: ["exchanges.managed-fields", "exchanges.one-state-per-version"],
    install(parts) {
      changingGets(parts, "clusterroles", (body) => {
        const entries = (metadataOf(body).managedFields ?? []) as JsonObject[];
        const managedFields = entries.map(({ fieldsType: _, ...entry }) => entry);
        return withMetadata(body, entries.length > 0 ? { managedFields } : {});
      });
    },
  },
  "exchanges/warning-unquoted": {
    description: "Warnings are sent as plain text without a code.",
    reason: "The text is passed to the header as it is.",
    breaks: "exchanges.warning-header",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const warning = response.headers.get("warning");
          if (warning) response.headers.set("warning", warning.replaceAll(/299 - |"/g, ""));
          return response;
        },
      }));
    },
  },
  "exchanges/deletion-names-collection": {
    description: "The Status of a deletion of a ClusterRole names no object.",
    reason: "It is built by the function for collections.",
    breaks: "exchanges.deletion-status",
    install: (parts) =>
      changingJson(
        parts,
        (url, { method }) => method === "DELETE" && isObjectOf("clusterroles")(url),
        (body) => body.kind === "Status" ? { ...body, details: { kind: "clusterroles" } } : body,
      ),
  },
  "exchanges/missing-role-is-internal-error": {
    description: "A deletion of a Role that does not exist fails with 500.",
    reason: "The object is read before the deletion, and its absence is not handled.",
    breaks: "exchanges.no-internal-error",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const isRole = isObjectOf("roles")(new URL(request.url));
          if (response.status !== 404 || request.method !== "DELETE" || !isRole) return response;
          return Response.json(
            { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 500 },
            { status: 500 },
          );
        },
      }));
    },
  },
  "exchanges/numeric-labels-of-roles-rejected": {
    description: "An update of a Role with a number as the value of a label is rejected with 422.",
    reason: "The values of labels are read as YAML on the way, so that it is no text any more.",
    breaks: ["exchanges.valid-request-accepted", "selectors.watch-follows-selector"],
    install({ verbs }) {
      const changes: VerbChanges = {
        decoder: ({ decodeObject }): Partial<Decoder> => ({
          async decodeObject(...given) {
            const object = await decodeObject(...given);
            const values = Object.values(object.metadata.labels ?? {});
            if (object.kind !== "Role" || !values.some((value) => /^\d+$/.test(value))) {
              return object;
            }
            throw new ApiError("Invalid", "metadata.labels: Invalid value: must be a text");
          },
        }),
      };
      verbs(({ update }) => ({ update: withParts(update, changes) }));
    },
  },
});
