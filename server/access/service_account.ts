/**
 * Service accounts as users: their names and groups.
 *
 * @module
 */

const PREFIX = "system:serviceaccount:";
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The namespace and name of a service account. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

/** The user name of a service account. */
export const serviceAccountName = ({ namespace, name }: ServiceAccount): string =>
  `${PREFIX}${namespace}:${name}`;

/** The groups of every service account in a namespace. */
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

/** Returns true if a name is valid for a service account. */
export const isServiceAccountName = (name: string): boolean =>
  name.length <= 253 && SUBDOMAIN.test(name);
