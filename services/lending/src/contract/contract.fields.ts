/** Contracts for whoever holds a token: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { discloseOf } from '../loan/show-disclosure.ts';
import { contractNames } from '../loan/terms.ts';
import { consentText } from '../paper/terms.ts';
import type { ShownContract } from './read-contract.ts';
import { readContract } from './read-contract.ts';
import type { SigningInput } from './sign-contract.ts';
import { signContract } from './sign-contract.ts';

export const contractFields = {
  Query: {
    contract: (_: unknown, { token }: { token: string }) => readContract(token),
  },
  Mutation: {
    signContract: (_: unknown, input: SigningInput, { actor }: Context) =>
      signContract(actor, input),
  },
  Contract: {
    borrowerName: ({ escrow }: ShownContract) => escrow.borrowerName,
    lenderName: ({ escrow }: ShownContract) => escrow.lenderName,
    domainName: ({ escrow }: ShownContract) => escrow.domainName,
    unicodeName: ({ escrow }: ShownContract) => escrow.unicodeName,
    amount: ({ escrow }: ShownContract) => escrow.amountCents,
    term: ({ escrow }: ShownContract) => escrow.termDays,
    apy: ({ escrow }: ShownContract) => escrow.rateBps,
    contract: ({ escrow }: ShownContract) => escrow.contract,
    contractName: ({ escrow }: ShownContract) => contractNames[escrow.contract],
    disclosure: ({ escrow }: ShownContract) => discloseOf(escrow, escrow.receipt?.at),
    status: ({ escrow }: ShownContract) => escrow.status,
    borrowerSignedAt: ({ escrow }: ShownContract) => escrow.borrowerSignedAt,
    lenderSignedAt: ({ escrow }: ShownContract) => escrow.lenderSignedAt,
    sha256: ({ contract }: ShownContract) => contract.sha256,
    sealed: ({ contract }: ShownContract) => contract.sealedSha256 !== null,
    consentText: ({ escrow }: ShownContract) => consentText(escrow),
  },
};
