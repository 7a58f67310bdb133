/**
 * The requests that a bug concerns, in words such as `"update,merge-patch deployments/status"`.
 *
 * @module
 */
import type { RequestInfo, Verb } from "@plumbline/server/api";

/** The forms of a patch. */
export type PatchForm = "json-patch" | "merge-patch" | "strategic-merge-patch" | "apply";

/** A verb, or `patch` in one of its forms. */
export type VerbWord = Verb | PatchForm;

/** The resource types that bugs name. */
export type ResourceWord =
  | "clusterrolebindings"
  | "clusterroles"
  | "deployments"
  | "flowschemas"
  | "localsubjectaccessreviews"
  | "namespaces"
  | "prioritylevelconfigurations"
  | "rolebindings"
  | "roles"
  | "secrets"
  | "selfsubjectaccessreviews"
  | "selfsubjectreviews"
  | "selfsubjectrulesreviews"
  | "subjectaccessreviews"
  | "tokenreviews";

type SubresourceWord = "scale" | "status" | "*";

/** A resource type without its subresources, with one of them, or with all. */
type PlaceWord = ResourceWord | `${ResourceWord | "*"}/${SubresourceWord}`;

type IsEach<Text extends string, Word extends string> = Text extends `${infer First},${infer Rest}`
  ? First extends Word ? IsEach<Rest, Word> : false
  : Text extends Word ? true
  : false;

type IsTarget<Text extends string> = Text extends `${infer Verbs} ${infer Places}`
  ? [IsEach<Verbs, VerbWord | "*">, IsEach<Places, PlaceWord>] extends [true, true] ? true : false
  : IsEach<Text, VerbWord | "*">;

/**
 * Verbs and resource types: `"update roles"`, `"delete,deletecollection roles,clusterroles"`,
 * `"* deployments/status"`, `"merge-patch deployments/*"` with all subresources, or `"patch"` for
 * any type and subresource. A misspelt word does not compile.
 */
export type Target<Text extends string> = IsTarget<Text> extends true ? Text : never;

/** What a request asks for, by its request line and headers. */
export interface Asked {
  readonly request: Request;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
}

/** A condition on requests. */
export type Condition = (asked: Asked) => boolean;

/** Values that query parameters must have: a text, or true and false for present and absent. */
export type QueryCondition = Readonly<Record<string, string | boolean>>;

/** Returns the media type of the body in lower case without parameters. */
function mediaTypeOf({ headers }: Request): string {
  return (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** Meets requests whose `Accept` has a text. */
export const accepts = (text: string): Condition => ({ request }) =>
  request.headers.get("accept")?.includes(text) ?? false;

/** Meets requests with a body in Protobuf. */
export const isProtobuf: Condition = ({ request }) => mediaTypeOf(request).endsWith("protobuf");

const MEDIA_TYPES: Readonly<Record<PatchForm, string>> = {
  "json-patch": "application/json-patch+json",
  "merge-patch": "application/merge-patch+json",
  "strategic-merge-patch": "application/strategic-merge-patch+json",
  "apply": "application/apply-patch+yaml",
};

const isForm = (word: string): word is PatchForm => Object.hasOwn(MEDIA_TYPES, word);

/** Returns the verbs of a target; undefined for all verbs. */
export function verbsOf(target: string): ReadonlySet<string> | undefined {
  const words = target.split(" ")[0]!.split(",");
  if (words.includes("*")) return undefined;
  return new Set(words.map((word) => isForm(word) ? "patch" : word));
}

/** Returns the condition that a target describes. */
export function conditionOf(target: string, query: QueryCondition = {}): Condition {
  const [verbs = "", places] = target.split(" ").map((words) => words.split(","));
  const expected = Object.entries(query);
  return (asked) =>
    [...verbs].some((word) => isVerb(word, asked)) &&
    (places?.some((word) => isPlace(word, asked.info)) ?? true) &&
    expected.every(([name, value]) =>
      typeof value === "string" ? asked.query.get(name) === value : asked.query.has(name) === value
    );
}

function isVerb(word: string, { info, request }: Asked): boolean {
  if (word === "*") return info.isResource;
  if (!isForm(word)) return info.isResource && info.verb === word;
  return info.verb === "patch" && mediaTypeOf(request) === MEDIA_TYPES[word];
}

function isPlace(word: string, info: RequestInfo): boolean {
  const [resource, subresource = ""] = word.split("/");
  return (resource === "*" || info.resource === resource) &&
    (subresource === "*" || info.subresource === subresource);
}
