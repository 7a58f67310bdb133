import { conformance } from "@plumbline/plumbline/suites";
import { journal } from "@plumbline/plumbline/plugins";
import { mutantSwitch } from "@plumbline/plumbline/mutants";
import { type RunningServer, startServer } from "@plumbline/plumbline/server";

const requests = journal();
const server: RunningServer = await startServer({ plugins: [requests, mutantSwitch()] });
const token: string = server.identities[0].token;
conformance({ target: { url: server.url, token } });
await server.close();
