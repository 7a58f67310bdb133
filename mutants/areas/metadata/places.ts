/**
 * Mutants of names, namespaces and uids in the body and the path.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { Decoder } from "../../../server/registry/contracts.ts";
import type { Mutant } from "../../mutant.ts";
import { withParts } from "../../changes.ts";

/** Overwrites a field of the body by its value in the path before the two are compared. */
export const overwriting =
  (field: "name" | "namespace") => ({ checkPlace }: Decoder): Partial<Decoder> => ({
    checkPlace(object, definition, info) {
      const metadata = asObject(object.metadata);
      if (metadata?.[field] && info[field]) metadata[field] = info[field];
      checkPlace(object, definition, info);
    },
  });

export const placeMutants: readonly Mutant[] = [
  {
    id: "metadata/path-names-what-is-updated",
    area: "metadata",
    description: "An update whose body has another name than the path is accepted.",
    reason: "The name in the path is the key and overwrites the one in the body.",
    breaks: ["metadata.other-name-refused"],
    install({ verbs }) {
      verbs(({ update }) => ({ update: withParts(update, { decoder: overwriting("name") }) }));
    },
  },
  {
    id: "metadata/path-names-the-namespace",
    area: "metadata",
    description: "A create whose body has another namespace than the path is accepted.",
    reason: "The namespace in the path overwrites the one in the body.",
    breaks: ["metadata.other-namespace-refused"],
    install({ verbs }) {
      verbs(({ create }) => ({ create: withParts(create, { decoder: overwriting("namespace") }) }));
    },
  },
  {
    id: "metadata/bindings-are-of-the-default-namespace",
    area: "metadata",
    description: "A new RoleBinding without a namespace in its body gets the namespace `default`.",
    reason: "The function that applies defaults uses `default` for a missing namespace.",
    breaks: ["metadata.namespace-from-path"],
    install({ writer }) {
      writer(({ initializeMeta }) => ({
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
    description:
      "A create of a namespaced object without `name` and `generateName` gets a generated name.",
    reason: "A name can be generated without a prefix, too.",
    breaks: ["metadata.name-required"],
    install({ writer }) {
      writer(({ initializeMeta }) => ({
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
    description: "A given `name` that starts with `generateName` is replaced by a generated one.",
    reason: "Such a name was assumed to be left over from a copied object.",
    breaks: ["metadata.given-name-wins"],
    install({ writer }) {
      writer(({ initializeMeta }) => ({
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
    description: "An update with another `uid` is answered with 422 instead of 409.",
    reason: "The uid is an immutable field, and changes of those are validation errors.",
    breaks: ["metadata.other-uid-refused"],
    install({ writer }) {
      writer(() => ({ checkUid: () => {} }));
    },
  },
];
