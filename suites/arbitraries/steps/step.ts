/**
 * Steps: the commands of generated lists. A step has plain data and refers to slots. Whether it can
 * run depends on the model of the slots alone, not on responses, so that a list is reproducible.
 *
 * @module
 */
import type fc from "fast-check";
import { SLOTS } from "../../session/collection.ts";
import type { Session } from "../../session/session.ts";
import type { OpenPagedList } from "../../session/reader.ts";
import type { Selection } from "../../model/selection.ts";

/** The state of a slot if every write succeeds; a `held` object has a finalizer. */
export type SlotState = "absent" | "live" | "held" | "finalizing";

/** The state after the steps so far, independent of responses. */
export class SlotModel {
  readonly slots: SlotState[] = Array.from({ length: SLOTS }, () => "absent");
  /** The number of paged lists so far. */
  pagedLists = 0;
  /** The number of opened watches. */
  watches = 0;

  /** The number of objects. */
  get size(): number {
    return this.slots.filter((state) => state !== "absent").length;
  }
}

/** The session that steps run in. */
export class Stage {
  readonly session: Session;
  readonly pagedLists: { readonly pagedList: OpenPagedList; readonly selection: Selection }[] = [];

  /** Creates a stage for one session. */
  constructor(session: Session) {
    this.session = session;
  }
}

/** A kind of step: its precondition, its requests and its effect on the model. */
export interface StepKind<Data> {
  /** Returns true if the step can run. */
  ready(model: SlotModel, data: Data): boolean;
  /** Runs the step; the model is not yet updated. */
  act(stage: Stage, data: Data, model: Readonly<SlotModel>): Promise<void>;
  /** Updates the model after the step. */
  after(model: SlotModel, data: Data): void;
}

/** A step as fast-check generates and runs it. */
export class Step<Data extends object> implements fc.AsyncCommand<SlotModel, Stage> {
  /** The generated data, as JSON. */
  readonly data: { readonly do: string } & Data;
  readonly #kind: StepKind<Data>;

  /** Creates a step of a kind. */
  constructor(name: string, kind: StepKind<Data>, data: Data) {
    this.data = { do: name, ...data };
    this.#kind = kind;
  }

  /** Returns true if the step can run. */
  check(model: Readonly<SlotModel>): boolean {
    return this.#kind.ready(model, this.data);
  }

  /** Runs the step. */
  async run(model: SlotModel, stage: Stage): Promise<void> {
    await this.#kind.act(stage, this.data, model);
    this.verify(model);
  }

  /** Updates the model. */
  verify(model: SlotModel): void {
    this.#kind.after(model, this.data);
  }

  /** The data as JSON. */
  toString(): string {
    return JSON.stringify(this.data);
  }
}

/** Returns an arbitrary of steps of a kind. */
export function step<Data extends object>(
  name: string,
  data: fc.Arbitrary<Data>,
  kind: StepKind<NoInfer<Data>>,
): fc.Arbitrary<Step<Data>> {
  return data.map((each) => new Step(name, kind, each));
}

/** For steps that leave the slots as they are. */
export function keepSlots(): void {}
