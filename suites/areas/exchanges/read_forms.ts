/**
 * The forms in which objects are read, with the `Accept` headers that ask for them.
 *
 * @module
 */
import type { Dialect } from "../../client/dialect.ts";
import type { Feature } from "../../features.ts";

/** A form of responses. */
export interface ReadForm {
  /** The feature without which a target does not have it. */
  readonly feature?: Feature;
  /** Returns the `Accept` headers of a get and of a list; a target without the form sends JSON. */
  accept(dialect: Dialect): readonly [string, string];
}

const metadataAlone = (kind: string, { suffix }: Dialect): string =>
  `application/json;as=${kind};g=meta.${suffix};v=v1, application/json`;

const inForm = (feature: Feature, type: (dialect: Dialect) => string): ReadForm => ({
  feature,
  accept: (dialect) => [`${type(dialect)}, application/json`, `${type(dialect)}, application/json`],
});

/** The forms, by the number that selects one. */
export const READ_FORMS: readonly ReadForm[] = [
  {
    accept: (dialect) => [
      metadataAlone("PartialObjectMetadata", dialect),
      metadataAlone("PartialObjectMetadataList", dialect),
    ],
  },
  inForm("yaml", () => "application/yaml"),
  inForm("protobuf", ({ name }) => `application/vnd.${name}.protobuf`),
  inForm("table", ({ suffix }) => `application/json;as=Table;g=meta.${suffix};v=v1`),
  { accept: () => ["application/json", "application/json"] },
];
