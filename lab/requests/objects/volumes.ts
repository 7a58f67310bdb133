/**
 * Generates valid volumes of every source that has defaults.
 *
 * @module
 */
import fc from "fast-check";
import type { JsonObject } from "@plumbline/server/api";
import { fieldRef, labels, mode, name, oneOf, part } from "./parts.ts";

const items = fc.array(
  part({ "key!": oneOf("k"), "path!": oneOf("p"), mode }),
  { maxLength: 1 },
);
const downwardItems = fc.array(
  part({ "path!": oneOf("p"), "fieldRef!": fieldRef, mode }),
  { maxLength: 1 },
);
const source = fc.oneof(
  fc.constant({}),
  part({
    "emptyDir!": part({ medium: oneOf("", "Memory"), sizeLimit: oneOf("1Gi", "1024Ki", "1.5") }),
  }),
  part({ "hostPath!": part({ "path!": oneOf("/p"), type: oneOf("", "Directory") }) }),
  part({
    "secret!": part({
      "secretName!": oneOf("s"),
      defaultMode: mode,
      optional: oneOf(true, false),
      items,
    }),
  }),
  part({ "configMap!": part({ "name!": oneOf("s"), defaultMode: mode, items }) }),
  part({ "downwardAPI!": part({ defaultMode: mode, items: downwardItems }) }),
  part({
    "projected!": part({
      defaultMode: mode,
      "sources!": fc.array(
        fc.oneof(
          part({ "secret!": part({ "name!": oneOf("s"), items }) }),
          part({ "downwardAPI!": part({ items: downwardItems }) }),
          part({
            "serviceAccountToken!": part({ "path!": oneOf("t"), expirationSeconds: oneOf(600) }),
          }),
        ),
        { minLength: 1, maxLength: 1 },
      ),
    }),
  }),
  part({
    "nfs!": part({ "server!": oneOf("s"), "path!": oneOf("/p"), readOnly: oneOf(true, false) }),
  }),
  part({
    "iscsi!": part({
      "targetPortal!": oneOf("1.2.3.4:1"),
      "iqn!": oneOf("iqn.2001-04.com.example:a"),
      lun: oneOf(0, 1),
      iscsiInterface: oneOf("i"),
    }),
  }),
  part({
    "azureDisk!": part({
      "diskName!": oneOf("d"),
      "diskURI!": oneOf("https://blob.example/a"),
      readOnly: oneOf(true, false),
    }),
  }),
  part({
    "rbd!": part({
      "monitors!": fc.constant(["m"]),
      "image!": oneOf("i"),
      pool: oneOf("p"),
      user: oneOf("u"),
    }),
  }),
  part({
    "scaleIO!": part({
      "gateway!": oneOf("g"),
      "system!": oneOf("s"),
      "secretRef!": part({ "name!": oneOf("s") }),
      "volumeName!": oneOf("v"),
    }),
  }),
  part({ "csi!": part({ "driver!": oneOf("d.example"), readOnly: oneOf(true, false) }) }),
  part({
    "ephemeral!": part({
      "volumeClaimTemplate!": part({
        metadata: part({ labels }),
        "spec!": part({
          "accessModes!": fc.constant(["ReadWriteOnce"]),
          "resources!": fc.constant({ requests: { storage: "1.0Gi" } }),
          volumeMode: oneOf("Block"),
        }),
      }),
    }),
  }),
);
/** A volume of any source. */
export const volume: fc.Arbitrary<JsonObject> = fc.tuple(name, source).map((
  [one, other],
): JsonObject => ({ name: one, ...other }));
