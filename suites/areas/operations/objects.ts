/**
 * Objects and paths that the checks of this area share.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, objectPath, type ResourceType } from "../../resources/mod.ts";
import type { Target } from "../../client/target.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

/** The media types of patches, with a patch that changes a label. */
export const PATCHES = {
  "merge": { type: "application/merge-patch+json", feature: "merge-patch" },
  "JSON": { type: "application/json-patch+json", feature: "json-patch" },
  "strategic": {
    type: "application/strategic-merge-patch+json",
    feature: "strategic-merge-patch",
  },
  "apply": { type: "application/apply-patch+yaml", feature: "server-side-apply" },
} as const;

/** A form of patches. */
export type TargetPatchForm = keyof typeof PATCHES;

/** The names of the forms. */
export const PATCH_FORMS = Object.keys(PATCHES) as TargetPatchForm[];

/** An existing object of a type, and its paths. */
export class Existing {
  readonly scope: Scope;
  readonly type: ResourceType;
  /** As the server returned it. */
  readonly object: JsonObject;

  /** The words of its name. */
  readonly name: string;

  private constructor(scope: Scope, type: ResourceType, object: JsonObject, name: string) {
    this.scope = scope;
    this.type = type;
    this.object = object;
    this.name = name;
  }

  /** Creates an object. */
  static async create(scope: Scope, type: ResourceType, name = "object"): Promise<Existing> {
    const response = await scope.create(type, scope.newObject(type, { name }));
    const object = asObject(response.json);
    if (response.status >= 300 || object === undefined) {
      throw rejected(response, "no object could be created");
    }
    return new Existing(scope, type, object, name);
  }

  /** The path of the collection; in all namespaces if `wide`. */
  collection(wide = false): string {
    const namespace = this.type.namespaced && !wide ? this.scope.namespaces[0] : undefined;
    return collectionPath(this.type, this.scope.target.dialect, namespace);
  }

  /** The path of the object; without the namespace if `wide`. */
  path(wide = false, name = this.name): string {
    const namespace = this.type.namespaced && !wide ? this.scope.namespaces[0] : undefined;
    const key = { namespace, name: this.scope.name(name, this.type) };
    return objectPath(this.type, this.scope.target.dialect, key);
  }

  /** A patch that sets a label; an apply patch has the required fields. */
  patch(form: TargetPatchForm, name = this.name): Pick<HttpRequest, "headers" | "body"> {
    const body = form === "JSON"
      ? [{ op: "add", path: "/metadata/labels/changed", value: "yes" }]
      : form === "apply"
      ? this.scope.newObject(this.type, { name, labels: { changed: "yes" } })
      : { metadata: { labels: { changed: "yes" } } };
    return { headers: { "content-type": PATCHES[form].type }, body };
  }

  /** Verifies that the request was rejected and the object is as it was. */
  async expectRejected(
    requirement: RequirementId,
    response: HttpResponse,
    what: string,
  ): Promise<void> {
    expectRejection(requirement, response, what);
    await this.expectUnchanged(requirement, what);
  }

  /** Verifies that the object is as it was. */
  async expectUnchanged(requirement: RequirementId, what: string): Promise<void> {
    const after = await this.scope.send({ method: "GET", path: this.path() });
    verify(requirement, {
      holds: canonical(after.json ?? null) === canonical(this.object),
      expected: `no change by ${what}`,
      actual: describeResponse(after),
    });
  }
}

/** Verifies that the request was rejected. */
export function expectRejection(
  requirement: RequirementId,
  response: HttpResponse,
  what: string,
): void {
  verify(requirement, {
    holds: response.status >= 400,
    expected: `an error for ${what}`,
    actual: describeResponse(response),
  });
}

/** Returns the forms of patches that a target has. */
export const patchForms = ({ lacks }: Pick<Target, "lacks">): TargetPatchForm[] =>
  PATCH_FORMS.filter((form) => !lacks?.includes(PATCHES[form].feature));
