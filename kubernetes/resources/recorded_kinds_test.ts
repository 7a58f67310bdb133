import { assert, assertEquals } from "@std/assert";
import { type Answer, exchange } from "../../fixtures/kind_samples/exchange.ts";
import { NEWEST_SAMPLES, SAMPLES } from "../../fixtures/kind_samples/samples.ts";
import { createServer } from "@plumbline/reference";

/** Returns the answers of a real server by the title of the sample. */
async function recordedAnswers(release: string): Promise<Map<string, readonly Answer[]>> {
  const folder = new URL("../../fixtures/kind_samples/", import.meta.url);
  const text = await Deno.readTextFile(new URL(`kube-apiserver-${release}.jsonl`, folder));
  const lines = text.trim().split("\n")
    .map((line) => JSON.parse(line) as { title: string; answers: readonly Answer[] });
  return new Map(lines.map(({ title, answers }) => [title, answers]));
}

/** Where this server differs on purpose in every release, by sample and step, with the reason. */
const EXPLAINED: Readonly<Record<string, string>> = {
  ReplicationController:
    "Its optional template makes a real server own an unset creationTimestamp of the template.",
  "ReplicationController delete": "A real server leaves dependents to a controller by default.",
  "Job delete": "A real server leaves dependents to a controller by default.",
  "Job read after the deletion": "As above: the object waits for that controller.",
  "DaemonSet table": "The template generation is a field there, so that metadata alone lacks it.",
  "ReplicaSet read": "A real server drops the time of an apply that a write to scale reduces.",
  "StatefulSet read": "A real server drops the time of an apply that a write to scale reduces.",
};

/** Where it differs on purpose in the newest release. */
const EXPLAINED_IN_NEWEST: Readonly<Record<string, string>> = {
  PersistentVolume: "The time of the last change of the phase is not kept.",
  "IPAddress table": "A real server sends a cell for the age without a column.",
  FlowSchema: "A controller within a real server writes its conditions.",
};

const RELEASES = {
  "1.26": { samples: SAMPLES, explained: EXPLAINED },
  "1.36": {
    samples: [...SAMPLES, ...NEWEST_SAMPLES],
    explained: { ...EXPLAINED, ...EXPLAINED_IN_NEWEST },
  },
} as const;

for (const release of ["1.26", "1.36"] as const) {
  const recorded = await recordedAnswers(release);
  const { samples, explained } = RELEASES[release];
  for (const sample of samples) {
    Deno.test(`a sample is answered as by a real server ${release}: ${sample.title}`, async () => {
      await using server = await createServer({
        dialect: "kubernetes",
        release,
        identities: [{ name: "admin", token: "t", groups: ["system:masters"] }],
      });
      const answers = await exchange(sample, (path, init) => {
        const headers = { ...init.headers as Record<string, string>, authorization: "Bearer t" };
        return server.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
      });
      const expected = recorded.get(sample.title);
      assert(expected, `Record the sample ${sample.title}: see fixtures/kind_samples/record.ts`);
      const reasons: Readonly<Record<string, string>> = explained;
      answers.forEach((answer, index) => {
        const { title } = sample;
        if (reasons[title] ?? reasons[`${title} ${answer.step}`]) return;
        assertEquals(answer, expected[index]);
      });
    });
  }
}

Deno.test("every kind of the release but those of the specification has a sample", async () => {
  for (const release of ["1.26", "1.36"] as const) await checkSampled(release);
});

async function checkSampled(release: "1.26" | "1.36"): Promise<void> {
  const options = { dialect: "kubernetes", release } as const;
  await using server = await createServer(options);
  await using specification = await createServer({ ...options, kinds: "specification" });
  const paths = async (one: typeof server) => {
    const headers = { authorization: `Bearer ${one.identities[0].token}` };
    const get = async (path: string) =>
      await (await one.fetch(new Request(`http://localhost${path}`, { headers }))).json();
    const { groups } = await get("/apis");
    const versions = groups.flatMap((group: { versions: { groupVersion: string }[] }) =>
      group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`)
    );
    const lists = await Promise.all(["/api/v1", ...versions].map(async (path) => {
      const { resources } = await get(path);
      return resources.map(({ name }: { name: string }) => `${path} ${name}`);
    }));
    return lists.flat().filter((path) => !path.includes("/", path.indexOf(" ")));
  };
  // Definitions and APIServices have tests of their own, and reviews are not stored.
  const known = new Set([
    ...await paths(specification),
    "/apis/apiextensions.k8s.io/v1 customresourcedefinitions",
    "/apis/authentication.k8s.io/v1 tokenreviews",
    "/apis/apiregistration.k8s.io/v1 apiservices",
    "/api/v1 bindings",
    "/api/v1 componentstatuses",
    // Kinds of later releases, which the recorded server does not have.
    "/apis/admissionregistration.k8s.io/v1 validatingadmissionpolicies",
    "/apis/admissionregistration.k8s.io/v1 validatingadmissionpolicybindings",
  ]);
  const sampled = new Set(
    RELEASES[release].samples.map(({ path }) => {
      const parts = path.replace("/namespaces/default", "").split("/");
      return `${parts.slice(0, -1).join("/")} ${parts.at(-1)}`;
    }),
  );
  assertEquals((await paths(server)).filter((path) => !known.has(path) && !sampled.has(path)), []);
}
