import * as all from "@plumbline/plumbline";
import { injectedFaults, journal } from "@plumbline/plumbline/plugins";
import * as mutants from "@plumbline/plumbline/mutants";
import * as reports from "@plumbline/plumbline/reports";
import { type RunningServer, startServer } from "@plumbline/plumbline/server";
import { conformance } from "@plumbline/plumbline/suites";
import type { RequestMatch } from "@plumbline/plumbline/types";
import { type FaultRule, type Server, start } from "@plumbline/test";
import { usePlumbline } from "@plumbline/test/jest";

const requests = journal();
const faults = injectedFaults();
const server: RunningServer = await startServer({
  plugins: [faults, requests, mutants.mutantSwitch()],
});
const token: string = server.identities[0].token;
conformance({ target: { url: server.url, token } });

const when: RequestMatch = { verb: "update", resource: "deployments.apps" };
faults.add({ when, effect: { kind: "conflict" }, times: 1 });
// @ts-expect-error -- there is no such effect
faults.add({ effect: { kind: "conflct" } });
// @ts-expect-error -- there is no such option
startServer({ dialcet: "svc" });
// @ts-expect-error -- a verb is text
requests.assertRequested({ verb: 1 });
faults.assertUsed();
export const names: readonly string[] = [all, reports].flatMap(Object.keys);

const other: Server = await start(["--tls"]);
const rule: FaultRule = { when, effect: { kind: "refuse", code: 429, retryAfterSeconds: 1 } };
const id: string = await other.fault(rule);
// @ts-expect-error -- there is no such code
await other.fault({ effect: { kind: "refuse", code: 404 } });
const plumbline: () => Server = usePlumbline();
export const urls: readonly string[] = [plumbline().url, id];
await server.close();
