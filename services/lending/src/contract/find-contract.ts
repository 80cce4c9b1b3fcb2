/** Finds a contract and its signing party by a token. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { hasLinkEnded } from '../escrow/contract-links.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { buildAmendmentId } from '../loan/amendment.ts';
import type { Party } from '../loan/roles.ts';
import { contracts } from './contract.model.ts';
import type { Contract } from './contract.ts';
import { findPartyAccountId, hashToken } from './contract.ts';

export interface ContractLookup {
  contract: Contract;
  escrow: Escrow;
  /** The party that the token belongs to. */
  party: Party;
}

/** Whether the caller is the party that the link was made for. */
export function isOwnLink({ escrow, party }: ContractLookup, actor: Actor): boolean {
  return actor.kind === 'account' && actor.accountId === findPartyAccountId(escrow, party);
}

/** The caller is not the party of the link. */
export const notYourLink = (): DomainError =>
  new DomainError('FORBIDDEN', 'This link is for another account. Open yours on the loan’s page.');

/** An amendment that can no longer be signed nor paid; one that lapsed is never sealed. */
const hasAmendmentEnded = ({ contract, escrow }: ContractLookup): boolean =>
  Boolean(contract.amendmentOf) &&
  (!escrow.amendment || contract.id !== buildAmendmentId(escrow.id, escrow.amendment.seq));

/**
 * Like findContract, for a reader: once the contract is sealed or the amendment has ended, only the party of the link.
 * UNAUTHENTICATED for visitors, FORBIDDEN for other accounts.
 */
export async function findReadableContract(token: string, actor: Actor): Promise<ContractLookup> {
  const found = await findContract(token);
  const isSealed = found.contract.sealedSha256 !== null;
  if ((!isSealed && !hasAmendmentEnded(found)) || isOwnLink(found, actor)) return found;
  if (actor.kind === 'account') throw notYourLink();
  const sentence = isSealed ? 'This contract is sealed.' : 'This amendment has ended.';
  throw new DomainError('UNAUTHENTICATED', `${sentence} Log in to read it.`);
}

/** Throws NOT_FOUND for an unknown token and for a link that has ended with its loan. */
export async function findContract(token: string, tx?: Tx): Promise<ContractLookup> {
  const hash = hashToken(token);
  const contract =
    (await contracts.findOne({ borrowerTokenHash: hash }, tx)) ??
    (await contracts.findOne({ lenderTokenHash: hash }, tx));
  if (!contract) throw new DomainError('NOT_FOUND', 'There is no such contract.');
  const party = contract.borrowerTokenHash === hash ? 'BORROWER' : 'LENDER';
  const escrow = await escrows.get(contract.amendmentOf ?? contract.id, tx);
  if (hasLinkEnded(escrow, now())) {
    const sentence = 'This link has ended. The parties read the contract on the page of the loan.';
    throw new DomainError('NOT_FOUND', sentence);
  }
  return { contract, escrow, party };
}
