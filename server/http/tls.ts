/**
 * Generates a certificate authority for one run, and the certificates that it signs.
 *
 * @module
 */
import type { Extension, JsonName } from "@peculiar/x509";

/** A certificate with its key, in PEM. */
export interface CertificateAndKey {
  /** The certificate. */
  readonly certificate: string;
  /** Its private key, in PKCS #8. */
  readonly key: string;
}

/** A certificate of a server, with the authorities to trust. */
export interface TlsMaterial extends CertificateAndKey {
  /** The certificate of the authority, for clients to trust. */
  readonly ca: string;
  /** More authorities whose client certificates are trusted, each in PEM. */
  readonly clientAuthorities?: readonly string[];
}

/** The subject of a client certificate. */
export interface CertificateSubject {
  /** The name of the user, which becomes the common name. */
  readonly name: string;
  /** The groups of the user, which become organizations. @default {[]} */
  readonly groups?: readonly string[];
}

/** Signs certificates of servers and clients. */
export interface CertificateAuthority {
  /** The certificate of the authority in PEM. */
  readonly certificate: string;
  /** Returns the private key of the authority, in PKCS #8. */
  key(): Promise<string>;
  /** Issues a certificate for `localhost`, `127.0.0.1`, `::1` and the given names or addresses. */
  issueServer(hosts: readonly string[]): Promise<CertificateAndKey>;
  /** Issues a certificate that authenticates a user. */
  issueClient(subject: CertificateSubject): Promise<CertificateAndKey>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const LIFETIME = 365 * 24 * 60 * 60 * 1000;

/**
 * Generates an authority.
 *
 * @param now milliseconds since 1970, for the validity of the certificates
 * @param known an authority that was generated before, to use while it is valid
 */
export async function createAuthority(
  now: number,
  known?: CertificateAndKey,
): Promise<CertificateAuthority> {
  // Loaded only if TLS is enabled: it takes longer than the rest of the start.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const validity = { notBefore: new Date(now - 60_000), notAfter: new Date(now + LIFETIME) };
  const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);

  async function generate() {
    const keys = await newKeys();
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: "CN=plumbline-ca",
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      ],
    });
    return { certificate, privateKey: keys.privateKey };
  }

  async function read({ certificate, key }: CertificateAndKey) {
    const [bytes] = x509.PemConverter.decode(key);
    const privateKey = await crypto.subtle.importKey("pkcs8", bytes!, ALGORITHM, true, ["sign"]);
    return { certificate: new x509.X509Certificate(certificate), privateKey };
  }

  const before = known && await read(known);
  // Its certificates would end with it.
  const isValid = before && before.certificate.notAfter.getTime() - now > LIFETIME / 2;
  const { certificate: ca, privateKey } = isValid ? before : await generate();
  const pemOf = async (key: CryptoKey) =>
    x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");

  async function issue(
    subject: string | JsonName,
    extensions: Extension[],
  ): Promise<CertificateAndKey> {
    const keys = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: ca.subject,
      publicKey: keys.publicKey,
      signingKey: privateKey,
      signingAlgorithm: ALGORITHM,
      ...validity,
      extensions,
    });
    return { certificate: certificate.toString("pem"), key: await pemOf(keys.privateKey) };
  }

  return {
    certificate: ca.toString("pem"),
    key: () => pemOf(privateKey),
    issueServer(hosts) {
      const names = new Set(["localhost", "127.0.0.1", "::1", ...hosts]);
      return issue("CN=localhost", [
        new x509.SubjectAlternativeNameExtension(
          [...names].map((value) => ({
            type: isAddress(value) ? "ip" as const : "dns" as const,
            value,
          })),
        ),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ]);
    },
    issueClient({ name, groups = [] }) {
      return issue([...groups.map((group) => ({ O: [group] })), { CN: [name] }], [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      ]);
    },
  };
}

/** Returns each certificate of a text in PEM; none for any other text. */
export async function certificatesIn(pem: string): Promise<string[]> {
  const { X509Certificate } = await import("node:crypto");
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block).toString());
  } catch {
    return [];
  }
}

const isAddress = (host: string) => /^[\d.]+$|:/.test(host);
