/** The payer acknowledges the version of the payee that is valid now, and may then see its details. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findPayee, isSameVersion, withPayee } from '../escrow/loan-payee.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import { commit, quotas } from '../service-context.ts';
import { describeVersion } from './payee-version.ts';
import { assertPays, createPayeeChanged, requestValidPayee, requireValid } from './valid-payee.ts';

export interface Acknowledgement {
  version: number;
  /** Of the version, where the client knows it. */
  fingerprint?: string | null;
}

/**
 * Throws INVALID_INPUT, and as `readPaymentInstructions` does; CONFLICT with PAYEE_CHANGED if it is not the valid version. Acknowledging a
 * known version changes nothing.
 */
export async function acknowledgePayee(
  actor: AccountActor,
  escrowId: string,
  { version, fingerprint }: Acknowledgement,
): Promise<Escrow> {
  const isForm = fingerprint == null || /^[0-9a-f]{8}$/.test(fingerprint);
  assertValid({
    ...(version >= 1 ? {} : { version: 'The version is a whole number from 1.' }),
    ...(isForm ? {} : { fingerprint: 'The fingerprint has eight hexadecimal digits.' }),
  });
  const viewer = await loadViewer(actor);
  const first = requireParticipant(await escrows.findById(escrowId), viewer);
  const payer = assertPays(first.escrow, first.by.role);
  const found = await requestValidPayee(first.escrow, payer);
  return commit(async (tx) => {
    await quotas.take('loanActions', actor.accountId, tx);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    assertPays(escrow, by.role);
    const valid = requireValid(escrow, payer, found);
    const matches =
      version === valid.version && (fingerprint == null || fingerprint === valid.fingerprint);
    const payee = findPayee(escrow, payer.paid);
    if (!matches) {
      const { recentChanges } = found;
      const message = 'This is not the version that is valid now. Compare it again.';
      throw createPayeeChanged(escrow, { payer, valid, recentChanges }, message);
    }
    if (!payee || isSameVersion(payee.known, valid)) return escrow;
    const changes = { payees: withPayee(escrow, payer.paid, { ...payee, known: valid }) };
    const former = payee.known ? ` instead of ${payee.known.masked}` : '';
    const note = `${describeVersion(valid)}${former}.`;
    return recordHistory(escrow, { action: 'ACKNOWLEDGE_PAYEE', note, by, changes }, tx);
  });
}
