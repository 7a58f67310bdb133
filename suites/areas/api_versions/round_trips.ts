/**
 * Objects written in one API version and read in another, without loss or addition.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { firstLost } from "../../model/subset.ts";
import { sharedMetadata, translated, translatedContent } from "./model/translation.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, objectPath } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectSame } from "../../session/violation.ts";
import type { HttpResponse, JsonObject, WatchDocument } from "../../client/http_client.ts";
import { contentOfType, type GeneratedContent, inVersion } from "./generated_content.ts";
import { typeIn, VERSIONED_TYPES, type VersionedType } from "../../resources/versioned_type.ts";
import { versionsOf } from "./discovery_documents.ts";
import { recordViolation, stopUnless, verify } from "../../verify.ts";

/** The forms of the second write. */
const FORMS = ["update", "merge-patch", "json-patch"] as const;

interface RoundTripCase {
  readonly before: GeneratedContent;
  readonly after: GeneratedContent;
  /** Indexes of the versions that write first and second, in the list of the served ones. */
  readonly first: number;
  readonly second: number;
  readonly form: typeof FORMS[number];
}

const MERGE = { "content-type": "application/merge-patch+json" };

const JSON_PATCH = { "content-type": "application/json-patch+json" };

const ROUND_TRIP = {
  prioritylevelconfigurations: "api-versions.priority-levels-round-trip",
  flowschemas: "api-versions.flow-schemas-round-trip",
  csistoragecapacities: "api-versions.storage-capacities-round-trip",
} as const;

/** Checks of round trips, one per kind. */
export const ROUND_TRIPS: readonly Check[] = VERSIONED_TYPES.map((kind) =>
  property<RoundTripCase>({
    id: `api-versions/${kind.resource}`,
    version: 2,
    share: 0.25,
    title: `Objects of \`${kind.resource}\` round-trip between API versions without loss`,
    requirements: [
      ROUND_TRIP[kind.resource],
      "api-versions.reachable-in-every-version",
      "api-versions.written-in-every-version",
      "api-versions.response-in-requested-version",
      "api-versions.listed-in-every-version",
      "api-versions.watched-in-every-version",
      ...(kind.resource === "prioritylevelconfigurations"
        ? ["api-versions.shares-renamed" as const]
        : []),
    ],
    missing: async (scope) => {
      const versions = await versionsOfKind(scope, kind);
      return versions.length < 2
        ? `${kind.resource} are served in ${
          versions.join() || "no version"
        }; the check needs two versions`
        : undefined;
    },
    arbitrary: () =>
      fc.record({
        before: contentOfType(kind),
        after: contentOfType(kind),
        first: fc.nat(5),
        second: fc.nat(5),
        form: fc.constantFrom(...FORMS),
      }),
    run: (scope, input) => verifyRoundTrip(scope, kind, input),
  })
);

async function verifyRoundTrip(
  scope: Scope,
  kind: VersionedType,
  { before, after, first, second, form }: RoundTripCase,
): Promise<void> {
  const versions = await versionsOfKind(scope, kind);
  const one = versions[first % versions.length]!;
  const other = versions[second % versions.length]!;
  scope.note(one === other ? `${one} alone` : `${one}, then ${other}`);
  const type = typeIn(kind, one);
  const sent = { ...scope.newObject(type), ...inVersion(before, one) };
  const created = await scope.create(type, sent);
  if (created.status === 403) {
    throw new Discard(`the current identity may not create ${kind.resource}`);
  }
  const written = bodyOf(scope, kind, one, created, "api-versions.written-in-every-version");
  verifySent(kind, sent, written, one);
  await verifyReads(scope, kind, written, one, versions.filter((version) => version !== one));

  const content = kind.resource === "csistoragecapacities" ? capacityOf(after) : after;
  const path = pathOf(scope, kind, other);
  const current = form === "update"
    ? asObject((await scope.send({ method: "GET", path })).json)
    : undefined;
  const next = inVersion(content, other);
  const changed = await scope.send(
    form === "update"
      ? { method: "PUT", path, body: { ...current, ...replacing(content, current, other) } }
      : form === "merge-patch"
      ? { method: "PATCH", path, headers: MERGE, body: patchTo(next) }
      : { method: "PATCH", path, headers: JSON_PATCH, body: operationsTo(next) },
  );
  // Another client, such as a controller, may have written the object in the meantime.
  if (changed.status === 409) throw new Discard("another client changed the object");
  const now = bodyOf(scope, kind, other, changed, "api-versions.written-in-every-version");
  verifySent(kind, inVersion(content, other), now, other);
  await verifyReads(scope, kind, now, other, versions);
  await verifyList(scope, kind, now, other, versions);
  // A watch takes longer than a get.
  if (form !== "update") await verifyEvents(scope, kind, written, now, other, versions);
}

function versionsOfKind(scope: Scope, kind: VersionedType): Promise<readonly string[]> {
  return versionsOf(scope, typeIn(kind, "").group(scope.target.dialect), kind.resource);
}

/** Returns the fields of a capacity that can be changed. */
function capacityOf({ capacity = "1Gi", maximumVolumeSize }: GeneratedContent): GeneratedContent {
  return { capacity, ...(maximumVolumeSize !== undefined && { maximumVolumeSize }) };
}

