/**
 * A step: one command of a drawn list. It holds plain data and refers to slots; whether it can be
 * taken depends on the slots' model alone, never on what a server answered, so that a list runs the
 * same way again.
 *
 * @module
 */
import type fc from "fast-check";
import { SLOTS } from "../../session/collection.ts";
import type { Session } from "../../session/session.ts";
import type { OpenPagedList } from "../../session/reader.ts";
import type { Selection } from "../../model/selection.ts";

/** What a slot holds if every write went through; a held object has a finalizer. */
export type SlotState = "absent" | "live" | "held" | "finalizing";

/** What a list of steps has done so far, without any answer. */
export class SlotModel {
  readonly slots: SlotState[] = Array.from({ length: SLOTS }, () => "absent");
  /** How many walks were begun. */
  walks = 0;
  /** How many watches were opened. */
  watches = 0;

  /** How many objects there are. */
  get size(): number {
    return this.slots.filter((state) => state !== "absent").length;
  }
}

/** What steps act on. */
export class Stage {
  readonly session: Session;
  readonly walks: { readonly walk: OpenPagedList; readonly selection: Selection }[] = [];

  /** A stage for one session. */
  constructor(session: Session) {
    this.session = session;
  }
}

/** A kind of step: what it takes, what it changes, and what it does. */
export interface StepKind<Data> {
  /** Whether it can be taken. */
  ready(model: SlotModel, data: Data): boolean;
  /** Does it; the model is as it was before. */
  act(stage: Stage, data: Data, model: Readonly<SlotModel>): Promise<void>;
  /** What the model is afterwards. */
  after(model: SlotModel, data: Data): void;
}

/** A step as fast-check draws and runs it. */
export class Step<Data extends object> implements fc.AsyncCommand<SlotModel, Stage> {
  /** What is drawn, as JSON. */
  readonly data: { readonly do: string } & Data;
  readonly #kind: StepKind<Data>;

  /** A step of a kind. */
  constructor(name: string, kind: StepKind<Data>, data: Data) {
    this.data = { do: name, ...data };
    this.#kind = kind;
  }

  /** Whether it can be taken. */
  check(model: Readonly<SlotModel>): boolean {
    return this.#kind.ready(model, this.data);
  }

  /** Takes it. */
  async run(model: SlotModel, stage: Stage): Promise<void> {
    await this.#kind.act(stage, this.data, model);
    this.verify(model);
  }

  /** Makes the model what it is after the step. */
  verify(model: SlotModel): void {
    this.#kind.after(model, this.data);
  }

  /** The data as JSON. */
  toString(): string {
    return JSON.stringify(this.data);
  }
}

/** Draws steps of a kind. */
export function step<Data extends object>(
  name: string,
  data: fc.Arbitrary<Data>,
  kind: StepKind<NoInfer<Data>>,
): fc.Arbitrary<Step<Data>> {
  return data.map((each) => new Step(name, kind, each));
}

/** For steps that leave the slots as they are. */
export function unchanged(): void {}
