/**
 * What the requests of a run reach: the verbs of each served resource, and the forms of bodies and
 * responses. What a target serves and no request reaches is reported: no check can have judged it.
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../client/http_client.ts";
import type { DiscoveredResource, Target } from "../client/target.ts";
import { resourceRequestOf } from "../model/exchanges/resource_request.ts";
import { apiVersion, typesOf } from "../resources/mod.ts";
import { REVIEW_TYPES } from "../resources/reviews.ts";

/** The forms in which objects are read, and sent whole. */
const FORMS = ["JSON", "YAML", "Protobuf", "Table"] as const;

type BodyForm = typeof FORMS[number];

/** The forms of a patch, by their media types. */
const PATCHES: Readonly<Record<string, string>> = {
  "application/merge-patch+json": "merge-patch",
  "application/json-patch+json": "json-patch",
  "application/strategic-merge-patch+json": "strategic-merge-patch",
  "application/apply-patch+yaml": "server-side-apply",
};

/** The features without which a target has a form. */
const FEATURE_OF: Readonly<Record<string, string>> = {
  YAML: "yaml",
  Protobuf: "protobuf",
  Table: "table",
};

/** Collects what requests of a run reached. */
export class Reach {
  readonly #reached = new Set<string>();

  /** Adds a request with the response to it; one that was rejected reaches nothing. */
  add(request: HttpRequest, response: HttpResponse | undefined): void {
    if (response === undefined || response.status >= 300) return;
    const asked = resourceRequestOf(request);
    if (asked === undefined) return;
    const { verb, resource, subresource } = asked;
    const name = nameOf(asked.apiVersion, subresource ? `${resource}/${subresource}` : resource);
    this.#reached.add(`${verb} ${name}`);
    const type = mediaTypeIn(request.headers);
    if (verb === "patch") this.#reached.add(`${PATCHES[type]} ${name}`);
    if (verb === "create" || verb === "update") {
      this.#reached.add(`${verb} ${name}, sent as ${formOf(type)}`);
    }
    if (verb !== "delete" && verb !== "deletecollection") {
      const isTable = JSON.stringify(request.headers ?? {}).includes("as=Table");
      const answered = formOf(response.headers.get("content-type") ?? "");
      this.#reached.add(`${verb} ${name}, returned as ${isTable ? "Table" : answered}`);
    }
  }

  /** Returns what a target serves and nothing reached, sorted; none if its discovery was not read. */
  unreached(target: Pick<Target, "served" | "lacks" | "types" | "dialect">): readonly string[] {
    const { served = [], lacks = [], types, dialect } = target;
    const forms = FORMS.filter((form) => !(lacks as readonly string[]).includes(FEATURE_OF[form]!));
    const patches = Object.values(PATCHES).filter((form) =>
      !(lacks as readonly string[]).includes(form)
    );
    const judged = new Set([
      ...typesOf(target).map((type) =>
        nameOf(apiVersion(type, dialect), type.plural ?? type.resource)
      ),
      ...REVIEW_TYPES.map(({ group, version, resource }) =>
        nameOf(`${group}.${dialect.suffix}/${version}`, resource)
      ),
    ]);
    // Of other subresources the specification says nothing.
    const isSpecified = ({ name }: DiscoveredResource) =>
      types !== undefined || !name.includes("/") || name.endsWith("/status");
    const expected = served
      .filter((each) => isSpecified(each) && judged.has(nameOf(each.apiVersion, parentOf(each))))
      .flatMap((each) => expectedOf(each, { forms, patches, hasForms: types === undefined }));
    return [...new Set(expected)].filter((each) => !this.#reached.has(each)).sort();
  }
}

/** Returns what a run is to reach of one resource. */
function expectedOf(
  { apiVersion, name, verbs }: DiscoveredResource,
  { forms, patches, hasForms }: {
    readonly forms: readonly BodyForm[];
    readonly patches: readonly string[];
    /** True for the types of the specification, which have all forms. */
    readonly hasForms: boolean;
  },
): string[] {
  const of = nameOf(apiVersion, name);
  const isOwn = !name.includes("/") || name.endsWith("/status");
  return verbs.flatMap((verb): string[] => {
    const plain = `${verb} ${of}`;
    if (!hasForms || !isOwn) return [plain];
    switch (verb) {
      case "get":
      case "list":
        return [plain, ...forms.map((form) => `${plain}, returned as ${form}`)];
      case "create":
      case "update":
        return [
          plain,
          ...forms.filter((form) => form !== "Table").flatMap((form) => [
            `${plain}, sent as ${form}`,
            `${plain}, returned as ${form}`,
          ]),
        ];
      case "watch":
        // Real servers send no events in YAML.
        return [
          plain,
          ...forms.filter((form) => form !== "YAML").map((form) => `${plain}, returned as ${form}`),
        ];
      case "patch":
        return [plain, ...patches.map((form) => `${form} ${of}`)];
      default:
        return [plain];
    }
  });
}

const nameOf = (apiVersion: string, name: string): string => {
  const [group, version] = apiVersion.split("/");
  return version === undefined ? name : `${name}.${group}`;
};

const parentOf = ({ name }: DiscoveredResource): string => name.split("/")[0]!;

function mediaTypeIn(headers: HttpRequest["headers"] = {}): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type");
  return String(found?.[1] ?? "application/json").split(";")[0]!.trim().toLowerCase();
}

function formOf(type: string): BodyForm {
  const media = type.split(";")[0]!.trim().toLowerCase();
  if (media.endsWith("protobuf")) return "Protobuf";
  return media.endsWith("yaml") ? "YAML" : "JSON";
}
