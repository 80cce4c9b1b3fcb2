/** Transitions of the platform that events of other services and jobs of this service cause. */

import { escrowStatuses } from '@nameloan/contracts/loan';
import type { Holder } from '../../loan/roles.ts';
import { finalStatuses, fundedStatuses } from '../../loan/status.ts';
import type { Escalation, Escrow } from '../escrow.ts';
import { amendmentGuards } from './amendment/amendment-guards.ts';
import type { CustodyUpdate } from './guards.ts';
import { conditions, guards, isStale } from './guards.ts';
import type { TransitionTable } from './transition-descriptor.ts';
import { system } from './transition-descriptor.ts';

export interface PlatformInputs {
  RESERVATION_GRANTED: { inCustody: boolean; holder?: Holder } & CustodyUpdate;
  RESERVATION_REFUSED: { reason: string };
  DRAW_CONTRACT: { sha256: string; borrowerToken: string; lenderToken: string };
  CUSTODY_ARRIVED: CustodyUpdate;
  CUSTODY_LOST: { reason: string } & CustodyUpdate;
  SEAL_CONTRACT: object;
  /** `seq`: the number of the amendment. */
  SEAL_AMENDMENT: { seq: number };
}

const afterSignature = escrowStatuses.filter((status) => status !== 'PENDING_SIGNATURE');

/** Events never throw: one that no longer applies is written to the history and acknowledged. */
const outdated = { roles: system, historyOnly: true } as const;
const staleUpdate = { from: escrowStatuses, when: conditions.stale, ...outdated } as const;

export const platformTransitions: TransitionTable<PlatformInputs> = {
  RESERVATION_GRANTED: {
    verb: 'reserve',
    history: 'Domain reserved',
    rules: [
      { from: 'PENDING_SIGNATURE', roles: system, when: conditions.notReserved },
      { from: escrowStatuses, ...outdated },
    ],
    writes: (escrow, update, { now }) => ({
      changes: {
        reservedAt: escrow.reservedAt ?? now,
        holder: escrow.holder ?? update.holder ?? 'BORROWER',
        // The reservation counts even where its custody state is stale.
        ...(update.inCustody && !isStale(escrow, update.domainVersion)
          ? buildArrivalChanges(escrow, update)
          : {}),
      },
      note: null,
    }),
  },
  RESERVATION_REFUSED: {
    verb: 'refuse the reservation',
    history: 'Domain could not be reserved',
    rules: [
      { from: 'PENDING_SIGNATURE', roles: system, to: 'CANCELLED' },
      { from: afterSignature, ...outdated },
    ],
    writes: (_escrow, { reason }) => ({ changes: {}, note: reason }),
  },
  DRAW_CONTRACT: {
    verb: 'draw up the contract',
    history: 'Contract drawn up',
    rules: [
      {
        from: 'PENDING_SIGNATURE',
        roles: system,
        guards: [guards.reserved, guards.contractNotDrawn],
      },
    ],
    writes: (_escrow, { sha256, borrowerToken, lenderToken }, { now }) => ({
      changes: {
        contractDrawnAt: now,
        contractSha256: sha256,
        accrualSha256: sha256,
        borrowerContractToken: borrowerToken,
        lenderContractToken: lenderToken,
      },
      note: null,
      detail: `SHA-256 ${sha256}`,
    }),
  },
  CUSTODY_ARRIVED: {
    verb: 'take custody',
    history: 'Domain arrived in custody',
    rules: [
      staleUpdate,
      { from: 'PENDING_SIGNATURE', roles: system },
      { from: 'NEW', roles: system, to: 'DOMAIN_IN_CUSTODY' },
      { from: ['DOMAIN_IN_CUSTODY', ...fundedStatuses, ...finalStatuses], ...outdated },
    ],
    writes: (escrow, update) => ({ changes: buildArrivalChanges(escrow, update), note: null }),
  },
  CUSTODY_LOST: {
    verb: 'lose custody',
    history: 'Domain left custody',
    rules: [
      staleUpdate,
      { from: ['PENDING_SIGNATURE', 'NEW', 'DOMAIN_IN_CUSTODY'], roles: system, to: 'CANCELLED' },
      { from: fundedStatuses, roles: system, to: 'ESCALATED' },
      { from: 'FINALIZED_PLATFORM_SEZIURE', roles: system, when: conditions.held },
      { from: finalStatuses, ...outdated },
    ],
    writes: (escrow, { at, domainVersion, reason }, { rule, now }) => {
      const custodyLoss = { inCustodyAt: null, custodyLostAt: at, custodyVersion: domainVersion };
      if (rule.to !== 'ESCALATED') return { changes: custodyLoss, note: reason };
      const escalation: Escalation =
        rule.from === 'ESCALATED' && escrow.escalation
          ? { ...escrow.escalation, custodyLostAt: at }
          : { at: now, by: 'SYSTEM', reason, evidence: null };
      return { changes: { ...custodyLoss, escalation }, note: reason };
    },
  },
  SEAL_CONTRACT: {
    verb: 'seal the contract',
    history: 'Signed contract sealed',
    rules: [{ from: afterSignature, roles: system, guards: [guards.bothSigned, guards.notSealed] }],
    writes: (_escrow, _input, { now }) => ({ changes: { sealedAt: now }, note: null }),
  },
  SEAL_AMENDMENT: {
    verb: 'seal an amendment',
    history: 'Signed amendment sealed',
    rules: [{ from: afterSignature, roles: system, guards: [amendmentGuards.notSealed] }],
    writes: ({ unsealedAmendments }, { seq }) => ({
      changes: { unsealedAmendments: (unsealedAmendments ?? []).filter((one) => one !== seq) },
      note: null,
    }),
  },
};

/** The first arrival sets the time; each one raises the known version. */
function buildArrivalChanges(
  escrow: Escrow,
  { at, domainVersion }: CustodyUpdate,
): Partial<Escrow> {
  return { inCustodyAt: escrow.inCustodyAt ?? at, custodyVersion: domainVersion, renewUntil: null };
}
