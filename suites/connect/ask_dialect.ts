/**
 * Asks a target for the dialect of its names.
 *
 * @module
 */
import type { ServedType } from "../client/contact.ts";
import { type Dialect, DIALECTS } from "../client/dialect.ts";
import type { HttpClient } from "../client/http_client.ts";
import { collectionPath } from "../resources/path.ts";
import { objectOf } from "../resources/discovered/json.ts";

/** A dialect, and the answer that shows it. */
export interface AskedDialect {
  readonly dialect: Dialect;
  readonly seen: string;
}

/** Groups of the API that have a suffix, without it. */
const GROUPS = ["authorization", "authentication", "rbac.authorization"] as const;

/**
 * Returns the dialect: that of the groups of the API that the target serves, or else of the Tables
 * that it returns. If neither shows one, it is `kubernetes`.
 */
export async function askDialect(
  client: HttpClient,
  types: readonly ServedType[],
  namespace: string,
): Promise<AskedDialect> {
  const served = new Set(types.map(({ group }) => group));
  for (const dialect of [DIALECTS.kubernetes, DIALECTS.svc]) {
    const group = GROUPS.map((name) => `${name}.${dialect.suffix}`).find((name) =>
      served.has(name)
    );
    if (group !== undefined) return { dialect, seen: `${group} is served` };
  }
  const listed = types.find(({ verbs }) => verbs.includes("list"));
  if (listed !== undefined) {
    const place = { ...listed, group: () => listed.group };
    const path = collectionPath(place, DIALECTS.kubernetes, namespace);
    // A server may return Tables of its own dialect, whatever is asked for.
    for (const asked of [DIALECTS.kubernetes, DIALECTS.svc]) {
      const accept = `application/json;as=Table;v=v1;g=meta.${asked.suffix}`;
      const { json } = await client.send({
        method: "GET",
        path,
        query: { limit: "1" },
        headers: { accept },
      });
      const { kind, apiVersion } = objectOf(json);
      const dialect = [DIALECTS.kubernetes, DIALECTS.svc].find(({ suffix }) =>
        kind === "Table" && apiVersion === `meta.${suffix}/v1`
      );
      if (dialect !== undefined) return { dialect, seen: `Tables are of ${apiVersion}` };
    }
  }
  return { dialect: DIALECTS.kubernetes, seen: "nothing shows another" };
}
