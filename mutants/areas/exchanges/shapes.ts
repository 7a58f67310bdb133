/**
 * Mutants that only some shapes of an object reveal: a field that an update leaves out, a number
 * where a text is possible, an empty or a long value.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { listOf, objectsOf, within, without, withSpec } from "../../vocabulary/json.ts";

const membersOf = (value: Json | undefined): JsonObject => (value ?? {}) as JsonObject;

const itemsOf = (value: Json | undefined): JsonObject[] => (value ?? []) as JsonObject[];

/** The mutants. */
export const shapeMutants = bugs({
  "exchanges/one-subject-without-list": {
    description: "A get of a RoleBinding with one subject shows the subject in place of the list.",
    reason: "The encoder writes lists of one element as the element.",
    breaks: "exchanges.field-types",
    install: on("get rolebindings").changeObject((body) => {
      const [subject, ...others] = listOf(body.subjects);
      return subject && others.length === 0 ? { ...body, subjects: subject } : body;
    }),
  },
  "exchanges/update-keeps-data-keys": {
    description: "An update of a Secret keeps the keys of `data` that it leaves out.",
    reason: "Data is merged, as by a patch.",
    breaks: "exchanges.update-replaces",
    install: on("update secrets").changeWrite((object, current) => ({
      ...object,
      data: { ...membersOf(current.data), ...membersOf(object.data) },
    })),
  },
  "exchanges/update-keeps-min-ready-seconds": {
    description: "An update of a Deployment without `minReadySeconds` keeps the stored number.",
    reason: "Fields of the value 0 count as not sent.",
    breaks: "exchanges.update-replaces",
    install: on("update deployments").changeWrite((object, current) => {
      const { minReadySeconds } = membersOf(current.spec);
      const isSent = membersOf(object.spec).minReadySeconds;
      return isSent || !minReadySeconds ? object : withSpec(object, { minReadySeconds });
    }),
  },
  "exchanges/update-keeps-template-annotations": {
    description: "An update of a Deployment keeps annotations of the template that it leaves out.",
    reason: "The annotations of the template may be the time of a restart, so they are merged.",
    breaks: "exchanges.update-replaces",
    install: on("update deployments").changeWrite((object, current) => {
      const template = membersOf(membersOf(object.spec).template);
      const old = membersOf(membersOf(membersOf(current.spec).template).metadata);
      const metadata = membersOf(template.metadata);
      const annotations = { ...membersOf(old.annotations), ...membersOf(metadata.annotations) };
      return withSpec(object, {
        template: { ...template, metadata: { ...metadata, annotations } },
      });
    }),
  },
  "exchanges/update-keeps-all-subjects": {
    description: "An update of a ClusterRoleBinding without `subjects` keeps the stored ones.",
    reason: "An absent list is not distinguished from one that was not decoded.",
    breaks: "exchanges.update-replaces",
    install: on("update clusterrolebindings").changeWrite((object, { subjects }) =>
      itemsOf(object.subjects).length === 0 && subjects ? { ...object, subjects } : object
    ),
  },
  "exchanges/update-merges-rules": {
    description:
      "An update of a Role keeps the `resourceNames` of a stored rule where the new rule at its position has none.",
    reason: "Rules are decoded into the stored list.",
    breaks: "exchanges.update-replaces",
    install: on("update roles").changeWrite((object, { rules }) => ({
      ...object,
      rules: itemsOf(object.rules).map((rule, at) => {
        const { resourceNames } = itemsOf(rules)[at] ?? {};
        return resourceNames && !rule.resourceNames ? { ...rule, resourceNames } : rule;
      }),
    })),
  },
  "exchanges/null-keeps-progress-deadline": {
    description:
      "A merge patch that sets `progressDeadlineSeconds` of a Deployment to null keeps it.",
    reason: "Null is decoded as the absence of a change.",
    breaks: "exchanges.null-removes",
    install: on("merge-patch deployments").changeWrite((object, current) => {
      const { progressDeadlineSeconds } = membersOf(current.spec);
      const isKept = progressDeadlineSeconds &&
        membersOf(object.spec).progressDeadlineSeconds === undefined;
      return isKept ? withSpec(object, { progressDeadlineSeconds }) : object;
    }),
  },
  "exchanges/null-keeps-keys-with-a-dot": {
    description: "A merge patch of a Secret does not remove keys of `data` that have a dot.",
    reason: "The dot is taken for a separator of a path, and nothing is found there.",
    breaks: "exchanges.null-removes",
    install: on("merge-patch secrets").changeWrite((object, current) => {
      const dotted = Object.entries(membersOf(current.data)).filter(([key]) => /\./.test(key));
      return { ...object, data: { ...Object.fromEntries(dotted), ...membersOf(object.data) } };
    }),
  },
  "exchanges/update-drops-empty-environment": {
    description: "An update of a Deployment drops the environment variables without a value.",
    reason: "An empty text is taken for an absent value.",
    breaks: "exchanges.template-as-written",
    install: on("update deployments").changeWrite((object) => {
      const template = membersOf(membersOf(object.spec).template);
      const spec = membersOf(template.spec);
      const containers = itemsOf(spec.containers).map(({ env, ...container }): JsonObject =>
        env
          ? { ...container, env: itemsOf(env).filter(({ value }) => value) }
          : container as JsonObject
      );
      return withSpec(object, { template: { ...template, spec: { ...spec, containers } } });
    }),
  },
  "exchanges/listed-number-is-text": {
    description: "A list of Deployments shows a `maxUnavailable` that is a number as a text.",
    reason: "Lists are encoded by a type of its own, in which both forms are texts.",
    breaks: "exchanges.one-state-per-version",
    install: on("list deployments").changeItems((item) => {
      const strategy = within(item, "spec", "strategy");
      const rollingUpdate = within(strategy, "rollingUpdate");
      const { maxUnavailable } = rollingUpdate;
      if (typeof maxUnavailable !== "number") return item;
      const changed = { ...rollingUpdate, maxUnavailable: String(maxUnavailable) };
      return withSpec(item, { strategy: { ...strategy, rollingUpdate: changed } });
    }),
  },
  "exchanges/get-cuts-long-values": {
    description: "A get of a Secret cuts values of more than 255 characters.",
    reason: "A buffer has a fixed size.",
    breaks: "exchanges.one-state-per-version",
    install: on("get secrets").changeObject((body) => ({
      ...body,
      data: Object.fromEntries(
        Object.entries(within(body, "data")).map(([key, value]) => [key, `${value}`.slice(0, 252)]),
      ),
    })),
  },
  "exchanges/list-shows-two-subjects": {
    description: "A list of RoleBindings shows at most two subjects of each.",
    reason: "The list shows a summary.",
    breaks: "exchanges.one-state-per-version",
    install: on("list rolebindings").changeItems((item) => ({
      ...item,
      subjects: listOf(item.subjects).slice(0, 2),
    })),
  },
  "exchanges/list-drops-paths-of-rules": {
    description: "A list of ClusterRoles shows the first of the `nonResourceURLs` of a rule only.",
    reason: "The paths are joined as if each rule had one.",
    breaks: "exchanges.one-state-per-version",
    install: on("list clusterroles").changeItems((item) => ({
      ...item,
      rules: objectsOf(item.rules).map((rule) =>
        Array.isArray(rule.nonResourceURLs)
          ? { ...rule, nonResourceURLs: rule.nonResourceURLs.slice(0, 1) }
          : rule
      ),
    })),
  },
  "exchanges/get-drops-match-expressions": {
    description:
      "A get of a ClusterRole shows the selectors of `aggregationRule` without `matchExpressions`.",
    reason: "The selectors are copied by a function that knows `matchLabels` only.",
    breaks: "exchanges.one-state-per-version",
    install: on("get clusterroles").changeObject((body) => {
      const { clusterRoleSelectors } = within(body, "aggregationRule");
      if (clusterRoleSelectors === undefined) return body;
      const selectors = objectsOf(clusterRoleSelectors)
        .map((selector) => without(selector, "matchExpressions"));
      return { ...body, aggregationRule: { clusterRoleSelectors: selectors } };
    }),
  },
});
