/** A state machine as one table of transitions. An entity's model checks it on every write; diagrams are drawn from it. */

/** Each state with the states that may follow it, and what causes the change. */
export interface StateMachine<S extends string = string> {
  /** In messages and diagrams: "transfer in". */
  name: string;
  /** The states of a new record, and why it starts there. */
  start: Readonly<Partial<Record<S, string>>>;
  /** `END`: the record leaves the machine. */
  transitions: Readonly<Record<S, Readonly<Partial<Record<S | 'END', string>>>>>;
}

/** The state of a record: null before the start and after the end, undefined if the machine does not apply to it. */
export interface GovernedState<T> {
  machine: StateMachine;
  stateOf(record: T): string | null | undefined;
}

/** A write that the state machine does not allow: a bug, so nothing is written. */
export class IllegalTransitionError extends Error {
  constructor(machine: string, from: string | null, to: string | null) {
    super(`${machine}: no transition from ${from ?? 'the start'} to ${to ?? 'the end'}`);
    this.name = 'IllegalTransitionError';
  }
}

/** Throws IllegalTransitionError unless the machine allows the change; keeping the state is always allowed. */
export function assertTransition(
  { name, start, transitions }: StateMachine,
  from: string | null,
  to: string | null,
): void {
  if (from === to) return;
  const allowed = from === null ? start : transitions[from];
  if (!allowed || !Object.hasOwn(allowed, to ?? 'END'))
    throw new IllegalTransitionError(name, from, to);
}

/** Checks a write against every machine that applies; `before`: undefined for a new record. */
export function assertTransitions<T>(
  states: readonly GovernedState<T>[],
  before: T | undefined,
  after: T,
): void {
  for (const { machine, stateOf } of states) {
    const to = stateOf(after);
    if (to === undefined) continue;
    assertTransition(machine, (before && stateOf(before)) ?? null, to);
  }
}
