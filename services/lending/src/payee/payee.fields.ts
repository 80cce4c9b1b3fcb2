/** GraphQL resolvers for the payees of a loan. */

import { accountNow } from '@nameloan/runtime/clock';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import { findViewerRole } from '../escrow/escrow.fields.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { PayeeVersion, PendingVersion } from '../escrow/loan-payee.ts';
import {
  findPayee,
  findPendingVersion,
  findValidVersion,
  isPaymentDue,
  isSameVersion,
  otherParty,
} from '../escrow/loan-payee.ts';
import type { Fields } from '../graphql.generated.ts';
import type { EscrowRole, Party } from '../loan/roles.ts';
import { access } from '../service-context.ts';
import { acknowledgePayee } from './acknowledge-payee.ts';
import { choosePayee, findChoiceConflict } from './choose-payee.ts';
import { listPayeeLines } from './payee-lines.ts';
import { readPaymentInstructions } from './payment-instructions.ts';

/** A payee of a loan as its parties and operators see it. */
export interface LoanPayeeView extends Omit<PayeeVersion, 'payeeId'> {
  acknowledged: boolean;
  pending: PendingVersion | null;
  payeeId: string | null;
}

/** Null if none is valid. */
function viewPayee(escrow: Escrow, party: Party, viewer: EscrowRole): LoanPayeeView | null {
  const payee = findPayee(escrow, party);
  const at = accountNow();
  const valid = findValidVersion(payee, at);
  if (!valid) return null;
  return {
    ...valid,
    payeeId: viewer === party ? valid.payeeId : null,
    acknowledged: isSameVersion(payee?.known ?? null, valid),
    pending: findPendingVersion(payee, at),
  };
}

export const payeeFields = {
  Query: {
    paymentInstructions: (_, { escrowId }, context) =>
      readPaymentInstructions(signedIn(context), escrowId),
  },
  Mutation: {
    choosePayee: async (_, { id, payeeId }, context) => {
      const actor = await access.fresh(await access.unrestricted(signedIn(context)));
      return choosePayee(await access.keepsEmail(actor), id, payeeId);
    },
    acknowledgePayee: (_, { id, ...acknowledgement }, context) =>
      acknowledgePayee(signedIn(context), id, acknowledgement),
  },
  Escrow: {
    payee: async (escrow, _, context) => {
      const role = await findViewerRole(escrow, context);
      return role === 'OPERATOR' ? null : viewPayee(escrow, role, role);
    },
    counterpartyPayee: async (escrow, _, context) => {
      const role = await findViewerRole(escrow, context);
      return role === 'OPERATOR' ? null : viewPayee(escrow, otherParty(role), role);
    },
    borrowerPayee: async (escrow, _, context) =>
      viewPayee(escrow, 'BORROWER', await findViewerRole(escrow, context)),
    lenderPayee: async (escrow, _, context) =>
      viewPayee(escrow, 'LENDER', await findViewerRole(escrow, context)),
    payeeBlocked: async (escrow, _, context) => {
      const role = await findViewerRole(escrow, context);
      if (role === 'OPERATOR') return 'Only the parties choose where they are paid.';
      return findChoiceConflict(escrow, role)?.message ?? null;
    },
    paymentDue: async (escrow, _, context) => {
      const role = await findViewerRole(escrow, context);
      return role !== 'OPERATOR' && isPaymentDue(escrow, otherParty(role));
    },
  },
  DisclosedPayee: {
    lines: ({ fields }) => listPayeeLines(fields),
  },
  PaymentInstructions: {
    amount: ({ amountCents }) => amountCents,
  },
} satisfies Fields;
