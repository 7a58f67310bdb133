/**
 * Objects written in one version and read in another: nothing is lost, nothing is added.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { firstLost } from "../../model/subset.ts";
import { contentOf, sharedMetadata, translated } from "./model/translation.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, objectPath } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, expectSame } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { type Content, contentOfType, inVersion } from "./kinds.ts";
import { typeIn, VERSIONED_TYPES, type VersionedType } from "../../resources/versioned_type.ts";
import { versionsOf } from "./served.ts";

interface Case {
  readonly before: Content;
  readonly after: Content;
  /** Which versions write first and second, by place in the list of those served. */
  readonly first: number;
  readonly second: number;
  readonly replace: boolean;
}

const MERGE = { "content-type": "application/merge-patch+json" };

const READ = {
  prioritylevelconfigurations: "api-versions.priority-levels-round-trip",
  flowschemas: "api-versions.flow-schemas-round-trip",
  csistoragecapacities: "api-versions.capacities-round-trip",
} as const;

/** Checks of round trips, one a kind. */
export const ROUND_TRIPS: readonly Check[] = VERSIONED_TYPES.map((kind) =>
  property<Case>({
    id: `api-versions/${kind.resource}`,
    title: `No version of ${kind.resource} loses what another one wrote`,
    requirements: [
      READ[kind.resource],
      "api-versions.reachable-in-every-version",
      "api-versions.written-in-every-version",
      "api-versions.answered-in-the-version-asked",
      "api-versions.listed-in-every-version",
      ...(kind.resource === "prioritylevelconfigurations"
        ? ["api-versions.shares-renamed" as const]
        : []),
    ],
    level: "must",
    missing: async (scope) => {
      const versions = await versionsOfKind(scope, kind);
      return versions.length < 2
        ? `${kind.resource} are served in ${versions.join() || "no version"}: it takes two`
        : undefined;
    },
    arbitrary: () =>
      fc.record({
        before: contentOfType(kind),
        after: contentOfType(kind),
        first: fc.nat(5),
        second: fc.nat(5),
        replace: fc.boolean(),
      }),
    run: (scope, drawn) => hold(scope, kind, drawn),
  })
);

async function hold(
  scope: Scope,
  kind: VersionedType,
  { before, after, first, second, replace }: Case,
): Promise<void> {
  const versions = await versionsOfKind(scope, kind);
  const one = versions[first % versions.length]!;
  const other = versions[second % versions.length]!;
  scope.note(one === other ? `${one} alone` : `${one}, then ${other}`);
  const type = typeIn(kind, one);
  const sent = { ...scope.make(type), ...inVersion(before, one) };
  const made = await scope.create(type, sent);
  if (made.status === 403) throw new Discard(`who asks may not make ${kind.resource}`);
  const written = bodyOf(scope, kind, one, made, "api-versions.written-in-every-version");
  holdSent(kind, sent, written, one);
  await holdReads(scope, kind, written, one, versions.filter((version) => version !== one));

  const content = kind.resource === "csistoragecapacities" ? capacityOf(after) : after;
  const path = pathOf(scope, kind, other);
  const current = replace ? asObject((await scope.send({ method: "GET", path })).json) : undefined;
  const changed = await scope.send(
    replace
      ? { method: "PUT", path, body: { ...current, ...replacing(content, current, other) } }
      : { method: "PATCH", path, headers: MERGE, body: patchTo(inVersion(content, other)) },
  );
  // Somebody else, such as a controller, may have written meanwhile.
  if (changed.status === 409) throw new Discard("the object was changed meanwhile");
  const now = bodyOf(scope, kind, other, changed, "api-versions.written-in-every-version");
  holdSent(kind, inVersion(content, other), now, other);
  await holdReads(scope, kind, now, other, versions);
  await holdList(scope, kind, now, other, versions);
}

function versionsOfKind(scope: Scope, kind: VersionedType): Promise<readonly string[]> {
  return versionsOf(scope, typeIn(kind, "").group(scope.target.dialect), kind.resource);
}

/** Of a capacity what it is the capacity of stays. */
function capacityOf({ capacity = "1Gi", maximumVolumeSize }: Content): Content {
  return { capacity, ...(maximumVolumeSize !== undefined && { maximumVolumeSize }) };
}

/** A merge patch that makes this the content: queues of before are taken away. */
function patchTo(content: Content): Content {
  const spec = asObject(content.spec);
  const limited = asObject(spec?.limited);
  const response = asObject(limited?.limitResponse);
  if (response === undefined) return content;
  return {
    spec: { ...spec, limited: { ...limited, limitResponse: { queuing: null, ...response } } },
  };
}

/** A whole object's fields: those of a capacity that are not drawn stay. */
function replacing(content: Content, current: JsonObject | undefined, version: string): Content {
  const fields = inVersion(content, version);
  return fields.spec === undefined ? { ...current, ...fields } : fields;
}

async function holdReads(
  scope: Scope,
  kind: VersionedType,
  written: JsonObject,
  from: string,
  versions: readonly string[],
): Promise<void> {
  for (const version of versions) {
    const answer = await scope.send({ method: "GET", path: pathOf(scope, kind, version) });
    const read = bodyOf(scope, kind, version, answer, "api-versions.reachable-in-every-version");
    const due = translated(contentOf(written), from, version);
    expectSame(READ[kind.resource], contentOf(read), due);
    expectSame(READ[kind.resource], sharedMetadata(read), sharedMetadata(written));
  }
}

async function holdList(
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
  const due = translated(contentOf(written), from, version!);
  // Items need not say what their list says.
  const listed = items.map((item) => ({ ...contentOf(asObject(item) ?? {}), kind: type.kind }));
  expectSame("api-versions.listed-in-every-version", listed, [due]);
}

function holdSent(kind: VersionedType, sent: JsonObject, written: JsonObject, version: string) {
  const lost = firstLost(contentOf(sent), contentOf(written));
  if (lost === undefined) return;
  const requirement = kind.resource === "prioritylevelconfigurations" && lost.endsWith("Shares")
    ? "api-versions.shares-renamed"
    : READ[kind.resource];
  throw new Violation(requirement, {
    expected: `${lost} as sent in ${version}: ${canonical(contentOf(sent))}`,
    actual: canonical(contentOf(written)),
  });
}

/** The body of a success, in the version it was asked in. */
function bodyOf(
  { target }: Scope,
  kind: VersionedType,
  version: string,
  answer: HttpResponse,
  requirement: RequirementId,
): JsonObject {
  const body = asObject(answer.json);
  if (answer.status >= 300 || body === undefined) {
    const facts = { expected: `a success in ${version}`, actual: describeAnswer(answer) };
    throw new Violation(requirement, facts);
  }
  const type = typeIn(kind, version);
  const due = `${type.kind} of ${type.group(target.dialect)}/${version}`;
  const actual = `${body.kind} of ${body.apiVersion}`;
  if (actual === due) return body;
  const facts = { expected: due, actual };
  throw new Violation("api-versions.answered-in-the-version-asked", facts);
}

function pathOf(scope: Scope, kind: VersionedType, version: string): string {
  const type = typeIn(kind, version);
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name("object") });
}
