/** Finds a contract by one of its two tokens, which also says whose it is. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import { contracts } from './contract.model.ts';
import type { Contract } from './contract.ts';
import { hashToken } from './contract.ts';

export interface ContractLookup {
  contract: Contract;
  escrow: Escrow;
  /** Whose token it is. */
  party: Party;
}

/** NOT_FOUND for a token that opens nothing. */
export async function findContract(token: string, tx?: Tx): Promise<ContractLookup> {
  const hash = hashToken(token);
  const contract =
    (await contracts.findOne({ borrowerTokenHash: hash }, tx)) ??
    (await contracts.findOne({ lenderTokenHash: hash }, tx));
  if (!contract) throw new DomainError('NOT_FOUND', 'There is no such contract.');
  const party = contract.borrowerTokenHash === hash ? 'BORROWER' : 'LENDER';
  return { contract, escrow: await escrows.get(contract.id, tx), party };
}
