import { startServer } from "@plumbline/plumbline/server";
import { conformance } from "@plumbline/plumbline/suites";
import acme from "./acme.ts";

const server = await startServer();
const [{ token }] = server.identities;
conformance({ target: { url: server.url, token }, areas: [acme], runs: 20 });
Deno.test.afterAll(() => server.close());
