/**
 * Mutants of labels, annotations, generations, timestamps and uids.
 *
 * @module
 */
import { accepting, changingCauses, countingGeneration, keyText } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import {
  type ApiObject,
  type Cause,
  equal,
  type JsonObject,
  type ObjectMeta,
} from "@plumbline/server/api";
import type { Change, Steps, Write } from "@plumbline/server/parts";
import { on } from "../../vocabulary/on.ts";
import { changeObjectIn } from "../../vocabulary/results.ts";
import { metadataOf, objectsOf, withMetadata } from "../../vocabulary/json.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** Makes a verb store a field of the sent metadata that it should keep unchanged. */
const storingSent = (field: string): Change<Steps> => (original) => ({
  carryOverMeta(write) {
    const { metadata } = write.object;
    const { [field]: sent } = metadata;
    original.carryOverMeta(write);
    if (sent !== undefined) Object.assign(metadata, { [field]: sent });
  },
  ...accepting((cause) => cause.field === `metadata.${field}`)(original),
});

/** Makes creates store a sent field of metadata that the server should set. */
const storingOnCreate = (field: string): Mutant["install"] =>
  wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
    const { object } = write;
    const { [field]: sent } = object.metadata;
    initializeMeta(write);
    if (sent) Object.assign(object.metadata, { [field]: sent });
  });

/** Ignores some validation errors of metadata. */
const ignoringErrors = (
  passes: (cause: Cause, metadata: ObjectMeta) => boolean,
): Mutant["install"] =>
  wrapSteps(accepting((cause, { object: { metadata } }) => passes(cause, metadata)));

const changesLabels = ({ object, current }: Write): boolean =>
  !equal(object.metadata.labels ?? {}, current!.object.metadata.labels ?? {});

const SUBDOMAIN_ALMOST = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/;

/** Maximum size of all annotations of an object in bytes. */
const ANNOTATIONS_LIMIT = 256 * 1024;

