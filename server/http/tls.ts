/**
 * Generates a certificate authority for one run, and a certificate of it for the loopback address.
 *
 * @module
 */

/** Keys and certificates in PEM. */
export interface TlsMaterial {
  /** The certificate of the authority, for clients to trust. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const LIFETIME = 365 * 24 * 60 * 60 * 1000;

/**
 * Generates keys and certificates for `localhost`, `127.0.0.1` and the given names or addresses.
 *
 * @param now milliseconds since 1970
 */
export async function createTlsMaterial(
  now: number,
  hosts: readonly string[] = [],
): Promise<TlsMaterial> {
  // Loaded only if TLS is enabled: it takes longer than the rest of the start.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const validity = { notBefore: new Date(now - 60_000), notAfter: new Date(now + LIFETIME) };
  const caKeys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=plumbline-ca",
    keys: caKeys,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const names = new Set(["localhost", "127.0.0.1", "::1", ...hosts]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: "CN=localhost",
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        [...names].map((value) => ({
          type: isAddress(value) ? "ip" as const : "dns" as const,
          value,
        })),
      ),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    ca: ca.toString("pem"),
    certificate: certificate.toString("pem"),
    key: x509.PemConverter.encode(pkcs8, "PRIVATE KEY"),
  };
}

const isAddress = (host: string) => /^[\d.]+$|:/.test(host);
