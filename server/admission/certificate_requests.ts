/**
 * Writes into a new CertificateSigningRequest who made it.
 *
 * @module
 */
import { asObject } from "../registry/resource.ts";
import type { AdmissionPlugin } from "./chain.ts";

/**
 * Returns the plugin.
 *
 * @param suffix the brand-bearing suffix of group names
 */
export const certificateRequests = (suffix: string): AdmissionPlugin => ({
  resources: [`certificates.${suffix}/certificatesigningrequests`],
  verbs: ["create"],
  admit({ object, user }) {
    if (object && user) {
      const { username: _, uid: __, groups: ___, extra: ____, ...spec } = asObject(object.spec) ??
        {};
      const { name, uid, groups, extra } = user;
      object.spec = {
        ...spec,
        username: name,
        ...(uid && { uid }),
        ...(groups.length > 0 && { groups: [...groups] }),
        ...(Object.keys(extra ?? {}).length > 0 &&
          { extra: structuredClone(extra) as typeof spec }),
      };
    }
    return Promise.resolve();
  },
});
