/** The state machines of a domain and of its transfers. The model checks every write against them. */

import type { GovernedState, StateMachine } from '@nameloan/runtime/state-machine';
import type { Domain, DomainStatus, TransferIn } from './domain.ts';
import type { TransferOut } from './transfer-out.ts';

const domainMachine: StateMachine<DomainStatus> = {
  name: 'domain',
  start: { EXTERNAL_UNVERIFIED: 'added' },
  transitions: {
    EXTERNAL_UNVERIFIED: {
      EXTERNAL_VERIFIED: 'DNS record found',
      CUSTODY_PAID: 'transfer in completed',
      IN_ESCROW: 'custody restored after a backup',
      END: 'removed, or absorbed by a seized domain',
    },
    EXTERNAL_VERIFIED: {
      EXTERNAL_UNVERIFIED: 'proof lost',
      CUSTODY_PAID: 'transfer in completed',
      IN_ESCROW: 'custody restored after a backup',
      END: 'removed, or absorbed by a seized domain',
    },
    CUSTODY_PAID: {
      IN_ESCROW: 'held as collateral',
      END: 'transferred out, or custody lost',
    },
    IN_ESCROW: {
      CUSTODY_PAID: 'released or seized',
      END: 'custody lost',
    },
  },
};

const transferInMachine: StateMachine<TransferIn['state']> = {
  name: 'transfer in',
  start: {
    HOLDING: 'started by the owner',
    REQUESTED: 'found at the registry after a backup was restored',
  },
  transitions: {
    HOLDING: {
      REQUESTING: 'fee held',
      ARRIVING: 'approved, according to the registry',
      END: 'fee not held',
    },
    REQUESTING: {
      REQUESTED: 'request accepted by the registry',
      ARRIVING: 'approved, according to the registry',
      END: 'request rejected by the registry',
    },
    REQUESTED: {
      ARRIVING: 'approved by the losing registrar',
      END: 'rejected or cancelled',
    },
    ARRIVING: { END: 'locked in our registrar account' },
  },
};

const transferOutMachine: StateMachine<TransferOut['state']> = {
  name: 'transfer out',
  start: {
    WAITING: 'started by the owner of a valuable domain',
    UNLOCKING: 'started by the owner',
  },
  transitions: {
    WAITING: {
      UNLOCKING: 'wait over',
      END: 'cancelled or stopped, or domain gone',
    },
    UNLOCKING: {
      OPEN: 'unlocked, authorization code mailed',
      RELOCKING: 'cancelled by the owner, or stopped by a legal hold',
      END: 'unlock rejected by the registry, or domain gone',
    },
    OPEN: {
      RELOCKING: 'cancelled by the owner, or stopped by a legal hold',
      END: 'domain arrived at the other registrar',
    },
    RELOCKING: {
      WAITING: 'locked again during a legal hold',
      END: 'locked again, or domain gone',
    },
  },
};

export const domainStates: readonly GovernedState<Domain>[] = [
  { machine: domainMachine, stateOf: ({ active, status }) => (active ? status : null) },
  { machine: transferInMachine, stateOf: ({ transferIn }) => transferIn?.state ?? null },
  { machine: transferOutMachine, stateOf: ({ transferOut }) => transferOut?.state ?? null },
];
