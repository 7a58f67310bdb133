/**
 * Mutants written from the specification alone, without knowledge of the checks: storage and
 * authorization.
 *
 * @module
 */
import type { User } from "../../server/context.ts";
import { urlCovers } from "../../server/access/policy_rule.ts";
import { canonical, difference, EMPTY, type FieldSet } from "../../server/apply/field_set.ts";
import { fieldSetOf } from "../../server/apply/object_fields.ts";
import { AUTHENTICATED, type Authorizer } from "../../server/access/authorization.ts";
import type { ApiObject, Json, JsonObject } from "../../server/object.ts";
import { timestamp } from "../../server/registry/object_meta.ts";
import { asObject } from "../../server/registry/resource.ts";
import { answerRules } from "../../server/resources/reviews.ts";
import type { Storage } from "../../server/storage/storage.ts";
import type { Mutant } from "../mutant.ts";
import { strategyOf, withParts } from "../changes.ts";

export const blindObjectMutants: readonly Mutant[] = [
  {
    id: "lifecycle/second-deletion-starts-anew",
    area: "lifecycle",
    description: "A second delete of an object with finalizers sets a new `deletionTimestamp`.",
    reason: "The code does not expect the timestamp to be set already.",
    breaks: ["lifecycle.deletion-time-stays"],
    install({ writer }) {
      writer(({ finalizing }) => ({
        finalizing(object, now, ...rest) {
          const { deletionTimestamp: before } = object.metadata;
          const marked = finalizing(object, now, ...rest);
          if (before === undefined || before === timestamp(now)) return marked;
          return { ...marked, metadata: { ...marked.metadata, deletionTimestamp: timestamp(now) } };
        },
      }));
    },
  },
  {
    id: "lifecycle/json-patch-finishes-nothing",
    area: "lifecycle",
    description:
      "An object being deleted is not removed when a JSON patch removes its last finalizer.",
    reason: "The check runs for writes that send a whole object.",
    breaks: ["lifecycle.removed-when-list-is-empty"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch(registry, request) {
          const type = request.context.request.headers.get("content-type") ?? "";
          if (!type.startsWith("application/json-patch+json")) return patch(registry, request);
          return withParts(patch, { writer: () => ({ isFinished: () => false }) })(
            registry,
            request,
          );
        },
      }));
    },
  },
  {
    id: "lifecycle/namespace-takes-the-held",
    area: "lifecycle",
    description:
      "Deleting a namespace removes its objects immediately, even those with finalizers.",
    reason: "Clean-up was considered unnecessary when the whole namespace goes.",
    breaks: ["lifecycle.stays-until-list-is-empty", "lifecycle.namespace-takes-content"],
    install({ admission, writer }) {
      const going = new Set<string>();
      admission(({ finalizing }) => ({
        async finalizing(definition, key) {
          if (definition.kind === "Namespace") going.add(key.name);
          await finalizing(definition, key);
        },
      }));
      writer(({ finalizing }) => ({
        finalizing(object, ...rest) {
          const marked = finalizing(object, ...rest);
          if (!going.has(object.metadata.namespace ?? "")) return marked;
          const { finalizers: _, ...metadata } = marked.metadata;
          return { ...marked, metadata };
        },
      }));
    },
  },
  {
    id: "access/impersonated-name-own-groups",
    area: "access",
    description: "An impersonated user has the groups of the caller instead of its own.",
    reason: "Only the name of the existing identity is replaced.",
    breaks: ["access.impersonated-groups", "access.acts-as-another"],
    install({ exchange }) {
      exchange(({ impersonate }) => ({
        async impersonate(headers, caller, ...rest) {
          const user = await impersonate(headers, caller, ...rest);
          return user === caller ? user : { ...user, groups: caller.groups };
        },
      }));
    },
  },
  {
    id: "access/namespace-bindings-of-cluster-roles-unlisted",
    area: "access",
    description:
      "A complete SelfSubjectRulesReview omits rules granted by a RoleBinding to a ClusterRole.",
    reason: "The roles of RoleBindings are looked up among the Roles of the namespace.",
    breaks: ["access.rules-review-lists-granted"],
    install({ authorizer, resource }) {
      let whole: Authorizer;
      authorizer((original) => {
        whole = original;
        return {};
      });
      resource(({ kind }) => {
        if (kind !== "SelfSubjectRulesReview") return {};
        const grantsOf = async (user: User, namespace: string) => {
          const { grants, errors } = await whole.grantsOf(user, namespace);
          return { grants: grants.filter(({ source }) => !isOfClusterRole(source)), errors };
        };
        return {
          answer: (review, place) => answerRules({ decide: whole.decide, grantsOf })(review, place),
        };
      });
    },
  },
  {
    id: "access/namespace-bindings-grant-paths",
    area: "access",
    description: "A RoleBinding to a ClusterRole grants its non-resource URLs.",
    reason: "Paths have no namespace, so the bindings of all namespaces are searched.",
    breaks: ["access.paths-through-cluster-bindings-only"],
    install({ authorizer, storage }) {
      let store: Storage;
      storage((original) => {
        store = original;
        return {};
      });
      authorizer(({ decide, grantsOf }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          const { user, verb, path } = attributes;
          if (decision.allowed || attributes.isResource) return decision;
          const { versions } = await store.list({ resource: "/namespaces" });
          for (const { key } of versions) {
            const { grants } = await grantsOf(user, key.name);
            const isGranted = grants.flatMap(({ rules }) => rules).some(
              ({ verbs, nonResourceURLs = [] }) =>
                (verbs.includes(verb) || verbs.includes("*")) &&
                nonResourceURLs.some((url) => urlCovers(url, path)),
            );
            if (isGranted) return { allowed: true, reason: "RBAC: allowed", errors: [] };
          }
          return decision;
        },
      }));
    },
  },
  {
    id: "access/reviewed-are-authenticated",
    area: "access",
    description:
      "A SubjectAccessReview without groups counts the permissions of `system:authenticated`.",
    reason: "A user with a name was assumed to be authenticated.",
    breaks: ["access.review-without-groups"],
    install({ resource }) {
      resource(({ kind, answer }) =>
        kind !== "SubjectAccessReview" && kind !== "LocalSubjectAccessReview" ? {} : {
          async answer(review, place) {
            const spec = asObject(review.spec) ?? {};
            if (asList(spec.groups).length > 0) return await answer!(review, place);
            const known = { ...review, spec: { ...spec, groups: [AUTHENTICATED] } };
            return { ...await answer!(known, place), spec };
          },
        }
      );
    },
  },
  {
    id: "access/gathered-rules-never-go",
    area: "access",
    description: "An aggregated role keeps the rules of roles that are no longer selected.",
    reason: "New rules are added to the existing ones.",
    breaks: ["access.gathered-rules-follow"],
    install({ storage }) {
      storage(({ get, transact }) => ({
        async transact(key, write) {
          const { object } = write;
          const before = object?.aggregationRule ? (await get(key))?.object : undefined;
          if (!object || !before?.aggregationRule) return await transact(key, write);
          const rules = [...asList(before.rules), ...asList(object.rules)];
          const byText = new Map(rules.map((rule) => [JSON.stringify(rule), rule]));
          return await transact(key, {
            ...write,
            object: { ...object, rules: [...byText.values()] },
          });
        },
      }));
    },
  },
  {
    id: "access/apply-creates-by-patch-permission",
    area: "access",
    description: "An apply creates an object for a user who may patch but not create.",
    reason: "An apply is authorized as a patch.",
    breaks: ["access.apply-that-creates-needs-create"],
    install({ patcher }) {
      patcher(({ permitCreation }) => ({
        permitCreation: (registry, request) =>
          permitCreation({ ...registry, authorize: () => Promise.resolve() }, request),
      }));
    },
  },
  {
    id: "deployments/history-limit-zero-unset-by-update",
    area: "deployments",
    description: "An update that sets `revisionHistoryLimit: 0` stores the default of 10.",
    reason: "Updates apply the default to every falsy value; creates do not.",
    breaks: ["deployments.revision-history-limit-zero-kept"],
    install({ verbs }) {
      verbs(({ update }) => ({
        update: withParts(update, {
          writer: ({ setDefaults }) => ({
            setDefaults(value, schema, context) {
              const spec = asObject(asObject(value)?.spec);
              if (spec?.revisionHistoryLimit === 0) delete spec.revisionHistoryLimit;
              return setDefaults(value, schema, context);
            },
          }),
        }),
      }));
    },
  },
  {
    id: "secrets/immutable-open-to-string-data",
    area: "secrets",
    description: "`stringData` can change the data of an immutable Secret.",
    reason: "`data` is compared before `stringData` is merged into it.",
    breaks: ["secrets.immutable-rejects-string-data"],
    install({ resource }) {
      const sent = new WeakMap<ApiObject, Json | undefined>();
      resource(strategyOf("Secret", ({ applyDefaults, validateUpdate }) => ({
        applyDefaults(object) {
          if (object.stringData) sent.set(object, object.data);
          applyDefaults?.(object);
        },
        validateUpdate(object, old) {
          const data = sent.get(object);
          const compared = data === undefined ? object : { ...object, data };
          return validateUpdate?.(compared, old) ?? [];
        },
      })));
    },
  },
  {
    id: "apply/first-to-drop-removes",
    area: "apply",
    description:
      "A field applied by two managers is removed when the first of them stops applying it.",
    reason: "An applier removes the fields it applied before, regardless of other owners.",
    breaks: ["apply.shared-field-kept", "apply.owners-recorded"],
    install({ patcher }) {
      patcher(({ applyObject }) => ({
        applyObject(application) {
          const { live, manager, applied, resource: { schema, subresource } } = application;
          const entries = asList(live?.metadata.managedFields) as JsonObject[];
          const own = entries.find((entry) =>
            entry.operation === "Apply" && entry.manager === manager &&
            (entry.subresource ?? "") === subresource
          );
          if (!live || !own) return applyObject(application);
          const dropped = difference(
            own.fieldsV1 as FieldSet ?? EMPTY,
            fieldSetOf(applied, schema),
          );
          const managedFields = entries.map((entry) =>
            entry === own || entry.operation !== "Apply" ? entry : {
              ...entry,
              fieldsV1: canonical(difference(entry.fieldsV1 as FieldSet, dropped)),
            }
          );
          const seen = { ...live, metadata: { ...live.metadata, managedFields } };
          return applyObject({ ...application, live: seen });
        },
      }));
    },
  },
];

const isOfClusterRole = (source: string) => /^RoleBinding ".*" of ClusterRole "/.test(source);

const asList = (value: Json | undefined): Json[] => Array.isArray(value) ? value : [];
