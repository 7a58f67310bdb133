/**
 * The API versions that a release serves: scheduled removals, and versions that are off by default.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { expectedIn, isDeprecatedIn, SCHEDULE, type Scheduled } from "./model/schedule.ts";
import { minorOf, stabilityOf } from "./model/stability.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import { specifiedGroups } from "./discovery.ts";
import { servedResources } from "./discovery_documents.ts";
import { recordViolation, verify } from "../../verify.ts";

const REQUIREMENT_OF: Readonly<Record<string, RequirementId>> = {
  "v1beta2 flowschemas": "api-versions.flow-schemas-v1beta2",
  "v1beta2 prioritylevelconfigurations": "api-versions.priority-levels-v1beta2",
  "v1beta3 flowschemas": "api-versions.flow-schemas-v1beta3",
  "v1beta3 prioritylevelconfigurations": "api-versions.priority-levels-v1beta3",
  "v1beta1 csistoragecapacities": "api-versions.storage-capacities-v1beta1",
  "v1 csistoragecapacities": "api-versions.storage-capacities-v1",
};

/** Beta versions introduced after 1.22, which are off by default. */
const NEW_BETAS = [
  "authentication v1beta1 selfsubjectreviews",
  "storage v1beta1 volumeattributesclasses",
];

/** The embedded server is served in two configurations. */
const BY_DEFAULT = { toDefaults: true } as const;

/** Checks of the served versions. */
export const SERVED_VERSIONS: readonly Check[] = [
  example({
    id: "api-versions/schedule",
    title: "Each release serves exactly the API versions of its schedule",
    requirements: Object.values(REQUIREMENT_OF) as [RequirementId],
    missing: (scope) => {
      const reason = missingRelease(scope);
      return reason === undefined
        ? Promise.resolve(undefined)
        : Promise.reject(new Discard(reason));
    },
    run: async (scope) => {
      const minor = releaseOf(scope);
      for (const row of SCHEDULE) {
        const expected = expectedIn(row, minor);
        const served = await isServed(scope, row);
        // An operator can disable a version, but cannot enable a removed one.
        if (expected === "unknown" || (expected === "served") === served) continue;
        if (!served && !scope.target.defaultConfiguration) continue;
        recordViolation(REQUIREMENT_OF[`${row.version} ${row.resource}`]!, {
          expected: `${row.resource} in ${row.version} ${expected} in release 1.${minor}`,
          actual: served ? "served" : "absent",
        });
      }
    },
  }),
  example({
    id: "api-versions/alpha-off",
    title: "Alpha versions are not served unless they are enabled",
    requirements: [
      "api-versions.alpha-off-by-default",
      "api-versions.identity-review-off-by-default",
    ],
    needs: ["default configuration"],
    run: async (scope) => {
      for (const { name, versions } of await specifiedGroups(scope, BY_DEFAULT)) {
        const alpha = versions.find((version) => stabilityOf(version) === "alpha");
        verify("api-versions.alpha-off-by-default", {
          holds: alpha === undefined,
          expected: "no alpha version",
          actual: `${name}/${alpha}`,
        });
      }
      const group = `authentication.${scope.target.dialect.suffix}/v1alpha1`;
      const path = `/apis/${group}/selfsubjectreviews`;
      const body = { apiVersion: group, kind: "SelfSubjectReview" };
      const response = await scope.send({ method: "POST", path, body, ...BY_DEFAULT });
      verify("api-versions.identity-review-off-by-default", {
        holds: response.status >= 400,
        expected: "a 4xx response",
        actual: describeResponse(response),
      });
    },
  }),
  example({
    id: "api-versions/new-betas-off",
    title: "Beta versions introduced after release 1.22 are not served unless they are enabled",
    requirements: ["api-versions.new-betas-off-by-default"],
    needs: ["default configuration"],
    run: async (scope) => {
      for (const row of NEW_BETAS) {
        const [group = "", version = "", resource] = row.split(" ");
        const groupVersion = `${group}.${scope.target.dialect.suffix}/${version}`;
        const resources = await servedResources(scope, groupVersion, BY_DEFAULT);
        verify("api-versions.new-betas-off-by-default", {
          holds: !resources?.some(({ name }) => name === resource),
          expected: `no ${resource} in ${groupVersion}`,
          actual: "served",
        });
      }
    },
  }),
];

/** Returns why the release of the target is unknown, or undefined if it is known. */
function missingRelease({ target: { release, version } }: Scope): string | undefined {
  if (minorOf(release ?? version) !== undefined) return undefined;
  return `/version names no release such as v1.26.15: ${version ?? "no response"}. ` +
    "State the release with --release 1.26";
}

/** Returns the minor release number of the target. */
function releaseOf(scope: Scope): number {
  const minor = minorOf(scope.target.release ?? scope.target.version);
  if (minor !== undefined) return minor;
  throw new Discard(missingRelease(scope)!);
}

/** Returns why no deprecated version can be checked, or undefined if one can. */
export async function missingDeprecated(scope: Scope): Promise<string | undefined> {
  const release = missingRelease(scope);
  if (release !== undefined) return release;
  const rows = await deprecatedRows(scope);
  return rows.length === 0 ? "no deprecated API version is served" : undefined;
}

/** Returns the versions that are served and deprecated. */
export async function deprecatedRows(scope: Scope): Promise<readonly Scheduled[]> {
  const minor = releaseOf(scope);
  const rows = SCHEDULE.filter((row) => isDeprecatedIn(row, minor));
  const served = await Promise.all(rows.map((row) => isServed(scope, row)));
  return rows.filter((_, index) => served[index]);
}

/** Returns true if a list in an API version succeeds. */
async function isServed(scope: Scope, row: Scheduled): Promise<boolean> {
  const path = pathOfRow(scope, row);
  const query = { limit: "1", labelSelector: scope.selector };
  const { status } = await scope.send({ method: "GET", path, query });
  if (status === 403) {
    throw new Discard("the current identity may not list all scheduled resources");
  }
  return status === 200;
}

/** Returns the path of the collection of a row. */
export function pathOfRow({ target, namespaces }: Scope, row: Scheduled): string {
  const place = row.group === "storage" ? `/namespaces/${namespaces[0]}` : "";
  return `/apis/${row.group}.${target.dialect.suffix}/${row.version}${place}/${row.resource}`;
}
