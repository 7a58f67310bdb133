/**
 * PersistentVolumeClaims are bound: each to a PersistentVolume of its own, unless it names one.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import { at, fieldsOf, isEnding, record, setStatus, textAt } from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

const CLAIMS = "persistentvolumeclaims";
const VOLUMES = "persistentvolumes";

/** The player. A deleted claim goes at once, and the volume that was created for it. */
export const claimsAreBound = (): Player => ({
  name: "claims-are-bound",
  for: CLAIMS,
  async reconcile(object, server) {
    const claim = fieldsOf(object);
    if (isEnding(claim)) return await release(server, CLAIMS, claim);
    if (textAt(claim, "status.phase") === "Bound") return;
    const { name, namespace = "", uid } = claim.metadata;
    const volumeName = textAt(claim, "spec.volumeName", `pvc-${uid}`);
    const reference = { kind: "PersistentVolumeClaim", apiVersion: "v1", name, namespace, uid };
    const known = await server.get(VOLUMES, volumeName);
    if (known) {
      await server.patch(VOLUMES, volumeName, { spec: { claimRef: reference } });
    } else {
      await createVolume(server, claim, volumeName, reference);
      await record(server, claim, {
        ...{ from: "persistentvolume-controller", reason: "ProvisioningSucceeded" },
        message: `Successfully provisioned volume ${volumeName} using kubernetes.io/host-path`,
      });
    }
    const phase = { status: { phase: "Bound" } };
    await server.patch(VOLUMES, volumeName, phase, { subresource: "status" });
    await server.patch(CLAIMS, name, { spec: { volumeName } }, { namespace });
    const capacity = { storage: storageOf(claim) };
    const accessModes = at(claim, "spec.accessModes");
    await setStatus(server, CLAIMS, claim, { phase: "Bound", accessModes, capacity });
  },
  async removed({ metadata: { uid } }, server) {
    const volume = await server.get(VOLUMES, `pvc-${uid}`);
    if (!volume) return;
    await server.delete(VOLUMES, volume.metadata.name);
    await release(server, VOLUMES, fieldsOf(volume));
  },
});

const storageOf = (claim: ApiObject) => at(claim, "spec.resources.requests.storage") ?? "1Gi";

/** Removes the finalizer that protects a claim or a volume in use. */
async function release(server: PlayerServer, type: string, object: ApiObject): Promise<void> {
  const { name, namespace = "", finalizers = [] } = object.metadata;
  const others = finalizers.filter((finalizer) => !/\/pvc?-protection$/.test(finalizer));
  if (others.length === finalizers.length) return;
  await server.patch(type, name, { metadata: { finalizers: others } }, { namespace });
}

async function createVolume(
  server: PlayerServer,
  claim: ApiObject,
  name: string,
  claimRef: Readonly<Record<string, string>>,
): Promise<void> {
  const storageClassName = textAt(claim, "spec.storageClassName");
  await server.create({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      capacity: { storage: storageOf(claim) },
      accessModes: at(claim, "spec.accessModes"),
      persistentVolumeReclaimPolicy: "Delete",
      hostPath: { path: `/volumes/${name}` },
      claimRef,
      ...(storageClassName !== "" && { storageClassName }),
    },
  });
}
