/**
 * Arbitraries of selections, as data: slots instead of names.
 *
 * @module
 */
import fc from "fast-check";
import type {
  FieldRequirement,
  LabelRequirement,
  ListForm,
  Selection,
} from "../model/selection.ts";
import { SLOTS, type TypeInScope } from "../session/collection.ts";
import { labelRequirement } from "./labels.ts";

/** A selection as it is generated. */
export interface GeneratedView {
  /** The namespace of this slot; all namespaces of the scope if absent. */
  readonly namespaceOf?: number;
  readonly labels?: readonly LabelRequirement[];
  /** Select by the name of this slot. */
  readonly nameOf?: { readonly slot: number; readonly operator: FieldRequirement["operator"] };
  /** Select by the namespace of this slot. */
  readonly fieldNamespaceOf?: {
    readonly slot: number;
    readonly operator: FieldRequirement["operator"];
  };
  /** True to send no selector at all where there are none of its own. */
  readonly everyone?: boolean;
  /** The form in which lists are requested; watches are in JSON. */
  readonly form?: ListForm;
}

const slot = () => fc.nat({ max: SLOTS - 1 });
/** Half of them select several objects. */
const operator = () => fc.constantFrom("=" as const, "==" as const, "!=" as const, "!=" as const);

/** Returns an arbitrary of the form of a list: where it may be absent, half of the lists are in JSON. */
export const listForm = (): fc.Arbitrary<ListForm> =>
  fc.constantFrom<ListForm>("Table", "Table", "YAML", "Protobuf", "Protobuf");

const NO_OBJECT: LabelRequirement = { key: "group", operator: "=", value: "nobody" };

/** Returns an arbitrary of selections without selectors: one namespace or all. */
export function plainView(): fc.Arbitrary<GeneratedView> {
  return fc.record({ namespaceOf: fc.nat({ max: 1 }), form: listForm() }, { requiredKeys: [] });
}

/** Returns an arbitrary of selections as `plainView`, half of them with a label selector, too. */
export function labelledView(): fc.Arbitrary<GeneratedView> {
  return fc.record({
    namespaceOf: fc.nat({ max: 1 }),
    form: listForm(),
    labels: fc.array(labelRequirement(), { minLength: 1, maxLength: 2 }),
  }, { requiredKeys: [] });
}

/**
 * Returns an arbitrary of selections without selectors, half of them also without the scope's: the
 * response has the objects of others, too.
 */
export function widePlainView(): fc.Arbitrary<GeneratedView> {
  const namespaceOf = fc.nat({ max: 1 });
  return fc.record({ namespaceOf, everyone: fc.boolean(), form: listForm() }, {
    requiredKeys: [],
  });
}

/** Returns an arbitrary of selections as `view`, those without selectors as `widePlainView`. */
export function wideView(): fc.Arbitrary<GeneratedView> {
  return fc.oneof({ weight: 4, arbitrary: widePlainView() }, { weight: 9, arbitrary: view() });
}

/** Returns an arbitrary of selections, two of three with selectors; some select nothing. */
export function view(): fc.Arbitrary<GeneratedView> {
  const namespaceOf = fc.nat({ max: 1 });
  const form = listForm();
  const byLabels = fc.record({
    namespaceOf,
    form,
    labels: fc.array(labelRequirement(), { minLength: 1, maxLength: 2 }),
  }, { requiredKeys: ["labels"] });
  const byFields = fc.record({
    namespaceOf,
    form,
    labels: fc.array(labelRequirement(), { minLength: 1, maxLength: 1 }),
    nameOf: fc.record({ slot: slot(), operator: operator() }),
    fieldNamespaceOf: fc.record({ slot: slot(), operator: operator() }),
  }, { requiredKeys: ["nameOf"] });
  // Without a label selector, where the namespace has no objects of others.
  const byName = fc.record({
    namespaceOf,
    form,
    nameOf: fc.record({ slot: slot(), operator: operator() }),
  }, { requiredKeys: ["namespaceOf", "nameOf"] });
  return fc.oneof(
    { weight: 4, arbitrary: plainView() },
    { weight: 4, arbitrary: byLabels },
    { weight: 3, arbitrary: byFields },
    { weight: 2, arbitrary: byName },
    { weight: 1, arbitrary: fc.constant({ labels: [NO_OBJECT] }) },
  );
}

/** Returns the selection in a scope. */
export function resolveView(at: TypeInScope, generated: GeneratedView): Selection {
  const fields: FieldRequirement[] = [];
  if (generated.nameOf !== undefined) {
    const { slot, operator } = generated.nameOf;
    fields.push({ field: "metadata.name", operator, value: at.placeOf(slot).name });
  }
  if (generated.fieldNamespaceOf !== undefined && at.type.namespaced) {
    const { slot, operator } = generated.fieldNamespaceOf;
    fields.push({ field: "metadata.namespace", operator, value: at.namespaceOf(slot)! });
  }
  const namespace = generated.namespaceOf === undefined
    ? at.widest().namespace
    : at.namespaceOf(generated.namespaceOf);
  return {
    ...(namespace !== undefined && { namespace }),
    ...(generated.labels && { labels: generated.labels }),
    ...(fields.length > 0 && { fields }),
    ...(generated.everyone && { everyone: true }),
    ...(generated.form && { form: generated.form }),
  };
}
