/**
 * Traits of what responses say of an object that earlier ones said otherwise: what a write changed,
 * and what reads and writes after it show.
 *
 * @module
 */
import { withinSentence } from "@plumbline/reports/request_words";
import { withoutOwnSelector } from "@plumbline/reports/text";
import type { JsonObject } from "../../client/http_client.ts";
import { isUnknownField } from "../../model/field_injection.ts";
import {
  asObject,
  metadataOf,
  nameOf,
  namespaceOf,
  resourceVersionOf,
  uidOf,
} from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { differingFields, valueAtPath, valuesByPath } from "./fields.ts";
import { isSelected } from "./selectors.ts";
import { actOf, formsOf, formWords, levels } from "./wording.ts";

/** An object as the last responses showed it. */
interface Known {
  readonly exists: boolean;
  /** Undefined if it does not exist, or if its fields are not known. */
  readonly object?: JsonObject;
}

/** The last request to an object that could have changed it. */
interface Touch {
  readonly act: string;
  readonly resource: string;
}

/** Fields that a server writes. */
const OF_SERVER =
  /^(apiVersion|kind|metadata\.(resourceVersion|managedFields|uid|creationTimestamp|generation|selfLink|deletion\w+))/;

/** Parameters with which a list or watch shows a part of the objects, or an earlier state. */
const PARTIAL = ["fieldSelector", "limit", "continue", "resourceVersion"];

/** Types whose objects are removed later than the response to their deletion. */
const REMOVED_LATER = ["namespaces"];

/** Follows the objects of one case. */
export class StateTraits {
  readonly #known = new Map<string, Known>();
  readonly #touched = new Map<string, Touch>();

  /** Returns what a response shows, each as texts from general to specific. */
  of(one: Seen): string[][] {
    const { place, verb, isAlone } = one;
    if (place === undefined || place.isIrregular) return [];
    if (verb === "watch") return this.#watched(one);
    if (!["", "status"].includes(place.subresource)) {
      this.#known.delete(keyIn(one));
      return [];
    }
    if (verb === "deletecollection") return this.#forgetCollection(one);
    if (verb === "list") return isAlone ? this.#listed(one) : [];
    const isWrite = one.method !== "GET";
    const key = keyIn(one);
    if (!isAlone) {
      if (isWrite) this.#known.delete(key);
      return [];
    }
    const before = this.#known.get(key);
    const traits = isWrite ? this.#written(one, key, before) : this.#read(one, key, before);
    if (isWrite) this.#forgetOtherVersions(key);
    if (isWrite) this.#touched.set(key, { act: touchOf(one), resource: place.resource });
    return traits;
  }

