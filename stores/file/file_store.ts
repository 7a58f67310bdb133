/**
 * The store in a data file: what a server keeps there beside the objects.
 *
 * @module
 */
import { ConfigurationError } from "@plumbline/server/settings";
import type { CertificateAndKey } from "@plumbline/server/parts";
import type { Json } from "@plumbline/server/api";
import type { OpenStore } from "@plumbline/server/storage";
import { openData } from "./open_data.ts";
import { DataFileError } from "./read_data.ts";

/**
 * Returns what opens a data file.
 *
 * @throws {ConfigurationError} from the function returned, if the file cannot be used
 */
export const fileStore = (path: string): OpenStore => async ({ sources, ...options }) => {
  const { facts, dropped, ...data } = await openData(path, { clock: sources.clock, ...options })
    .catch(refuse);
  return {
    ...data,
    facts,
    warnings: dropped > 0 ? [droppedWarning(dropped)] : [],
    create: () => data.create().catch(refuse),
    secret(name, length) {
      const known = facts.get(`secret ${name}`);
      if (typeof known === "string") return Uint8Array.fromBase64(known);
      const bytes = sources.bytes(length);
      facts.set(`secret ${name}`, bytes.toBase64());
      return bytes;
    },
    get authority() {
      return facts.get(AUTHORITY) as CertificateAndKey | undefined;
    },
    keepAuthority(authority) {
      facts.set(AUTHORITY, authority as unknown as Json);
      return Promise.resolve(authority);
    },
  };
};

const AUTHORITY = "certificate authority";

const droppedWarning = (bytes: number) =>
  `The last server stopped while it wrote to the data file: ${bytes} bytes, which it had not ` +
  "answered for, were dropped.";

function refuse(error: unknown): never {
  throw error instanceof DataFileError ? new ConfigurationError(error.message) : error;
}