/** Returns a merge patch that changes an object to this content and removes earlier queues. */
function patchTo(content: GeneratedContent): GeneratedContent {
  const spec = asObject(content.spec);
  const limited = asObject(spec?.limited);
  const response = asObject(limited?.limitResponse);
  if (response === undefined) return content;
  return {
    spec: { ...spec, limited: { ...limited, limitResponse: { queuing: null, ...response } } },
  };
}

/** Returns a JSON patch that sets the fields of this content, with their names in its version. */
const operationsTo = (content: GeneratedContent): JsonObject[] =>
  Object.entries(content).filter(([name]) => name !== "apiVersion" && name !== "kind")
    .map(([name, value]) => ({ op: "add", path: `/${name}`, value: value! }));

/** Returns the fields of a whole object; a capacity keeps those that are not generated. */
function replacing(
  content: GeneratedContent,
  current: JsonObject | undefined,
  version: string,
): GeneratedContent {
  const fields = inVersion(content, version);
  return fields.spec === undefined ? { ...current, ...fields } : fields;
}

async function verifyReads(
  scope: Scope,
  kind: VersionedType,
  written: JsonObject,
  from: string,
  versions: readonly string[],
): Promise<void> {
  for (const version of versions) {
    const response = await scope.send({ method: "GET", path: pathOf(scope, kind, version) });
    const read = bodyOf(scope, kind, version, response, "api-versions.reachable-in-every-version");
    const expected = translated(translatedContent(written), from, version);
    expectSame(ROUND_TRIP[kind.resource], translatedContent(read), expected);
    expectSame(ROUND_TRIP[kind.resource], sharedMetadata(read), sharedMetadata(written));
  }
}

async function verifyList(
  scope: Scope,
  kind: VersionedType,
  written: JsonObject,
  from: string,
  versions: readonly string[],
): Promise<void> {
  const [version] = versions.filter((each) => each !== from);
  const type = typeIn(kind, version!);
  const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
  const query = { labelSelector: scope.selector };
  const list = asObject((await scope.send({ method: "GET", path, query })).json);
  const items = Array.isArray(list?.items) ? list.items : [];
  const expected = translated(translatedContent(written), from, version!);
  // Items may omit the kind, which follows from the list.
  const listed = items.map((item) => ({
    ...translatedContent(asObject(item) ?? {}),
    kind: type.kind,
  }));
  expectSame("api-versions.listed-in-every-version", listed, [expected]);
}

/**
 * Verifies the events of a change and of the deletion behind it in a watch in another API version than
 * the one of the change. Deletes the object.
 */
async function verifyEvents(
  scope: Scope,
  kind: VersionedType,
  before: JsonObject,
  written: JsonObject,
  from: string,
  versions: readonly string[],
): Promise<void> {
  const [resourceVersion, changed] = [resourceVersionOf(before), resourceVersionOf(written)];
  if (resourceVersion === undefined) return;
  const [version] = versions.filter((each) => each !== from);
  const type = typeIn(kind, version!);
  const stream = await scope.watch({
    path: collectionPath(type, scope.target.dialect, scope.namespaces[0]),
    query: { labelSelector: scope.selector, resourceVersion },
  });
  const apiVersion = `${type.group(scope.target.dialect)}/${version}`;
  const expected = { ...translated(translatedContent(written), from, version!), apiVersion };
  const verifyContent = ({ object }: WatchDocument) =>
    expectSame("api-versions.watched-in-every-version", {
      ...translatedContent(object),
      apiVersion: object.apiVersion ?? null,
    }, expected);
  if (resourceVersion !== changed) {
    const change = await stream.waitFor(({ object }) => resourceVersionOf(object) === changed);
    // Other checks are about events that do not come.
    if (change === undefined) throw new Discard("the watch did not receive the change");
    verifyContent(change);
  }
  const { status } = await scope.send({ method: "DELETE", path: pathOf(scope, kind, from) });
  const deletion = status === 200
    ? await stream.waitFor(({ type }) => type === "DELETED")
    : undefined;
  await stream.close();
  if (deletion !== undefined) verifyContent(deletion);
}

function verifySent(kind: VersionedType, sent: JsonObject, written: JsonObject, version: string) {
  const lost = firstLost(translatedContent(sent), translatedContent(written));
  if (lost === undefined) return;
  const requirement = kind.resource === "prioritylevelconfigurations" && lost.endsWith("Shares")
    ? "api-versions.shares-renamed"
    : ROUND_TRIP[kind.resource];
  recordViolation(requirement, {
    expected: `${lost} as sent in ${version}: ${canonical(translatedContent(sent))}`,
    actual: canonical(translatedContent(written)),
  });
}

/** Returns the body of a successful response, which must be in the requested API version. */
function bodyOf(
  { target }: Scope,
  kind: VersionedType,
  version: string,
  response: HttpResponse,
  requirement: RequirementId,
): JsonObject {
  const body = asObject(response.json);
  if (response.status >= 300 || body === undefined) {
    throw new Violation(requirement, {
      expected: `a success in ${version}`,
      actual: describeResponse(response),
    });
  }
  const type = typeIn(kind, version);
  const isInVersion = verify("api-versions.response-in-requested-version", {
    expected: `${type.kind} of ${type.group(target.dialect)}/${version}`,
    actual: `${body.kind} of ${body.apiVersion}`,
  });
  stopUnless(isInVersion, "the fields of the object");
  return body;
}

function pathOf(scope: Scope, kind: VersionedType, version: string): string {
  const type = typeIn(kind, version);
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name("object") });
}
