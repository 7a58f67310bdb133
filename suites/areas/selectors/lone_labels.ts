/**
 * Label selectors of one requirement, without the label of the run, after each form of a write. Servers
 * have a path of their own for them, as an index answers them.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject, nameOf } from "../../model/object.ts";
import { type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { everyType } from "../../session/every_type.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";

const ID = "selectors.changed-labels";

/** Checks of selectors of one requirement. */
export const LONE_LABELS: readonly Check[] = [
  example({
    id: "selectors/lone-labels",
    title: "A label selector of one requirement selects by the labels that objects have now",
    requirements: [ID],
    uses: ["server-side-apply", "strategic-merge-patch"],
    run: (scope) => everyType(scope, typesOf(scope.target), (type) => changeLabels(scope, type)),
  }),
];

async function changeLabels(scope: Scope, type: ResourceType): Promise<void> {
  const objects = new Objects(scope, type);
  // Nobody else has this label.
  const key = `lone-${scope.id}-${type.resource}`.slice(0, 63);
  const forms = WRITE_FORMS.filter((form) => supports(scope.target, form));
  const values = ["created", ...forms];
  let current = await objects.create(objects.newObject("lone", { labels: { [key]: "created" } }));
  const path = objects.collectionOf(current);

  /** Lists with the label of now, before and later, and compares what is selected. */
  const verifySelected = async (now: string | undefined, after: string): Promise<void> => {
    const at = now === undefined ? values.length : values.indexOf(now);
    const selectors = [
      ...values.slice(Math.max(at - 1, 0), at + 2)
        .map((value) => ({ text: `${key}=${value}`, selects: value === now })),
      { text: key, selects: now !== undefined },
      { text: `${key} in (none,${values[at] ?? values.at(-1)})`, selects: now !== undefined },
    ];
    await Promise.all(selectors.map(async ({ text, selects }) => {
      const response = await scope.send({ method: "GET", path, query: { labelSelector: text } });
      const { items } = accepted(response, "a list was rejected");
      const names = (Array.isArray(items) ? items : []).map((item) => nameOf(asObject(item) ?? {}));
      verify(ID, {
        holds: names.includes(nameOf(current)) === selects,
        expected: `${text} ${selects ? "selects" : "does not select"} the object after ${after}`,
        actual: names.join(", ") || "no items",
      });
    }));
  };
  const write = async (form: WriteForm, value: Json): Promise<void> => {
    const change: JsonObject = { metadata: { labels: { [key]: value } } };
    const response = await scope.send(changeRequest(scope, type, current, form, change));
    current = accepted(response, `the ${form} was rejected`);
  };

  await verifySelected("created", "its creation");
  for (const form of forms) {
    await write(form, form);
    await verifySelected(form, `a change by ${form}`);
  }
  const [last = "update"] = forms.filter((form) => form !== "apply");
  await write(last, null);
  await verifySelected(undefined, "the label was removed");
}
