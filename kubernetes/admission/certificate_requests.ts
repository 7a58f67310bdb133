/**
 * Writes into CertificateSigningRequests who made them, and when their conditions changed.
 *
 * @module
 */
import type { Clock, JsonObject } from "@plumbline/server/api";
import { timestamp, type WriteAttributes } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import type { AdmissionPlugin } from "@plumbline/server/extension";

/**
 * Returns the plugin.
 *
 * @param suffix the brand-bearing suffix of group names
 * @param clock the clock of the server
 */
export const certificateRequests = (suffix: string, clock: Clock): AdmissionPlugin => ({
  resources: [`certificates.${suffix}/certificatesigningrequests`],
  verbs: ["create"],
  allocate(write) {
    setTimes(write, timestamp(clock.now()));
    return Promise.resolve();
  },
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

/** Sets the times that a client left out of conditions. */
function setTimes({ object, old, subresource }: WriteAttributes, now: string): void {
  const status = asObject(object?.status);
  if (!object || !subresource || !Array.isArray(status?.conditions)) return;
  const before = (asObject(old?.status)?.conditions ?? []) as readonly JsonObject[];
  object.status = {
    ...status,
    conditions: (status.conditions as readonly JsonObject[]).map((condition) => {
      const same = before.find(({ type, status }) =>
        type === condition.type && status === condition.status
      );
      return {
        ...condition,
        lastUpdateTime: condition.lastUpdateTime ?? now,
        lastTransitionTime: condition.lastTransitionTime ?? same?.lastTransitionTime ?? now,
      };
    }),
  };
}
