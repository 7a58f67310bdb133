import * as all from "@plumbline/plumbline";
import { injectedFaults, journal } from "@plumbline/plumbline/plugins";
import * as mutants from "@plumbline/plumbline/mutants";
import * as reports from "@plumbline/plumbline/reports";
import { type RunningServer, startServer } from "@plumbline/plumbline/server";
import { conformance } from "@plumbline/plumbline/suites";
import type { RequestMatch } from "@plumbline/plumbline/types";

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
await server.close();
