/**
 * Mutants written from the specification alone, without knowledge of the checks: requests and
 * responses.
 *
 * @module
 */
import type { ApiObject } from "../../server/object.ts";
import type { VerbHandler } from "../../server/registry/contracts.ts";
import { asObject } from "../../server/registry/resource.ts";
import type { Mutant } from "../mutant.ts";
import { withParts } from "../changes.ts";

export const blindRequestMutants: readonly Mutant[] = [
  {
    id: "api-versions/deprecation-told-to-readers",
    area: "api-versions",
    description: "Writes in a deprecated API version are answered without a warning.",
    reason: "The warning is added where objects are read.",
    breaks: ["api-versions.deprecated-create-warns", "api-versions.deprecated-delete-warns"],
    install({ verbs }) {
      verbs(({ create, update, patch, delete: deleteOne, deletecollection }) => ({
        create: unwarned(create),
        update: unwarned(update),
        patch: unwarned(patch),
        delete: unwarned(deleteOne),
        deletecollection: unwarned(deletecollection),
      }));
    },
  },
  {
    id: "reviews/local-default-not-used",
    area: "reviews",
    description: "A LocalSubjectAccessReview without a namespace is decided for all namespaces.",
    reason: "The default is set in the response, after the decision.",
    breaks: ["reviews.local-namespace-defaulted"],
    install({ resource }) {
      const defaulted = new WeakSet<ApiObject>();
      resource(({ kind, strategy, answer }) =>
        kind !== "LocalSubjectAccessReview" ? {} : {
          strategy: {
            ...strategy,
            applyDefaults(review) {
              const { namespace } = asObject(asObject(review.spec)?.resourceAttributes) ?? {};
              if (!namespace) defaulted.add(review);
              strategy.applyDefaults?.(review);
            },
          },
          async answer(review, place) {
            if (!defaulted.has(review)) return await answer!(review, place);
            const everywhere = structuredClone(review);
            delete asObject(asObject(everywhere.spec)?.resourceAttributes)?.namespace;
            const { status = {} } = await answer!(everywhere, place);
            return { ...review, status };
          },
        }
      );
    },
  },
  {
    id: "negotiation/table-forgets-token",
    area: "negotiation",
    description: "A page in the form of a Table has no `continue` token.",
    reason: "Tables are for people, who were assumed to need no pages.",
    breaks: ["negotiation.table-pages", "paging.continue-when-more"],
    install({ exchange }) {
      exchange(({ encode }) => ({
        encode(result, appearance, sending) {
          if (result.kind !== "list" || appearance.view?.form.view !== "Table") {
            return encode(result, appearance, sending);
          }
          const { resourceVersion = "" } = result.metadata;
          return encode({ ...result, metadata: { resourceVersion } }, appearance, sending);
        },
      }));
    },
  },
  {
    id: "negotiation/first-type-only",
    area: "negotiation",
    description: "Only the first of several media types in `Accept` is used.",
    reason: "Clients usually send one media type.",
    breaks: ["negotiation.some-acceptable-type", "negotiation.first-supported-type"],
    install({ exchange }) {
      exchange(({ appearanceOf }) => ({
        appearanceOf(context, expectation) {
          const { request } = context;
          const headers = new Headers(request.headers);
          headers.set("accept", headers.get("accept")?.split(",")[0] ?? "*/*");
          const asked = new Request(request.url, { method: request.method, headers });
          return appearanceOf({ ...context, request: asked }, expectation);
        },
      }));
    },
  },
  {
    id: "resource-versions/token-with-its-own-version",
    area: "resource-versions",
    description:
      "A `continue` token is accepted with a `resourceVersion` if that is the token's own.",
    reason: "The two parameters do not contradict each other.",
    breaks: ["resource-versions.list-plain-next-other"],
    install({ tokens, reader }) {
      const versions = new Map<string, string>();
      tokens(({ issue }) => ({
        issue(collection, position) {
          const token = issue(collection, position);
          versions.set(token, String(position.revision));
          return token;
        },
      }));
      reader(({ readPoint }) => ({
        readPoint(options) {
          const { resourceVersion, resourceVersionMatch, ...rest } = options;
          const isOwn = !resourceVersionMatch && options.continue !== undefined &&
            versions.get(options.continue) === resourceVersion;
          return readPoint(isOwn ? rest : options);
        },
      }));
    },
  },
  {
    id: "dry-run/deletion-of-held-is-kept",
    area: "dry-run",
    description:
      "A delete with `dryRun=All` of an object with finalizers sets `deletionTimestamp`.",
    reason: "The dry run stops at the removal, and nothing is removed yet.",
    breaks: ["dry-run.state-unchanged", "dry-run.finalizers"],
    install({ verbs }) {
      verbs(({ delete: deleteOne }) => ({
        delete: withParts(deleteOne, {
          writer: ({ deleteObject }) => ({
            async deleteObject(registry, definition, key, options) {
              const current = await registry.storage.get(key);
              const isHeld = (current?.object.metadata.finalizers ?? []).length > 0;
              const { dryRun } = options;
              return await deleteObject(registry, definition, key, {
                ...options,
                ...(dryRun && isHeld && { dryRun: false }),
              });
            },
          }),
        }),
      }));
    },
  },
  {
    id: "field-validation/first-element-only",
    area: "field-validation",
    description: "Unknown fields are detected only in the first element of a list.",
    reason: "The elements of a list were assumed to be alike.",
    breaks: [
      "field-validation.strict-rejects-unknown",
      "field-validation.warn-one-each",
      "field-validation.warning-names-field",
      "field-validation.strict-patch-code",
      "field-validation.yaml-fields",
      "field-validation.default-is-warn",
    ],
    install({ decoder }) {
      const isNoticed = (path: string) => !/\[[1-9]\d*\]/.test(path);
      decoder(({ decode, decodeValue }) => ({
        decode(document, schema) {
          const decoded = decode(document, schema);
          return { ...decoded, unknown: decoded.unknown.filter(isNoticed) };
        },
        decodeValue(value, schema) {
          const decoded = decodeValue(value, schema);
          return { ...decoded, unknown: decoded.unknown.filter(isNoticed) };
        },
      }));
    },
  },
];

/** Removes deprecation warnings from a verb. */
const unwarned = (handler: VerbHandler): VerbHandler => (registry, request) => {
  const { warnings } = request.context;
  for (const item of warnings) if (item.includes(" is deprecated in v")) warnings.delete(item);
  return handler(registry, request);
};
