/** GraphQL resolvers for contracts, which are found by a signing token. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import type { Fields } from '../graphql.generated.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import { buildDisclosure } from '../loan/build-disclosure.ts';
import { planResolvers } from '../loan/plan/plan.fields.ts';
import { contractNames } from '../loan/terms.ts';
import { buildConsentText } from '../pdf/terms.ts';
import { access } from '../service-context.ts';
import { findSignatureState } from './amendment-signing.ts';
import { isOwnLink } from './find-contract.ts';
import { findSignedAddress, readContract } from './read-contract.ts';
import { recordShownVersion } from './shown-version.ts';
import { signContract } from './sign-contract.ts';

export const contractFields = {
  Query: {
    contract: (_, { token }, { actor }) => readContract(token, actor),
  },
  Mutation: {
    signContract: async (_, input, context) => {
      const actor = signedIn(context);
      return signContract({ actor, proof: await access.signer(actor) }, input);
    },
  },
  Contract: {
    id: ({ contract, party }) => `${contract.id}-${party.toLowerCase()}`,
    escrowId: ({ escrow }) => escrow.id,
    borrowerName: ({ escrow }) => escrow.borrowerName,
    lenderName: ({ escrow }) => escrow.lenderName,
    domainName: ({ escrow }) => escrow.domainName,
    unicodeName: ({ escrow }) => escrow.unicodeName,
    amount: ({ escrow }) => escrow.amountCents,
    term: ({ escrow }) => escrow.termDays,
    rate: ({ escrow }) => escrow.rateBps,
    plan: ({ escrow }) => planResolvers.plan(escrow),
    period: ({ escrow }) => planResolvers.period(escrow),
    instalments: ({ escrow }) => planResolvers.instalments(escrow),
    balloonOf: ({ escrow }) => planResolvers.balloonOf(escrow),
    rows: ({ escrow }) => planResolvers.rows(escrow),
    early: ({ escrow }) => planResolvers.early(escrow),
    lateFee: ({ escrow }) => planResolvers.lateFee(escrow),
    lateFeeCap: ({ escrow }) => planResolvers.lateFeeCap(escrow),
    defaultRate: ({ escrow }) => planResolvers.defaultRate(escrow),
    contract: ({ escrow }) => escrow.contract,
    contractName: ({ contract, escrow }) =>
      contract.amendmentOf
        ? `Amendment to the ${contractNames[escrow.contract]}`
        : contractNames[escrow.contract],
    disclosure: ({ escrow }) =>
      buildDisclosure({ ...escrow, accrual: findLoanAccrual(escrow) }, escrow.receipt?.at),
    businessStatement: ({ escrow }) => escrow.businessStatement ?? null,
    knownClaims: ({ escrow }) => escrow.knownClaims ?? null,
    status: ({ escrow }) => escrow.status,
    borrowerSignedAt: ({ contract, escrow }) =>
      findSignatureState(contract, escrow).borrowerSignedAt,
    lenderSignedAt: ({ contract, escrow }) => findSignatureState(contract, escrow).lenderSignedAt,
    sha256: async (found, _, { actor }) => {
      await recordShownVersion(found, actor);
      return found.contract.sha256;
    },
    sealed: ({ contract }) => contract.sealedSha256 !== null,
    consentText: ({ contract, escrow }) =>
      buildConsentText(escrow, contract.amendmentOf ? 'amendment' : null),
    amendment: ({ contract }) => (contract.amendmentOf ? amendments.get(contract.id) : null),
    mine: (found, _, { actor }) => isOwnLink(found, actor),
    signedAddress: (found, _, { actor }) => findSignedAddress(found, actor),
  },
  SigningResult: {
    contract: ({ token }, _, { actor }) => readContract(token, actor),
  },
} satisfies Fields;