export const metadataFieldMutants = bugs({
  "metadata/version-zero-is-stale": {
    description: "An update of a RoleBinding with the `resourceVersion` 0 is a conflict.",
    reason: "The version is compared whenever there is one.",
    breaks: "metadata.version-zero-unconditional",
    install: on("update rolebindings").changeText((text) =>
      text.replace('"resourceVersion":"0"', '"resourceVersion":"1"')
    ),
  },
  "metadata/uid-from-client": {
    description: "The `uid` in a create is stored.",
    reason: "Objects restored from a backup were meant to keep their identity.",
    breaks: "metadata.uid-from-server",
    install: storingOnCreate("uid"),
  },
  "metadata/managers-of-the-removed": {
    description: "A created object has the managers of the removed one of its name, too.",
    reason: "Managers are cached by name, and a deletion does not clear the cache.",
    breaks: "metadata.nothing-of-the-removed",
    install(parts) {
      const removed = new Map<string, readonly JsonObject[]>();
      const entriesOf = (object: ApiObject) => objectsOf(metadataOf(object).managedFields);
      parts.storage(({ transact }) => ({
        async transact(key, write) {
          const written = await transact(key, write);
          if (!write.object) removed.set(keyText(key), entriesOf(written.object));
          return written;
        },
      }));
      on("create").withSteps(({ store }) => ({
        store(write) {
          const metadata: JsonObject = write.object.metadata;
          const known = removed.get(keyText({ ...write.key, name: write.object.metadata.name }));
          if (known) metadata.managedFields = [...known, ...entriesOf(write.object)];
          return store(write);
        },
      }))(parts);
    },
  },
  "metadata/uids-from-names": {
    description:
      "Two objects of different kinds get the same `uid` if they have the same name and " +
      "creation second.",
    reason: "The uid is computed from namespace, name and creation time.",
    breaks: "metadata.uid-from-server",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      initializeMeta(write);
      const { metadata } = object;
      const { namespace = "", name, creationTimestamp } = metadata;
      const bytes = new TextEncoder().encode(`${namespace}/${name}/${creationTimestamp}`);
      const hash = bytes.reduce((sum, byte) => (sum * 257n + BigInt(byte)) % 2n ** 48n, 7n);
      metadata.uid = `00000000-0000-4000-8000-${hash.toString(16).padStart(12, "0")}`;
    }),
  },
  "metadata/update-without-uid-renews-it": {
    description: "An update without `uid` gives the object a new one.",
    reason: "An object without uid is treated as new.",
    breaks: "metadata.uid-never-changes",
    install: on("update").serve(({ registry: { sources }, nextWith }) =>
      nextWith((original) => ({
        carryOverMeta(write) {
          const { metadata } = write.object;
          const { uid } = metadata;
          original.carryOverMeta(write);
          if (!uid) metadata.uid = sources.uid();
        },
        ...accepting(({ field }) => field === "metadata.uid")(original),
      }))
    ),
  },
  "metadata/creation-time-from-client": {
    description: "The `creationTimestamp` in a create is stored.",
    reason: "The time is applied as a default, so only if it is missing.",
    breaks: "metadata.creation-time-from-server",
    install: storingOnCreate("creationTimestamp"),
  },
  "metadata/creation-time-from-applier": {
    description: "The `creationTimestamp` in an apply that creates an object is stored.",
    reason: "An apply merges into an empty object, whose fields are kept as those of a stored one.",
    breaks: "metadata.creation-time-from-server",
    install: on("apply").withSteps(({ initializeMeta }) => ({
      initializeMeta(write) {
        const { creationTimestamp } = write.object.metadata;
        initializeMeta(write);
        if (creationTimestamp) write.object.metadata.creationTimestamp = creationTimestamp;
      },
    })),
  },
  "metadata/creation-time-by-patch": {
    description: "A patch can change `creationTimestamp`.",
    reason: "A patch starts from the stored object, so nothing is restored afterwards.",
    breaks: "metadata.creation-time-never-changes",
    install: on("patch").withSteps(storingSent("creationTimestamp")),
  },
  "metadata/creation-time-can-be-removed": {
    description: "An update or patch without `creationTimestamp` removes it.",
    reason: "A sent value is overwritten, and a missing one is not restored.",
    breaks: "metadata.creation-time-never-changes",
    install: wrap("steps", "carryOverMeta", ({ carryOverMeta }, write) => {
      const metadata: JsonObject = write.object.metadata;
      const isSent = Boolean(metadata.creationTimestamp);
      carryOverMeta(write);
      if (!isSent) delete metadata.creationTimestamp;
    }),
  },
  "metadata/deletion-time-from-client": {
    description: "The `deletionTimestamp` in a create is stored.",
    reason: "It is rare in new objects and missing from the list of fields to clear.",
    breaks: ["metadata.deletion-time-from-server", "lifecycle.live-has-no-deletion-time"],
    install: storingOnCreate("deletionTimestamp"),
  },
  "metadata/deletion-time-from-creating-put": {
    description: "The `deletionTimestamp` in a PUT that creates an object is stored.",
    reason: "It is cleared in creates, and a PUT takes the path of updates.",
    breaks: "metadata.deletion-time-from-server",
    install: on("update").withSteps(({ initializeMeta }) => ({
      initializeMeta(write) {
        const { deletionTimestamp } = write.object.metadata;
        initializeMeta(write);
        if (deletionTimestamp) write.object.metadata.deletionTimestamp = deletionTimestamp;
      },
    })),
  },
  "metadata/deletion-time-by-patch": {
    description: "A patch can set `deletionTimestamp`.",
    reason: "Writing the timestamp was understood as a request for deletion.",
    breaks: "metadata.deletion-time-from-server",
    install: on("patch").withSteps(storingSent("deletionTimestamp")),
  },
  "metadata/resource-version-from-client": {
    description: "A create with a `resourceVersion` succeeds and returns that resourceVersion.",
    reason: "The response is the sent object with missing fields added.",
    breaks: "metadata.resource-version-from-server",
    install: on("create").serve(async ({ nextWith }) => {
      let sent: unknown;
      const result = await nextWith(({ accept }) => ({
        accept(write) {
          accept(write);
          const metadata: JsonObject = write.sent!.metadata;
          sent = metadata.resourceVersion;
          delete metadata.resourceVersion;
        },
      }));
      return sent
        ? changeObjectIn(result, (object) => withMetadata(object, { resourceVersion: `${sent}` }))
        : result;
    }),
  },
  "metadata/generation-counts-labels": {
    description: "A change of labels increments `generation`.",
    reason: "The generation was meant to follow every write of a client.",
    breaks: "metadata.generation-ignores-labels",
    install: wrapSteps(countingGeneration((write) => write.isChanged || changesLabels(write))),
  },
  "metadata/generation-of-client": {
    description: "A patch can set `generation`.",
    reason: "It is stored like any other number.",
    breaks: "metadata.generation-from-server",
    install: on("patch").withSteps(storingSent("generation")),
  },
  "metadata/last-annotation-stays": {
    description: "An update that removes all annotations leaves them unchanged.",
    reason: "An empty map is omitted in encoding, and an omitted field is left as it is.",
    breaks: "metadata.annotations-changed-as-written",
    install: on("update").withSteps(({ carryOverMeta }) => ({
      carryOverMeta(write) {
        const { object } = write;
        const old = write.current!.object;
        carryOverMeta(write);
        const { annotations: sent } = object.metadata;
        const { annotations } = old.metadata;
        if (annotations && Object.keys(sent ?? {}).length === 0) {
          object.metadata.annotations = annotations;
        }
      },
    })),
  },
  "metadata/longest-label-rejected": {
    description: "A label value of 63 characters is rejected.",
    reason: "The comparison uses `>=` instead of `>`.",
    breaks: ["metadata.labels-kept", "metadata.labels-changed-as-written"],
    install: wrapSteps(changingCauses((causes, { object: { metadata } }) => [
      ...causes,
      ...Object.values(metadata.labels ?? {}).filter((value) => value.length === 63)
        .map((value) => ({
          reason: "FieldValueInvalid" as const,
          field: "metadata.labels",
          message: `Invalid value: "${value}": must be less than 63 characters`,
        })),
    ])),
  },
  "metadata/patched-labels-unchecked": {
    description: "A patch may write invalid labels.",
    reason: "Labels are validated before the patch is applied.",
    breaks: "metadata.invalid-label-rejected",
    install: on("patch").withSteps(accepting(({ field }) => field === "metadata.labels")),
  },
  "metadata/annotations-normalized": {
    description: "The values of annotations are stored in a normal form of Unicode.",
    reason: "Texts that look alike were meant to be equal.",
    breaks: ["metadata.annotations-kept", "metadata.annotations-changed-as-written"],
    install: wrap("steps", "setDefaults", ({ setDefaults }, write) => {
      setDefaults(write);
      const { metadata } = write.object;
      if (metadata.annotations === undefined) return;
      metadata.annotations = Object.fromEntries(
        Object.entries(metadata.annotations).map(([key, value]) => [key, value.normalize()]),
      );
    }),
  },
  "metadata/empty-annotations-dropped": {
    description: "A create drops annotations with an empty value.",
    reason: "An empty string is treated as absent.",
    breaks: "metadata.annotations-kept",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      initializeMeta(write);
      const { annotations } = object.metadata;
      if (annotations === undefined) return;
      object.metadata.annotations = Object.fromEntries(
        Object.entries(annotations).filter(([, value]) => value !== ""),
      );
    }),
  },
  "metadata/prefixed-annotation-keys-not-validated": {
    description: "An annotation key with a prefix is not validated.",
    reason: "Tools may choose their own prefixes.",
    breaks: "metadata.invalid-annotation-rejected",
    install: ignoringErrors(({ field, reason, message }) =>
      field === "metadata.annotations" && reason === "FieldValueInvalid" &&
      /^Invalid value: "[^"]*\//.test(message)
    ),
  },
  "metadata/size-of-each-annotation": {
    description: "The size limit applies to each annotation instead of all together.",
    reason: "The limit is checked inside the loop over the values.",
    breaks: "metadata.large-annotations-rejected",
    install: ignoringErrors(({ field, reason }, { annotations = {} }) =>
      field === "metadata.annotations" && reason === "FieldValueTooLong" &&
      Object.values(annotations).every((value) => value.length <= ANNOTATIONS_LIMIT)
    ),
  },
  "metadata/large-annotations-of-patched-roles": {
    description: "A patch may write annotations of any size to a ClusterRole.",
    reason: "The size is checked where an object is created.",
    breaks: "metadata.large-annotations-rejected",
    install: on("patch").withSteps(
      accepting(({ field, reason }, { definition: { kind } }) =>
        kind === "ClusterRole" && field === "metadata.annotations" &&
        reason === "FieldValueTooLong"
      ),
    ),
  },
  "metadata/name-segments-not-validated": {
    description: "A name may have empty segments and segments that start or end with a dash.",
    reason: "The regular expression checks only the ends of the whole name.",
    breaks: "metadata.invalid-name-rejected",
    install: ignoringErrors(({ field }, { name = "" }) =>
      field === "metadata.name" && name.length <= 253 && SUBDOMAIN_ALMOST.test(name)
    ),
  },
  "metadata/label-change-hides-spec-change": {
    description: "A write that changes both labels and `spec` does not increment `generation`.",
    reason: "Changes to metadata are detected first and end the comparison.",
    breaks: "metadata.generation-follows-spec",
    install: wrapSteps(countingGeneration((write) => write.isChanged && !changesLabels(write))),
  },
  "metadata/namespace-of-cluster-scoped": {
    description: "A new cluster-scoped object keeps the `namespace` it is sent with.",
    reason: "The namespace is set from the path, and cluster-scoped paths have none to set.",
    breaks: "exchanges.requested-object",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      const { namespace } = object.metadata;
      initializeMeta(write);
      if (namespace) object.metadata.namespace = namespace;
    }),
  },
  "metadata/new-generation-from-client": {
    description: "A new Deployment keeps the `generation` it is sent with.",
    reason: "Objects restored from a backup were meant to continue their count.",
    breaks: "metadata.generation-starts-at-one",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      const { generation } = object.metadata;
      initializeMeta(write);
      if (generation && object.metadata.generation) object.metadata.generation = generation;
    }),
  },
  "metadata/deletion-time-to-the-millisecond": {
    description: "`deletionTimestamp` has milliseconds.",
    reason: "It is formatted with `toISOString`.",
    breaks: "metadata.times-are-rfc3339",
    install: wrap("steps", "markDeletion", ({ markDeletion }, object, now, ...how) => {
      const marked = markDeletion(object, now, ...how);
      const { deletionTimestamp } = marked.metadata;
      if (!deletionTimestamp || object.metadata.deletionTimestamp) return marked;
      const time = new Date(now).toISOString();
      return { ...marked, metadata: { ...marked.metadata, deletionTimestamp: time } };
    }),
  },
});
