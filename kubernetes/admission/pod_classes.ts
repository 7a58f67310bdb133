/**
 * Resolves the classes that pods name: the priority of a PriorityClass, the overhead of a
 * RuntimeClass. A pod that names a class that does not exist is rejected, and so is a second default
 * PriorityClass.
 *
 * @module
 */
import { type ApiObject, copyOf, equal, forbidden, type JsonObject } from "@plumbline/server/api";
import type { Registry, WriteAttributes } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import type { AdmissionPlugin } from "@plumbline/server/extension";

const PODS = "/pods";
const DEFAULT_POLICY = "PreemptLowerPriority";

/**
 * Returns the plugins for pods and for PriorityClasses.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param suffix the brand-bearing suffix of group names
 */
export function podClasses(registry: () => Registry, suffix: string): readonly AdmissionPlugin[] {
  const priorities = `scheduling.${suffix}/priorityclasses`;
  const runtimes = `node.${suffix}/runtimeclasses`;
  return [
    { resources: [PODS], allocate: resolveClasses },
    { resources: [PODS], verbs: ["create"], admit: matchingOverhead },
    { resources: [priorities], verbs: ["create", "update"], admit: oneDefault },
  ];

  async function resolveClasses(write: WriteAttributes): Promise<void> {
    const { object, old, subresource } = write;
    const spec = asObject(object?.spec);
    if (!object || !spec || subresource) return;
    if (old) {
      const before = asObject(old.spec) ?? {};
      spec.priority ??= before.priority ?? 0;
      spec.preemptionPolicy ??= before.preemptionPolicy ?? DEFAULT_POLICY;
      return;
    }
    await setPriority(write, spec);
    await setOverhead(write, spec);
  }

  async function setPriority(write: WriteAttributes, spec: JsonObject) {
    const { definition } = write;
    const name = nameOf(write);
    const classOf = spec.priorityClassName
      ? await read(priorities, String(spec.priorityClassName))
      : await defaultClass();
    if (spec.priorityClassName && !classOf) {
      const why = `no PriorityClass with name ${spec.priorityClassName} was found`;
      throw forbidden(definition, name, why);
    }
    if (classOf) spec.priorityClassName = classOf.metadata.name;
    const priority = Number(classOf?.value ?? 0);
    const policy = String(classOf?.preemptionPolicy ?? DEFAULT_POLICY);
    const computed = "priority admission controller computed";
    if (spec.priority !== undefined && spec.priority !== priority) {
      const why = `the integer value of priority (${spec.priority}) must not be provided in pod ` +
        `spec; ${computed} ${priority} from the given PriorityClass name`;
      throw forbidden(definition, name, why);
    }
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
      const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be ` +
        `provided in pod spec; ${computed} ${policy} from the given PriorityClass name`;
      throw forbidden(definition, name, why);
    }
    Object.assign(spec, { priority, preemptionPolicy: policy });
  }

  async function setOverhead(write: WriteAttributes, spec: JsonObject) {
    const { definition } = write;
    const name = nameOf(write);
    if (spec.runtimeClassName === undefined) return;
    const classOf = await read(runtimes, String(spec.runtimeClassName));
    if (!classOf) {
      const why = `pod rejected: RuntimeClass "${spec.runtimeClassName}" not found`;
      throw forbidden(definition, name, why);
    }
    const overhead = asObject(asObject(classOf.overhead)?.podFixed);
    if (overhead && spec.overhead !== undefined && !equal(spec.overhead, overhead)) {
      const why = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
      throw forbidden(definition, name, why);
    }
    if (overhead) spec.overhead = copyOf(overhead);
  }

  /** Behind validation, as on real servers. */
  async function matchingOverhead(write: WriteAttributes) {
    const { object, definition, subresource } = write;
    const { overhead, runtimeClassName } = asObject(object?.spec) ?? {};
    if (overhead === undefined || subresource) return;
    const classOf = runtimeClassName === undefined
      ? undefined
      : await read(runtimes, String(runtimeClassName));
    if (asObject(classOf?.overhead)?.podFixed !== undefined) return;
    const name = nameOf(write);
    const why =
      "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
    throw forbidden(definition, name, why);
  }

  async function oneDefault({ definition, name, object, subresource }: WriteAttributes) {
    if (subresource || object?.globalDefault !== true) return;
    const known = await defaultClass();
    if (!known || known.metadata.uid === object.metadata.uid) return;
    const why =
      `PriorityClass ${known.metadata.name} is already marked as default. Only one default can exist`;
    throw forbidden(definition, name, why);
  }

  /** Returns the default PriorityClass; the lowest one, if there are several. */
  async function defaultClass(): Promise<ApiObject | undefined> {
    const { versions } = await registry().storage.list({ resource: priorities });
    return versions.map(({ object }) => object)
      .filter(({ globalDefault }) => globalDefault === true)
      .sort((one, other) => Number(one.value ?? 0) - Number(other.value ?? 0))[0];
  }

  async function read(resource: string, name: string): Promise<ApiObject | undefined> {
    return (await registry().storage.get({ resource, namespace: "", name }))?.object;
  }
}

/** Returns the name of a pod in an error: one to be generated is not known yet, and none is unknown. */
function nameOf({ name, object }: WriteAttributes): string {
  const { generateName = "" } = object?.metadata ?? {};
  const isGenerated = generateName !== "" && name.startsWith(generateName) &&
    name.length === generateName.length + GENERATED_LENGTH;
  return isGenerated ? generateName : name || "Unknown";
}

const GENERATED_LENGTH = 5;
