/** Finds a contract and its signing party by a token. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import { contracts } from './contract.model.ts';
import type { Contract } from './contract.ts';
import { hashToken } from './contract.ts';

export interface ContractLookup {
  contract: Contract;
  escrow: Escrow;
  /** The party that the token belongs to. */
  party: Party;
}

/** Throws NOT_FOUND for an unknown token. */
export async function findContract(token: string, tx?: Tx): Promise<ContractLookup> {
  const hash = hashToken(token);
  const contract =
    (await contracts.findOne({ borrowerTokenHash: hash }, tx)) ??
    (await contracts.findOne({ lenderTokenHash: hash }, tx));
  if (!contract) throw new DomainError('NOT_FOUND', 'There is no such contract.');
  const party = contract.borrowerTokenHash === hash ? 'BORROWER' : 'LENDER';
  return { contract, escrow: await escrows.get(contract.id, tx), party };
}
