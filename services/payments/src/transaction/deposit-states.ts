/** The state machine of a deposit. The model checks every write against it; other transactions follow their holds. */

import type { GovernedState, StateMachine } from '@nameloan/runtime/state-machine';
import type { Transaction, TransactionStatus } from './transaction.ts';

const depositMachine: StateMachine<TransactionStatus> = {
  name: 'deposit',
  start: { PENDING: 'started by the owner' },
  transitions: {
    PENDING: {
      DONE: 'payment credited',
      FAILED: 'payment failed, or none arrived',
    },
    FAILED: { DONE: 'late payment credited' },
    DONE: { REFUNDED: 'all of it refunded or disputed' },
    REFUNDED: { DONE: 'reversal undone, or more credited' },
  },
};

export const depositStates: readonly GovernedState<Transaction>[] = [
  {
    machine: depositMachine,
    stateOf: ({ type, status }) => (type === 'DEPOSIT' ? status : undefined),
  },
];
