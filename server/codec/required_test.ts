import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { missingFields } from "./required.ts";
import { definition } from "./schema.ts";

const missing = (object: JsonObject, kind: string) =>
  missingFields(object, definition(kind)).map(({ field, reason }) => {
    assertEquals(reason, "FieldValueRequired");
    return field;
  });

Deno.test("required fields are missed at any depth, in lists and maps too", () => {
  const spec = {
    template: {
      spec: {
        containers: [{ name: "a", ports: [{ containerPort: 1 }, {}] }, {}],
        volumes: [{ name: "v", hostPath: {} }],
      },
    },
  };
  assertEquals(missing({ spec }, "apps.v1.Deployment"), [
    "spec.selector",
    "spec.template.spec.containers[0].ports[1].containerPort",
    "spec.template.spec.containers[1].name",
    "spec.template.spec.volumes[0].hostPath.path",
  ]);
});

Deno.test("what is empty is missing", () => {
  assertEquals(missing({ rules: [{ verbs: [] }, { verbs: ["get"] }] }, "rbac.v1.Role"), [
    "rules[0].verbs",
  ]);
  assertEquals(missing({ apiGroup: "a", kind: "", name: "b" }, "rbac.v1.RoleRef"), ["kind"]);
  assertEquals(missing({ containerPort: 0 }, "core.v1.ContainerPort"), ["containerPort"]);
});

Deno.test("where the empty value says something it is not missing", () => {
  assertEquals(missing({ name: "X-A", value: "" }, "core.v1.HTTPHeader"), []);
  const iscsi = { targetPortal: "p", iqn: "i", lun: 0 };
  assertEquals(missing(iscsi, "core.v1.ISCSIVolumeSource"), []);
  assertEquals(missing({ spec: {}, status: {} }, "authorization.v1.SubjectAccessReview"), []);
});
