/**
 * Faults of metadata: what only the server gives, and labels. Those of names are in
 * `names.ts`.
 *
 * @module
 */
import { equal } from "../../../server/json_equal.ts";
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import type { VerbHandler } from "../../../server/registry/registry.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** A verb that takes this field of metadata over from what is sent. */
const takingOver = (handler: VerbHandler, field: string) =>
  withSteps(handler, ({ carryOverMeta, validateMetaUpdate }) => ({
    carryOverMeta(object, old) {
      const { [field]: sent } = object.metadata;
      carryOverMeta(object, old);
      if (sent !== undefined) Object.assign(object.metadata, { [field]: sent });
    },
    validateMetaUpdate: (metadata, old) =>
      validateMetaUpdate(metadata, old).filter((cause) => cause.field !== `metadata.${field}`),
  }));

/** Makes creations keep a field of metadata that the server should give. */
const keptFromMaker = (field: string): Mutant["install"] => ({ steps }) =>
  steps(({ initializeMeta }) => ({
    initializeMeta(object, ...where) {
      const { [field]: sent } = object.metadata;
      initializeMeta(object, ...where);
      if (sent) Object.assign(object.metadata, { [field]: sent });
    },
  }));

/** The faults. */
export const fieldMutants: readonly Mutant[] = [
  {
    id: "metadata/uid-of-maker",
    area: "metadata",
    description: "A uid that a new object is sent with is kept.",
    reason: "Objects restored from a copy were to keep their identity.",
    breaks: ["metadata.uid-from-server"],
    install: keptFromMaker("uid"),
  },
  {
    id: "metadata/uids-from-names",
    area: "metadata",
    description: "Objects of two kinds have one uid where a name is taken for both in one second.",
    reason: "A uid is made of the place, the name and the time, so that each life has another.",
    breaks: ["metadata.uid-from-server"],
    install({ steps }) {
      steps(({ initializeMeta }) => ({
        initializeMeta(object, ...where) {
          initializeMeta(object, ...where);
          const { metadata } = object;
          const { namespace = "", name, creationTimestamp } = metadata;
          const bytes = new TextEncoder().encode(`${namespace}/${name}/${creationTimestamp}`);
          const hash = bytes.reduce((sum, byte) => (sum * 257n + BigInt(byte)) % 2n ** 48n, 7n);
          metadata.uid = `00000000-0000-4000-8000-${hash.toString(16).padStart(12, "0")}`;
        },
      }));
    },
  },
  {
    id: "metadata/update-without-uid-renews-it",
    area: "metadata",
    description: "An update that leaves the uid out gives the object another one.",
    reason: "What has no uid was taken for new, and given one.",
    breaks: ["metadata.uid-never-changes"],
    install({ verbs, sources }) {
      let next = () => "";
      sources(({ uid }) => {
        next = uid;
        return {};
      });
      verbs(({ update }) => ({
        update: withSteps(update, ({ carryOverMeta, validateMetaUpdate }) => ({
          carryOverMeta(object, old) {
            const { uid } = object.metadata;
            carryOverMeta(object, old);
            if (!uid) object.metadata.uid = next();
          },
          validateMetaUpdate: (metadata, old) =>
            validateMetaUpdate(metadata, old).filter(({ field }) => field !== "metadata.uid"),
        })),
      }));
    },
  },
  {
    id: "metadata/creation-time-of-maker",
    area: "metadata",
    description: "A creationTimestamp that a new object is sent with is kept.",
    reason: "The time is a default, and defaults fill in what is missing.",
    breaks: ["metadata.creation-time-from-server"],
    install: keptFromMaker("creationTimestamp"),
  },
  {
    id: "metadata/creation-time-by-patch",
    area: "metadata",
    description: "A patch that writes a creationTimestamp is taken at its word.",
    reason: "A patch is made on the object that is there, so nothing seemed to need keeping.",
    breaks: ["metadata.creation-time-never-changes"],
    install({ verbs }) {
      verbs(({ patch }) => ({ patch: takingOver(patch, "creationTimestamp") }));
    },
  },
  {
    id: "metadata/creation-time-can-be-removed",
    area: "metadata",
    description: "An update or patch that leaves the creationTimestamp out takes it away.",
    reason: "A time that is written is compared and passed over; one that is missing is not.",
    breaks: ["metadata.creation-time-never-changes"],
    install({ steps }) {
      steps(({ carryOverMeta }) => ({
        carryOverMeta(object, old) {
          const metadata: JsonObject = object.metadata;
          const isSent = Boolean(metadata.creationTimestamp);
          carryOverMeta(object, old);
          if (!isSent) delete metadata.creationTimestamp;
        },
      }));
    },
  },
  {
    id: "metadata/deletion-time-of-maker",
    area: "metadata",
    description: "A deletionTimestamp that a new object is sent with is kept.",
    reason: "It is absent from most new objects, and was forgotten among what is wiped.",
    breaks: ["metadata.deletion-time-from-server", "lifecycle.live-has-no-deletion-time"],
    install: keptFromMaker("deletionTimestamp"),
  },
  {
    id: "metadata/deletion-time-by-patch",
    area: "metadata",
    description: "A patch that writes a deletionTimestamp deletes the object.",
    reason: "Whoever may write the mark was thought to ask for the deletion by it.",
    breaks: ["metadata.deletion-time-from-server"],
    install({ verbs }) {
      verbs(({ patch }) => ({ patch: takingOver(patch, "deletionTimestamp") }));
    },
  },
  {
    id: "metadata/version-of-maker",
    area: "metadata",
    description: "A create with a resourceVersion succeeds and is answered with that version.",
    reason: "The answer is what was sent, completed; the version was there already.",
    breaks: ["metadata.version-not-written"],
    install({ verbs }) {
      verbs(({ create }) => ({
        async create(registry, request) {
          let sent: unknown;
          const { steps } = registry;
          const decodeObject: typeof steps.decodeObject = async (...given) => {
            const object = await steps.decodeObject(...given);
            const { resourceVersion, ...metadata } = object.metadata;
            sent = resourceVersion;
            return { ...object, metadata } as ApiObject;
          };
          const result = await create({ ...registry, steps: { ...steps, decodeObject } }, request);
          if (!sent || result.kind !== "object") return result;
          const { object } = result.version;
          const metadata = { ...object.metadata, resourceVersion: `${sent}` };
          const version = {
            ...result.version,
            object: { ...object, metadata },
            encodings: new Map(),
          };
          return { ...result, version };
        },
      }));
    },
  },
  {
    id: "metadata/generation-counts-labels",
    area: "metadata",
    description: "A change of labels counts as a change of what is wanted.",
    reason: "The generation was made to follow whatever a client writes.",
    breaks: ["metadata.generation-ignores-labels"],
    install({ steps }) {
      steps(({ contentChanged }) => ({
        contentChanged: (object, old, definition) =>
          contentChanged(object, old, definition) ||
          !equal(object.metadata.labels ?? {}, old.metadata.labels ?? {}),
      }));
    },
  },
  {
    id: "metadata/generation-of-client",
    area: "metadata",
    description: "A generation that a patch writes is taken over.",
    reason: "It is a number like another one, and nobody writes it.",
    breaks: ["metadata.generation-not-written"],
    install({ verbs }) {
      verbs(({ patch }) => ({ patch: takingOver(patch, "generation") }));
    },
  },
  {
    id: "metadata/last-annotation-stays",
    area: "metadata",
    description: "An update that leaves an object without annotations leaves it with the old ones.",
    reason: "An empty map is not written out, and what is not written was taken for untouched.",
    breaks: ["metadata.annotations-changed-as-written"],
    install({ verbs }) {
      verbs(({ update }) => ({
        update: withSteps(update, ({ carryOverMeta }) => ({
          carryOverMeta(object, old) {
            carryOverMeta(object, old);
            const { annotations: sent } = object.metadata;
            const { annotations } = old.metadata;
            if (annotations && Object.keys(sent ?? {}).length === 0) {
              object.metadata.annotations = annotations;
            }
          },
        })),
      }));
    },
  },
  {
    id: "metadata/longest-label-refused",
    area: "metadata",
    description: "A label's value of 63 characters, the most there may be, is refused.",
    reason: "The limit was written as one more than is allowed.",
    breaks: ["metadata.labels-kept", "metadata.labels-changed-as-written"],
    install({ steps }) {
      steps(({ validateMeta }) => ({
        validateMeta: (metadata, definition) => [
          ...validateMeta(metadata, definition),
          ...Object.values(metadata.labels ?? {}).filter((value) => value.length === 63)
            .map((value) => ({
              reason: "FieldValueInvalid" as const,
              field: "metadata.labels",
              message: `Invalid value: "${value}": must be less than 63 characters`,
            })),
        ],
      }));
    },
  },
  {
    id: "metadata/patched-labels-unchecked",
    area: "metadata",
    description: "A patch may write labels that break the rules.",
    reason: "Only what a patch brings was to be checked, and the labels were checked before.",
    breaks: ["metadata.invalid-label-refused"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch: withSteps(patch, ({ validateMeta }) => ({
          validateMeta: (metadata, definition) =>
            validateMeta(metadata, definition).filter(({ field }) => field !== "metadata.labels"),
        })),
      }));
    },
  },
];
