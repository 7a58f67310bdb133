import { assert, assertEquals } from "@std/assert";
import { type Answer, exchange } from "../../fixtures/kind_samples/exchange.ts";
import { SAMPLES } from "../../fixtures/kind_samples/samples.ts";
import { createServer } from "../mod.ts";

const file = new URL("../../fixtures/kind_samples/kube-apiserver-1.26.jsonl", import.meta.url);

/** The answers of a real server by the title of the sample. */
const recorded = new Map<string, readonly Answer[]>(
  (await Deno.readTextFile(file)).trim().split("\n")
    .map((line) => JSON.parse(line) as { title: string; answers: readonly Answer[] })
    .map(({ title, answers }) => [title, answers]),
);

/** Where this server differs on purpose, by sample and step, with the reason. */
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

for (const sample of SAMPLES) {
  Deno.test(`a sample is answered as by a real server: ${sample.title}`, async () => {
    await using server = await createServer({
      dialect: "kubernetes",
      identities: [{ name: "admin", token: "t", groups: ["system:masters"] }],
    });
    const answers = await exchange(sample, (path, init) => {
      const headers = { ...init.headers as Record<string, string>, authorization: "Bearer t" };
      return server.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
    });
    const expected = recorded.get(sample.title);
    assert(expected, `Record the sample ${sample.title}: see fixtures/kind_samples/record.ts`);
    answers.forEach((answer, index) => {
      const { title } = sample;
      if (EXPLAINED[title] ?? EXPLAINED[`${title} ${answer.step}`]) return;
      assertEquals(answer, expected[index]);
    });
  });
}

Deno.test("every kind of the release but those of the specification has a sample", async () => {
  await using server = await createServer({ dialect: "kubernetes" });
  await using specification = await createServer({ dialect: "kubernetes", kinds: "specification" });
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
    SAMPLES.map(({ path }) => {
      const parts = path.replace("/namespaces/default", "").split("/");
      return `${parts.slice(0, -1).join("/")} ${parts.at(-1)}`;
    }),
  );
  assertEquals((await paths(server)).filter((path) => !known.has(path) && !sampled.has(path)), []);
});
