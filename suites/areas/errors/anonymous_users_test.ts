import { assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { AREAS, CHECKS } from "../mod.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";
import { runChecks } from "../../engine/run.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";

/** Returns the verdict on a server that lets in these requests without credentials. */
async function verdict(
  letsIn: (request: HttpRequest) => boolean,
  run: Pick<Target, "without"> = {},
): Promise<string> {
  await using target = await startEmbedded({ dialect: "kubernetes" });
  const { client } = target;
  const withCredentials = <Request extends HttpRequest>(request: Request): Request => {
    if (request.identity !== "" || !letsIn(request)) return request;
    const { authorization: _, ...headers } = request.headers ?? {};
    return { ...request, headers, identity: target.identities[0].name };
  };
  const open = new Proxy(client, {
    get: (_, name) => {
      const value = Reflect.get(client, name);
      if (typeof value !== "function") return value;
      if (name !== "send" && name !== "watch") return value.bind(client);
      return (request: HttpRequest, ...rest: unknown[]) =>
        value.call(client, withCredentials(request), ...rest);
    },
  });
  const events: RunEvent[] = [];
  await runChecks({
    target: { ...target, client: open, ...run },
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === "errors/missing-credentials"),
    seed: 1,
    runs: 4,
    limits: { shrinkTime: 500, failures: 1, explainTime: 0 },
    emit: (event) => void events.push(event),
  });
  return reportOf(events).checks[0]!.verdict;
}

const without = ["reviews"] as const;

Deno.test("users without credentials may be permitted everything where no review denies it", async () => {
  assertEquals(await verdict(() => true, { without }), "pass");
});

Deno.test("requests without credentials are let in wrongly where a review denies them", async () => {
  assertEquals(await verdict(() => true), "fail");
});

Deno.test("lists alone that are let in without credentials are let in wrongly", async () => {
  assertEquals(await verdict(({ method }) => method === "GET", { without }), "fail");
});
