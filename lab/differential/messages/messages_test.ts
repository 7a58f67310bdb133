import { assert, assertEquals } from "@std/assert";
import recorded from "../../../fixtures/recorded/kube-apiserver-1.26/messages.json" with {
  type: "json",
};
import { startReference } from "../servers.ts";
import { type RecordedMessages, recordMessages } from "./record.ts";

/** Requests whose messages differ from those of kube-apiserver 1.26, by the reason. */
const EXPLAINED: Readonly<Record<string, readonly string[]>> = {
  "the status differs, and the message with it": [
    "update with a resourceVersion that is no number",
    "create with a resourceVersion",
    "JSON patch with an unknown operation",
    "apply with an unknown field, strictly",
    "list with an invalid resourceVersion",
    "watch with an invalid resourceVersion",
    "request without credentials",
    "impersonation of a group without a user",
  ],
  "a real server answers with plain text": ["unknown group", "unknown path"],
  "a real server names Go types, values or source files, or quotes another library": [
    "create of another kind",
    "create of another apiVersion",
    "create with a field of a wrong type",
    "create with metadata of a wrong type",
    "create with broken JSON",
    "create with a list",
    "create with broken YAML",
    "create of YAML with a duplicate key, strictly",
    "update with another uid",
    "patch that is broken",
    "JSON patch that is no list",
    "apply with broken YAML",
    "deployment without selector",
    "deployment with another selector",
    "deployment with replicas of a wrong type",
    "deployment with an unknown strategy",
    "change of a selector",
    "change of a role reference",
    "list with an invalid label selector",
    "list with an invalid continue token",
    "list with continue and a resourceVersion",
  ],
  "the message names the field, the operation or the media types, where a real server does not": [
    "create with data that is not base64",
    "deployment with an invalid quantity",
    "patch of an unknown type",
    "JSON patch with a test that fails",
    "JSON patch that removes a missing key",
    "list with a limit that is no number",
  ],
  "a real server names the kind in place of the resource, or no kind": [
    "delete with another uid",
    "delete with another resourceVersion",
    "access review without attributes",
    "access review without a user",
  ],
  "the same causes, in another order, with other types or with fewer repetitions": [
    "create with an incomplete owner",
    "create with unknown and duplicate fields",
    "create with unknown and duplicate fields, strictly",
    "watch with a match",
    "role without verbs",
    "binding without a role",
    "flow schema without a priority level",
  ],
};

/** Kube-apiserver gives Deployments the group they had before `apps`. */
const withGroup = (text: string) => text.replace("Deployment.extensions", "Deployment.apps");

const real = (recorded as RecordedMessages[]).map((entry) => ({
  ...entry,
  ...(entry.message !== undefined && { message: withGroup(entry.message) }),
}));

Deno.test("messages, causes and warnings are those of kube-apiserver 1.26", async () => {
  const { server, target } = await startReference();
  try {
    const messages = await recordMessages(target);
    const explained = Object.values(EXPLAINED).flat();
    const differs = ({ title }: RecordedMessages, index: number) => {
      assertEquals(title, real[index]?.title);
      return JSON.stringify(messages[index]) !== JSON.stringify(real[index]);
    };
    const different = messages.filter(differs).map(({ title }) => title);
    const isExplained = ({ title }: RecordedMessages) => explained.includes(title);
    assertEquals(
      messages.filter((entry) => !isExplained(entry)),
      real.filter((entry) => !isExplained(entry)),
    );
    assertEquals(different.toSorted(), explained.toSorted());
  } finally {
    await server.close();
  }
});

Deno.test("the sentences that clients search for are recorded", () => {
  const texts = real.flatMap(({ message = [] }) => message);
  for (
    const text of [
      'secrets "a" already exists',
      'secrets "missing" not found',
      "the object has been modified; please apply your changes to the latest version and try again",
      "the server could not find the requested resource",
      "strict decoding error: unknown field",
      'User "bob" cannot list resource "secrets" in API group "" in the namespace "messages"',
    ]
  ) assert(texts.some((message) => message.includes(text)), text);
});