  #forgetCollection(one: Seen): string[][] {
    const { place, status, query } = one;
    const isReal = status < 300 && !isDryRun(one);
    for (const [key, { object }] of this.#known) {
      if (!isIn(key, place!)) continue;
      this.#touched.set(key, { act: touchOf(one), resource: place!.resource });
      if (!isReal) continue;
      const selected = object && isSelected(one, object);
      if (one.isAlone && selected === false) continue;
      const isWhole = ["limit", "continue", "resourceVersion"].every((name) => !query.has(name));
      const isGone = one.isAlone && isWhole && selected === true && !isHeld(object!);
      if (isGone) this.#known.set(key, { exists: false });
      else this.#known.delete(key);
    }
    return [];
  }

  /** Returns whether a watch without a resourceVersion sends the objects that exist. */
  #watched(one: Seen): string[][] {
    if ((one.query.get("resourceVersion") ?? "") !== "" || one.status !== 200) return [];
    const sent = new Set(one.events.map(({ object }) => keyOfObject(one, object)));
    const isLacking = isPlain(one) &&
      [...this.#known].some(([key, { exists }]) =>
        exists && isIn(key, one.place!) && !sent.has(key)
      );
    return isLacking ? [levels(one, "sends no event of an object that exists")] : [];
  }

  /** Forgets an object as other API versions of its type show it. */
  #forgetOtherVersions(key: string): void {
    const own = key.slice(key.indexOf("|"));
    for (const other of this.#known.keys()) {
      if (other !== key && other.endsWith(own)) this.#known.delete(other);
    }
  }

  /** Compares the items of a list with what is known of their objects. */
  #listed(one: Seen): string[][] {
    const { answer, place, status } = one;
    if (status !== 200 || !Array.isArray(answer?.items)) return [];
    const items = new Map(answer.items.map((item) => {
      const object = asObject(item) ?? {};
      return [keyOfObject(one, object), object] as const;
    }));
    const traits: string[][] = [...items.values()].some((item) => isSelected(one, item) === false)
      ? [levels(one, "has an item that its selectors do not select")]
      : [];
    // What a page does not show may be on another one.
    const isPart = one.query.has("continue") || (metadataOf(answer).continue ?? "") !== "";
    for (const [key, known] of this.#known) {
      if (!isIn(key, place!)) continue;
      const item = items.get(key);
      const selected = known.object && isSelected(one, known.object);
      if (item === undefined && (selected === false || isPart)) continue;
      traits.push(...this.#compared(one, key, known, item, isPlain(one)));
    }
    return traits;
  }

  #read(one: Seen, key: string, before: Known | undefined): string[][] {
    const { status, answer, place } = one;
    if (place!.subresource !== "" || one.accept !== "") return [];
    if (status !== 200 && status !== 404) return [];
    const object = status === 200 ? answer : undefined;
    const traits = before ? this.#compared(one, key, before, object, true) : [];
    if (before === undefined) {
      this.#known.set(key, { exists: status === 200, ...(object && { object }) });
    }
    return traits;
  }

  /** Compares what is known of an object with what a read shows, undefined for nothing. */
  #compared(
    one: Seen,
    key: string,
    { exists, object }: Known,
    shown: JsonObject | undefined,
    isGeneral: boolean,
  ): string[][] {
    if (exists && shown === undefined) {
      return [this.#after(one, key, "the object is missing", isGeneral)];
    }
    if (!exists) {
      return shown === undefined
        ? []
        : [this.#after(one, key, "the object is still there", isGeneral)];
    }
    if (object === undefined || shown === undefined) return [];
    if (uidOf(object) !== uidOf(shown)) {
      return [this.#after(one, key, "the uid is another one", isGeneral)];
    }
    const [own, other] = [resourceVersionOf(object), resourceVersionOf(shown)];
    const traits: string[][] = [];
    if (own !== other) {
      const text = Number(other) < Number(own) ? "an earlier" : "another";
      traits.push(
        this.#after(
          one,
          key,
          // A number in place of a text is the mistake of a form, and the same version.
          other === undefined
            ? "metadata.resourceVersion is missing or no text"
            : `the object is shown with ${text} resourceVersion`,
          isGeneral,
        ),
      );
    }
    // Other forms do not show all fields.
    if (one.accept !== "") return traits;
    return [
      ...traits,
      ...differingFields(object, shown).filter((field) => field !== "metadata.resourceVersion")
        .map((field) => this.#after(one, key, `${field} is shown otherwise`, isGeneral)),
    ];
  }

  #written(one: Seen, key: string, before: Known | undefined): string[][] {
    const { status, answer, verb, place, body } = one;
    const traits: string[][] = [];
    const isSuccess = status < 300;
    const isMain = place!.subresource === "";
    const exists = before?.exists;
    if (exists === true) {
      if (verb === "create" && isMain && isSuccess) {
        traits.push(levels(one, "with the name of an existing object is accepted"));
      }
      if (verb !== "create" && status === 404) {
        traits.push(this.#after(one, key, "the object is missing"));
      }
    } else if (exists === false) {
      if (verb === "create" && status === 409) {
        traits.push(this.#after(one, key, "the object is still there"));
      }
      if (verb !== "create" && isSuccess && status !== 201) {
        traits.push(this.#after(one, key, "the object is still there"));
      }
    }
    const current = before?.object && resourceVersionOf(before.object);
    const stated = verb === "delete"
      ? asObject(body?.preconditions)?.resourceVersion
      : body && metadataOf(body).resourceVersion;
    if (typeof stated === "string" && stated !== "" && current !== undefined && exists) {
      const isCurrent = stated === current;
      if (!isCurrent && isSuccess) {
        traits.push(levels(one, "with a resourceVersion that is not the current one is accepted"));
      }
      if (isCurrent && status === 409) {
        traits.push(levels(one, "with the current resourceVersion is answered with 409"));
      }
    }
    const uid = verb === "delete"
      ? asObject(body?.preconditions)?.uid
      : body && metadataOf(body).uid;
    if (typeof uid === "string" && before?.object && uidOf(before.object) !== uid && isSuccess) {
      traits.push(levels(one, "with another uid is accepted"));
    }
    if (!isSuccess || place!.subresource !== "" && place!.subresource !== "status") return traits;
    traits.push(
      ...storedFields(one, before?.object).map((field) => levels(one, `${field}${STORED}`)),
    );
    if (answer !== undefined && answer.kind !== "Status" && verb !== "delete") {
      traits.push(...sentTraits(one, answer));
      if (before?.object) traits.push(...changeTraits(one, before.object, answer));
    }
    if (!isDryRun(one)) this.#keep(one, key, before);
    return traits;
  }

  #keep(one: Seen, key: string, before: Known | undefined): void {
    const { verb, answer, place } = one;
    if (verb !== "delete") {
      const isStored = storedFields(one, before?.object).includes("stores the deletionTimestamp");
      if (
        answer === undefined || answer.kind === "Status" || uidOf(answer) === undefined || isStored
      ) {
        return void this.#known.delete(key);
      }
      const isGone = metadataOf(answer).deletionTimestamp !== undefined && !isHeld(answer);
      this.#known.set(key, isGone ? { exists: false } : { exists: true, object: answer });
      return;
    }
    if (REMOVED_LATER.includes(place!.resource)) return void this.#known.delete(key);
    if (answer !== undefined && answer.kind !== "Status" && isHeld(answer)) {
      this.#known.set(key, { exists: true, object: answer });
    } else if (before?.object !== undefined && !isHeld(before.object)) {
      this.#known.set(key, { exists: false });
    } else {
      this.#known.delete(key);
    }
  }

  /** Returns a text about what a request shows of what an earlier one did. */
  #after(one: Seen, key: string, text: string, isGeneral = true): string[] {
    const { act, resource } = this.#touched.get(key) ?? { act: "a read", resource: "" };
    const read = withinSentence(actOf(one));
    const reader = isGeneral ? read : `${read} ${formWords(formsOf(one))}`.trimEnd();
    return [
      ...isGeneral
        ? [
          ...isChange(act)
            ? [`After a write, ${text}`, `After a write of ${resource}, ${text}`]
            : [],
          `After ${act}, ${text}`,
          `After ${act} of ${resource}, ${text}`,
        ]
        : [],
      `After ${act}, ${text} in ${reader}`,
      `After ${act} of ${resource}, ${text} in ${reader}`,
    ];
  }
}

/** Returns what an answer has otherwise than it was sent. */
function sentTraits(one: Seen, answer: JsonObject): string[][] {
  const { body, verb, contentType, query, warnings } = one;
  const isWhole = verb === "create" || verb === "update" || verb === "apply" ||
    /(strategic-)?merge-patch\+json/.test(contentType);
  if (!isWhole || body === undefined) return [];
  const changed: string[][] = [];
  let isDropped = false;
  for (const [field, value] of valuesByPath(body)) {
    if (OF_SERVER.test(field) || value === null) continue;
    const stored = valueAtPath(answer, field);
    // An empty field is equivalent to an absent one; an entry of a map is not.
    if (value === "" && stored === undefined && !IN_MAP.test(field)) continue;
    // A field of the type that is dropped is named itself: no warning is about it.
    if (stored === undefined && isOfNoType(field)) {
      isDropped = true;
      continue;
    }
    if (JSON.stringify(stored) === JSON.stringify(value)) continue;
    changed.push(
      levels(
        one,
        `${stored === undefined ? "drops" : "changes"} the ${generalized(field)} that it is sent`,
      ),
    );
  }
  if (isDropped) {
    const validation = query.get("fieldValidation") ?? "none";
    changed.push(
      levels(
        one,
        `with fieldValidation=${validation} drops an unknown field with ${
          warnings > 0 ? "a" : "no"
        } warning`,
      ),
    );
  }
  return changed;
}

/** Returns true for the path of a field that no type has, or that is written in another letter case. */
function isOfNoType(path: string): boolean {
  return path.split(".").some((key) => isUnknownField(key) || /^[A-Z]/.test(key)) &&
    !IN_MAP.test(path);
}

/** The paths of entries of maps, whose keys are any text. */
const IN_MAP = /^(metadata\.(labels|annotations)|data|stringData|binaryData)\./;

/** Returns what a write changed beside what it was to change. */
function changeTraits(one: Seen, before: JsonObject, answer: JsonObject): string[][] {
  const { body, place } = one;
  const fields = differingFields(before, answer);
  const texts: string[] = [];
  const isVersionKept = resourceVersionOf(before) === resourceVersionOf(answer);
  const others = fields.filter((field) =>
    !/^metadata\.(resourceVersion|managedFields|generation)/.test(field)
  );
  if (isVersionKept && others.length > 0 && !isDryRun(one)) {
    texts.push("changes the object and not its resourceVersion");
  }
  if (!isVersionKept && others.length === 0 && !isDryRun(one) && isManagedAlike(before, answer)) {
    texts.push(ONLY_VERSION);
  }
  const isGenerationKept = metadataOf(before).generation === metadataOf(answer).generation;
  const isSpecKept = !fields.some((field) => field.startsWith("spec"));
  if (isGenerationKept !== isSpecKept) {
    texts.push(
      isSpecKept
        ? "changes the generation and not the spec"
        : "changes the spec and not the generation",
    );
  }
  const stored = storedFields(one, before).map((text) => text.replace("stores the ", "metadata."));
  for (const field of fields) {
    if (stored.includes(field)) continue;
    if (/^metadata\.(resourceVersion|managedFields|generation)/.test(field)) continue;
    const isSent = body === undefined ||
      valueAtPath(body, field.replace(/\.\*.*$/, "")) !== undefined;
    const isOther = place?.subresource === "status" && !field.startsWith("status");
    if (!isSent) texts.push(`changes ${field}, which it is not sent`);
    else if (isOther) texts.push(`changes ${field}`);
    else if (/^metadata\.(uid|creationTimestamp|name|deletion)|^status/.test(field)) {
      texts.push(`changes ${field}`);
    }
  }
  return texts.map((text) => levels(one, text));
}

/** What a write does that gives an object a resourceVersion for nothing. */
export const ONLY_VERSION = "that changes nothing gets another resourceVersion";

/** What a write does with a field of the metadata that the server alone writes. */
export const STORED = " that it is sent";

/** Returns for each field of the server that a write sets as it is sent: "stores the uid". */
function storedFields({ verb, body, answer }: Seen, before: JsonObject | undefined): string[] {
  if (body === undefined || answer === undefined || answer.kind === "Status") return [];
  if (before === undefined && verb !== "create") return [];
  const [sent, stored, known] = [body, answer, before ?? {}].map(metadataOf);
  return ["uid", "creationTimestamp", "deletionTimestamp"].filter((field) =>
    typeof sent![field] === "string" && sent![field] !== "" && stored![field] === sent![field] &&
    (verb === "create" || known![field] !== sent![field])
  ).map((field) => `stores the ${field}`);
}

/** Returns true if two states of an object have the same managers of the same fields. */
function isManagedAlike(one: JsonObject, other: JsonObject): boolean {
  const managers = (object: JsonObject) => {
    const { managedFields } = metadataOf(object);
    const each = Array.isArray(managedFields) ? managedFields : [];
    return JSON.stringify(each.map((manager) => ({ ...asObject(manager), time: undefined })));
  };
  return managers(one) === managers(other);
}

/** Returns true for a list or watch of all objects of a case. */
function isPlain({ query }: Seen): boolean {
  return PARTIAL.every((name) => !query.has(name)) &&
    withoutOwnSelector(query.get("labelSelector") ?? "") === "";
}

function generalized(field: string): string {
  return field.replace(/^(metadata\.(?:labels|annotations)|data|stringData|binaryData)\..*/, "$1.*")
    .replaceAll(/\.\d+(?=\.|$)/g, "");
}

/** Returns true for a write that leaves an object, and was neither rejected nor a dry run. */
function isChange(act: string): boolean {
  return !/read|DELETE|rejected|dry-run/.test(act);
}

function touchOf(one: Seen): string {
  const act = withinSentence(actOf(one));
  if (one.status >= 300) return act.replace(/^an? /, "a rejected ");
  return isDryRun(one) ? act.replace(/^an? /, "a dry-run ") : act;
}

function isDryRun({ query, body }: Seen): boolean {
  return query.has("dryRun") || body?.dryRun !== undefined;
}

function isHeld(object: JsonObject): boolean {
  const { finalizers } = metadataOf(object);
  return Array.isArray(finalizers) && finalizers.length > 0;
}

function keyIn(one: Seen): string {
  const { place, answer, body, verb } = one;
  const named = verb === "create" && place!.name === ""
    ? nameOf(answer?.kind === "Status" ? body ?? {} : answer ?? body ?? {})
    : place!.name;
  return [place!.apiVersion, place!.resource, place!.namespace, named].join("|");
}

function keyOfObject({ place }: Seen, object: JsonObject): string {
  return [place!.apiVersion, place!.resource, namespaceOf(object), nameOf(object)].join("|");
}

function isIn(
  key: string,
  { apiVersion, resource, namespace }: NonNullable<Seen["place"]>,
): boolean {
  const [ownVersion, ownResource, ownNamespace] = key.split("|");
  return apiVersion === ownVersion && resource === ownResource &&
    (namespace === "" || namespace === ownNamespace);
}
