/**
 * The two servers of a run: a reference server started for it, and a real server that may have other clients.
 *
 * @module
 */
import { UsageError } from "@plumbline/options";
import { type RunningServer, type ServerOptions, startServer } from "@plumbline/reference";
import { sendJson } from "../client/send.ts";
import { readTarget, type TargetWords } from "../client/options.ts";
import { ADMIN, type Target } from "../client/target.ts";
import type { Pair } from "./requests/run.ts";
import { createOf, getOf, putOf, removeOf } from "../requests/writes.ts";
import { SPECIFICATION } from "../requests/kinds/specification.ts";

/** Users that both servers know, with their tokens. */
const IDENTITIES = [
  ADMIN,
  { name: "alice", token: "alice-token", groups: ["developers"] },
  // No other client uses bob or grants him roles.
  { name: "bob", token: "bob-token", groups: [""] },
] as const;

/** A token of no user. */
const STRANGER = { stranger: "no-such-token" };

const TOKENS = {
  ...Object.fromEntries(IDENTITIES.map(({ name, token }) => [name, token])),
  ...STRANGER,
};

/** Starts a reference server configured as the real ones, with the given options. */
export async function startReference(
  options: ServerOptions = {},
): Promise<{ server: RunningServer; target: Target }> {
  const server = await startServer({
    ...options,
    dialect: "kubernetes",
    identities: IDENTITIES,
    runtimeConfig: { "authentication.k8s.io/v1alpha1": true },
  });
  return { server, target: { url: server.url, tokens: TOKENS } };
}

/** Returns the real server of a command line. */
export const realPeer = (url: string, words: TargetWords): Promise<Target> =>
  readTarget(url, words, TOKENS);

/** Reads the release of the real server and the types that both servers serve. */
export async function pairOf(reference: Target, real: Target): Promise<Pair> {
  const { gitVersion = "", major, minor } = await get(real, "/version");
  const types = [];
  for (const type of SPECIFICATION) {
    if (await serves(reference, type) && await serves(real, type)) types.push(type);
  }
  if (types.length === 0) {
    throw new UsageError(`${real.url} lets the administrator read no resource type. Check --token`);
  }
  // A server built from source may not know its release.
  const isNamed = minor || !gitVersion.startsWith("v0.0.0");
  const isNewer = types.some(({ apiVersion }) => apiVersion.endsWith("/v1beta3"));
  const built = isNewer ? "1.26" : "1.20";
  const release = !isNamed ? built : minor ? `${major}.${parseInt(minor)}` : gitVersion;
  const unknownParameters = Number(release.split(".")[1]) < 25 ? ["fieldValidation"] : [];
  return { reference, real, release, types, unknownParameters };
}

async function serves(target: Target, { apiVersion, resource }: typeof SPECIFICATION[number]) {
  const path = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { resources = [] } = await get(target, path) as { resources?: { name: string }[] };
  return resources.some(({ name }) => name === resource);
}

/** Creates the namespace of a run. */
export async function createNamespace(target: Target, name: string): Promise<void> {
  await sendJson(target, createOf(NAMESPACES, namespace(name)));
}

/** Deletes and finalizes a namespace, as no controller runs that would finish the deletion. */
export async function removeNamespace(target: Target, name: string): Promise<void> {
  const path = `${NAMESPACES}/${name}`;
  await sendJson(target, removeOf(path));
  const final = { ...namespace(name), spec: { finalizers: [] } };
  await sendJson(target, putOf(`${path}/finalize`, final));
}

const namespace = (name: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

const NAMESPACES = "/api/v1/namespaces";

const get = async (target: Target, path: string) => (await sendJson(target, getOf(path))).body;
