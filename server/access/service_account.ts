/**
 * Service accounts as users: their names and groups.
 *
 * @module
 */

const PREFIX = "system:serviceaccount:";
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Whose user name it is. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

/** The user name of a service account. */
export const serviceAccountName = ({ namespace, name }: ServiceAccount): string =>
  `${PREFIX}${namespace}:${name}`;

/** The groups every service account of a namespace is in. */
export const serviceAccountGroups = (namespace: string): readonly string[] => [
  "system:serviceaccounts",
  `system:serviceaccounts:${namespace}`,
];

/** Returns the service account of a user name; undefined if it is not one of a service account. */
export function splitServiceAccount(user: string): ServiceAccount | undefined {
  if (!user.startsWith(PREFIX)) return undefined;
  const [namespace = "", name = "", ...rest] = user.slice(PREFIX.length).split(":");
  return rest.length === 0 && LABEL.test(namespace) && isServiceAccountName(name)
    ? { namespace, name }
    : undefined;
}

/** Returns true if a service account may be called so. */
export const isServiceAccountName = (name: string): boolean =>
  name.length <= 253 && SUBDOMAIN.test(name);
