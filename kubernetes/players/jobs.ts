/**
 * Jobs complete: they create Pods until enough of them have succeeded.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  conditions,
  controlled,
  fieldsOf,
  isEnding,
  isOver,
  isTrue,
  numberAt,
  podFrom,
  record,
  recordPod,
  setStatus,
  textAt,
} from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

const TYPE = "jobs.batch";
const FROM = "job-controller";

/** The player. */
export const jobsComplete = (): Player => ({
  name: "jobs-complete",
  for: TYPE,
  watches: { pods: "owner" },
  async reconcile(object, server) {
    const job = fieldsOf(object);
    const isDone = isTrue(job, "Complete") || isTrue(job, "Failed");
    if (isEnding(job) || isDone || at(job, "spec.suspend") === true) return;
    const pods = (await controlled(server, "pods", job)).filter((pod) => !isEnding(pod));
    const inPhase = (phase: string) =>
      pods.filter((pod) => textAt(pod, "status.phase") === phase).length;
    const [succeeded, failed] = [inPhase("Succeeded"), inPhase("Failed")];
    const active = pods.filter((pod) => !isOver(pod)).length;
    const completions = numberAt(job, "spec.completions") || 1;
    const hasFailed = failed > numberAt(job, "spec.backoffLimit");
    const parallelism = at(job, "spec.parallelism") === 0 ? 0 : numberAt(job, "spec.parallelism");
    const missing = hasFailed ? 0 : Math.min(
      completions - succeeded,
      parallelism || (at(job, "spec.parallelism") === 0 ? 0 : 1),
    );
    for (let count = active; count < missing; count++) {
      const name = await createPod(server, job);
      await recordPod(server, job, "Create", name);
    }
    const now = server.now();
    const isComplete = succeeded >= completions;
    const failure = {
      reason: "BackoffLimitExceeded",
      message: "Job has reached the specified backoff limit",
    };
    const running = isComplete || hasFailed ? 0 : Math.max(active, missing);
    await setStatus(server, TYPE, job, {
      startTime: at(job, "status.startTime") ?? now,
      active: running || undefined,
      ready: 0,
      succeeded: succeeded || undefined,
      failed: failed || undefined,
      ...(isComplete && {
        completionTime: now,
        conditions: conditions(job, now, [{ type: "Complete", status: true }]),
      }),
      ...(hasFailed && {
        conditions: conditions(job, now, [{ type: "Failed", status: true, ...failure }]),
      }),
    });
    if (isComplete) {
      await record(server, job, { from: FROM, reason: "Completed", message: "Job completed" });
    } else if (hasFailed) await record(server, job, { from: FROM, type: "Warning", ...failure });
  },
});

async function createPod(server: PlayerServer, job: ApiObject): Promise<string> {
  const pod = podFrom(job, {});
  const generateName = `${job.metadata.name}-`;
  const { metadata } = await server.create({
    ...pod,
    metadata: { ...asObject(pod.metadata), generateName },
  });
  return metadata.name;
}
