/**
 * Faults of dry runs.
 *
 * @module
 */
import { badRequest } from "../../../server/api_error.ts";
import type { WriteOptions } from "../../../server/registry/write_options.ts";
import { keyOf, type VerbHandler } from "../../../server/registry/registry.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** A verb that never is a dry run where it should be one. */
const neverDry = (handler: VerbHandler, when: (media: string) => boolean = () => true) =>
  withSteps(handler, ({ readWriteOptions }) => ({
    readWriteOptions(registry, context, kind, facts) {
      const options = readWriteOptions(registry, context, kind, facts);
      const media = context.request.headers.get("content-type") ?? "";
      return when(media) ? { ...options, dryRun: false } : options;
    },
  }));

/** The faults. */
export const writeMutants: readonly Mutant[] = [
  {
    id: "dry-run/deletecollection-forgotten",
    area: "dry-run",
    description: "A dry run of deletecollection deletes the collection.",
    reason: "Each verb looks for the parameter by itself, and one was forgotten.",
    breaks: ["dry-run.state-unchanged", "dry-run.watches-untouched", "dry-run.delete-options"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection: withSteps(deletecollection, ({ readDeleteOptions }) => ({
          readDeleteOptions: (body, query) => ({
            ...readDeleteOptions(body, query),
            dryRun: false,
          }),
        })),
      }));
    },
  },
  {
    id: "dry-run/apply-forgotten",
    area: "dry-run",
    description: "A dry apply is a real one.",
    reason: "Apply has a handler of its own among the patches, made later.",
    breaks: ["dry-run.apply", "dry-run.watches-untouched"],
    install({ steps }) {
      steps(({ apply }) => ({ apply: neverDry(apply) }));
    },
  },
  {
    id: "dry-run/strategic-patch-forgotten",
    area: "dry-run",
    description: "A dry strategic merge patch is a real one; the other patches are dry.",
    reason: "The three kinds of patches share their end but not their beginning.",
    breaks: ["dry-run.state-unchanged", "dry-run.watches-untouched"],
    install({ verbs }) {
      verbs(({ patch }) => ({ patch: neverDry(patch, (media) => media.includes("strategic")) }));
    },
  },
  {
    id: "dry-run/status-forgotten",
    area: "dry-run",
    description: "A dry write of a status is a real one.",
    reason: "Subresources have a handler of their own, which reads fewer parameters.",
    breaks: ["dry-run.status-subresource"],
    install({ verbs }) {
      verbs(({ update, patch }) => {
        const ofStatus = (handler: VerbHandler): VerbHandler => (registry, request) =>
          request.context.info.subresource
            ? neverDry(handler)(registry, request)
            : handler(registry, request);
        return { update: ofStatus(update), patch: ofStatus(patch) };
      });
    },
  },
  {
    id: "dry-run/body-options-unread",
    area: "dry-run",
    description: "A delete whose DeleteOptions say dry run is real; the parameter is heeded.",
    reason: "The options were given to the deletion, and the flag was read from the query.",
    breaks: ["dry-run.delete-options"],
    install({ steps }) {
      steps(({ readDeleteOptions }) => ({
        readDeleteOptions: (body, query) => ({
          ...readDeleteOptions(body, query),
          dryRun: query.getAll("dryRun").includes("All"),
        }),
      }));
    },
  },
  {
    id: "dry-run/begins-finalizing",
    area: "dry-run",
    description: "A dry delete of an object with finalizers marks it as being deleted.",
    reason: "Only the removal was skipped, and the mark is a write of its own.",
    breaks: ["dry-run.finalizers"],
    install({ steps }) {
      steps(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const current = await registry.storage.get(key);
          const held = (current?.object.metadata.finalizers?.length ?? 0) > 0;
          return await deleteObject(registry, definition, key, {
            ...options,
            dryRun: options.dryRun && !held,
          });
        },
      }));
    },
  },
  {
    id: "dry-run/bumps-version",
    area: "dry-run",
    description: "A dry update writes the object as it was, so that it gets another version.",
    reason: "A transaction that is rolled back was built of a write and a write back.",
    breaks: [
      "dry-run.versions-unchanged",
      "dry-run.watches-untouched",
      "dry-run.status-subresource",
    ],
    install({ verbs }) {
      verbs(({ update }) => ({
        async update(registry, request) {
          const result = await update(registry, request);
          if (result.kind !== "object" || !request.context.query.has("dryRun")) return result;
          const { key } = result.version;
          const current = await registry.storage.get(key);
          if (current) {
            const { revision: expected, object } = current;
            await registry.storage.transact(key, { expected, object: { ...object } });
          }
          return result;
        },
      }));
    },
  },
  {
    id: "dry-run/generated-names-missing",
    area: "dry-run",
    description: "A dry create with a generateName answers without a name.",
    reason: "The name is generated where the object is stored.",
    breaks: ["dry-run.generated-name"],
    install({ verbs }) {
      verbs(({ create }) => ({
        async create(registry, request) {
          const result = await create(registry, request);
          if (result.kind !== "object" || !request.context.query.has("dryRun")) return result;
          const { object } = result.version;
          if (!object.metadata.generateName) return result;
          const metadata = { ...object.metadata, name: "" };
          return { ...result, version: { ...result.version, object: { ...object, metadata } } };
        },
      }));
    },
  },
  {
    id: "dry-run/defaults-left-out",
    area: "dry-run",
    description: "A dry create shows the object as it was sent, without defaults.",
    reason: "The dry run ends before defaulting, which belongs to storing.",
    breaks: [
      "dry-run.defaults-applied",
      "dry-run.create-body",
      "dry-run.create-status",
      "dry-run.refused-alike",
    ],
    install({ verbs }) {
      verbs(({ create }) => ({
        create: (registry, request) =>
          create(
            request.context.query.has("dryRun")
              ? { ...registry, steps: { ...registry.steps, setDefaults: (value) => value } }
              : registry,
            request,
          ),
      }));
    },
  },
  {
    id: "dry-run/collisions-unseen",
    area: "dry-run",
    description: "A dry create of a name that is taken succeeds.",
    reason: "The storage tells of collisions, and a dry run does not come there.",
    breaks: ["dry-run.refused-alike", "dry-run.create-status"],
    install({ steps }) {
      steps(() => ({
        rehearse: (_registry, request, name, object) =>
          Promise.resolve({
            key: { ...keyOf(request), name },
            revision: 0,
            object,
            encodings: new Map(),
          }),
      }));
    },
  },
  {
    id: "dry-run/stale-update-passes",
    area: "dry-run",
    description: "A dry update at a stale version succeeds.",
    reason: "Versions are compared by the storage, which a dry run does not reach.",
    breaks: ["dry-run.refused-alike", "dry-run.update-status"],
    install({ verbs }) {
      verbs(({ update }) => ({
        update(registry, request) {
          if (!request.context.query.has("dryRun")) return update(registry, request);
          const { steps } = registry;
          const decodeObject: typeof steps.decodeObject = async (...given) => {
            const object = await steps.decodeObject(...given);
            return { ...object, metadata: { ...object.metadata, resourceVersion: "" } };
          };
          return update({ ...registry, steps: { ...steps, decodeObject } }, request);
        },
      }));
    },
  },
  {
    id: "dry-run/any-value-is-dry",
    area: "dry-run",
    description: "Any value of dryRun makes a dry run instead of being refused.",
    reason: "The parameter was taken for a switch.",
    breaks: ["dry-run.other-value-refused"],
    install({ steps }) {
      steps(({ readWriteOptions }) => ({
        readWriteOptions(registry, context, kind, facts): WriteOptions {
          const query = new URLSearchParams(context.query);
          const odd = query.getAll("dryRun").some((value) => value !== "All" && value !== "");
          if (odd) query.set("dryRun", "All");
          return readWriteOptions(registry, { ...context, query }, kind, facts);
        },
      }));
    },
  },
  {
    id: "dry-run/refused-after-storing",
    area: "dry-run",
    description: "A create with an unknown dryRun is refused after the object was stored.",
    reason: "Parameters that have nothing to say about the object are looked at last.",
    breaks: ["dry-run.other-value-changes-nothing"],
    install({ verbs }) {
      verbs(({ create }) => ({
        async create(registry, request) {
          const { context } = request;
          const values = context.query.getAll("dryRun");
          if (values.every((value) => value === "All" || value === "")) {
            return await create(registry, request);
          }
          const query = new URLSearchParams(context.query);
          query.delete("dryRun");
          await create(registry, { ...request, context: { ...context, query } });
          return await create(registry, request);
        },
      }));
    },
  },
  {
    id: "dry-run/needs-no-right",
    area: "dry-run",
    description: "Whoever may read may do a dry run of any write.",
    reason: "Nothing is written, so reading was thought to be all it takes.",
    breaks: ["dry-run.authorized-alike"],
    install({ authorizer, exchange }) {
      const dry = new WeakSet<object>();
      exchange(({ authenticate }) => ({
        authenticate(request) {
          const user = authenticate(request);
          const isDry = new URL(request.url).searchParams.has("dryRun");
          if (!isDry || !user) return user;
          const own = { ...user };
          dry.add(own);
          return own;
        },
      }));
      authorizer(({ decide }) => ({
        decide: (attributes) =>
          dry.has(attributes.user)
            ? Promise.resolve({ allowed: true, reason: "", errors: [] })
            : decide(attributes),
      }));
    },
  },
  {
    id: "dry-run/reviews-refuse",
    area: "dry-run",
    description: "A review refuses to be run dry.",
    reason: "Nothing is stored by it, so dry runs were thought to make no sense.",
    breaks: ["dry-run.reviews"],
    install({ verbs }) {
      verbs(({ answer }) => ({
        answer(registry, request) {
          const { context } = request;
          if (context.query.has("dryRun")) throw badRequest("Cannot run a review dry");
          return answer(registry, request);
        },
      }));
    },
  },
];
