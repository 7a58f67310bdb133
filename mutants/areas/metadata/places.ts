/**
 * Faults of what an object says of its name and place, against what the path says.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { Steps } from "../../../server/registry/steps.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** Overwrites a field of what was sent by what the path says, before the two are compared. */
export const overwriting =
  (field: "name" | "namespace") => ({ checkPlace }: Steps): Partial<Steps> => ({
    checkPlace(object, definition, info) {
      const metadata = asObject(object.metadata);
      if (metadata?.[field] && info[field]) metadata[field] = info[field];
      checkPlace(object, definition, info);
    },
  });

/** The faults. */
export const placeMutants: readonly Mutant[] = [
  {
    id: "metadata/path-names-what-is-updated",
    area: "metadata",
    description:
      "An update of an object that names itself otherwise is one of what the path names.",
    reason: "The name of the path is written into the object, as it is the key.",
    breaks: ["metadata.other-name-refused"],
    install({ verbs }) {
      verbs(({ update }) => ({ update: withSteps(update, overwriting("name")) }));
    },
  },
  {
    id: "metadata/path-names-the-namespace",
    area: "metadata",
    description: "An object that is made in one namespace and names another is put into the first.",
    reason: "The namespace of the path is written into the object, as it is where it belongs.",
    breaks: ["metadata.other-namespace-refused"],
    install({ verbs }) {
      verbs(({ create }) => ({ create: withSteps(create, overwriting("namespace")) }));
    },
  },
  {
    id: "metadata/bindings-are-of-the-default-namespace",
    area: "metadata",
    description: "A new RoleBinding that names no namespace says that it is in the default one.",
    reason: "What names no namespace is in that one, by the function that fills in defaults.",
    breaks: ["metadata.namespace-from-path"],
    install({ steps }) {
      steps(({ initializeMeta }) => ({
        initializeMeta(object, definition, ...where) {
          const { namespace } = object.metadata;
          initializeMeta(object, definition, ...where);
          if (definition.kind === "RoleBinding" && !namespace) {
            object.metadata.namespace = "default";
          }
        },
      }));
    },
  },
  {
    id: "metadata/names-for-the-nameless",
    area: "metadata",
    description: "What is in a namespace is given a name where it is made without one.",
    reason: "A name can be made of nothing as well as of a prefix.",
    breaks: ["metadata.name-required"],
    install({ steps }) {
      steps(({ initializeMeta }) => ({
        initializeMeta(object, definition, ...where) {
          const { metadata } = object;
          const isNameless = definition.namespaced && !metadata.name && !metadata.generateName;
          if (isNameless) metadata.generateName = `${definition.singular}-`;
          initializeMeta(object, definition, ...where);
        },
      }));
    },
  },
  {
    id: "metadata/prefix-of-the-name-generates",
    area: "metadata",
    description: "A given name that begins with the generateName beside it is generated anew.",
    reason: "Such a name was taken for one that had been generated, by who copied the object.",
    breaks: ["metadata.given-name-wins"],
    install({ steps }) {
      steps(({ initializeMeta }) => ({
        initializeMeta(object, ...where) {
          const { metadata } = object;
          const { name, generateName } = metadata;
          if (name && generateName && name.startsWith(generateName)) metadata.name = "";
          initializeMeta(object, ...where);
        },
      }));
    },
  },
  {
    id: "metadata/uid-is-a-matter-of-form",
    area: "metadata",
    description: "An update that names another uid is refused as invalid, with 422.",
    reason: "The uid is a field that cannot be changed, and such are refused so.",
    breaks: ["metadata.other-uid-refused"],
    install({ steps }) {
      steps(() => ({ checkUid: () => {} }));
    },
  },
];
