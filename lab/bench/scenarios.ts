/**
 * What the benchmark measures: requests, and the same ones to the bare handler.
 *
 * @module
 */
import { create, get, requestText, SECRETS } from "./requests.ts";

/** Returns a Secret of the benchmark. */
export const secret = (name: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, labels: { app: "bench" } },
  data: { password: "cGx1bWJsaW5l", user: "YWRtaW4=" },
});

/** A request that is measured, beside the same one to the bare handler. */
export interface Scenario {
  readonly name: string;
  readonly requests: number;
  /** The request to the reference server; unique for each number. */
  readonly request: (index: number) => string;
  /** The same request to the bare handler, answered with the given number of bytes. */
  readonly bare: (bytes: number) => (index: number) => string;
  /** The least ratio to the bare handler that is wanted, in percent. */
  readonly goal?: number;
}

const bareGet = (bytes: number) => () => get(`/?${bytes}`);
const bareSend = (method: string, type: string, body: string) => (bytes: number) => () =>
  requestText(method, `/?${bytes}`, type, body);

const MERGE_PATCH = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const patchBody = (index: number) => JSON.stringify({ data: { count: btoa(String(index)) } });

const updateBody = (index: number) =>
  JSON.stringify({ ...secret("bench-2"), data: { count: btoa(String(index)) } });

const APPLY_PATCH = "application/apply-patch+yaml";
const applyBody = (index: number) =>
  JSON.stringify({
    ...{ apiVersion: "v1", kind: "Secret", metadata: { name: "applied" } },
    data: { count: btoa(String(index)), password: "cGx1bWJsaW5l" },
  });

/** The name of the scenario that a real server is compared by. */
export const GET = "GET one Secret";

/** The scenarios of the benchmark. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: GET,
    requests: 20_000,
    request: () => get(`${SECRETS}/bench-0`),
    bare: bareGet,
    goal: 65,
  },
  { name: "LIST 500 Secrets", requests: 500, request: () => get(SECRETS), bare: bareGet },
  {
    name: "page of 500 Secrets",
    requests: 500,
    request: () => get(`${SECRETS}?limit=500`),
    bare: bareGet,
    goal: 65,
  },
  {
    name: "create a Secret",
    requests: 5_000,
    request: (index) => create(SECRETS.replace("default", "many"), secret(`created-${index}`)),
    bare: bareSend("POST", "application/json", JSON.stringify(secret("created-1000"))),
    goal: 50,
  },
  {
    name: "merge patch a Secret",
    requests: 5_000,
    request: (index) => requestText("PATCH", `${SECRETS}/bench-0`, MERGE_PATCH, patchBody(index)),
    bare: bareSend("PATCH", MERGE_PATCH, patchBody(1000)),
    goal: 45,
  },
  {
    name: "strategic merge patch a Secret",
    requests: 5_000,
    request: (index) => requestText("PATCH", `${SECRETS}/bench-1`, STRATEGIC, patchBody(index)),
    bare: bareSend("PATCH", STRATEGIC, patchBody(1000)),
    goal: 35,
  },
  {
    name: "update a Secret",
    requests: 5_000,
    request: (index) =>
      requestText("PUT", `${SECRETS}/bench-2`, "application/json", updateBody(index)),
    bare: bareSend("PUT", "application/json", updateBody(1000)),
  },
  {
    name: "apply a Secret",
    requests: 5_000,
    request: (index) =>
      requestText("PATCH", `${SECRETS}/applied?fieldManager=bench`, APPLY_PATCH, applyBody(index)),
    bare: bareSend("PATCH", APPLY_PATCH, applyBody(1000)),
    goal: 35,
  },
];
