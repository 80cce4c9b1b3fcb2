/** GraphQL resolvers for the payees of a loan. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import { findViewerRole } from '../escrow/find-viewer-role.ts';
import { isPaymentDue, otherParty } from '../escrow/loan-payee.ts';
import type { Fields } from '../graphql.generated.ts';
import { access } from '../service-context.ts';
import { acknowledgePayee } from './acknowledge-payee.ts';
import { choosePayee, findChoiceConflict } from './choose-payee.ts';
import { listPayeeLines } from './payee-lines.ts';
import { listPayeeReveals } from './payee-reveals.ts';
import { readPaymentInstructions } from './payment-instructions.ts';
import { viewPayee } from './view-payee.ts';

export const payeeFields = {
  Query: {
    paymentInstructions: (_, { escrowId }, context) =>
      readPaymentInstructions(signedIn(context), escrowId),
  },
  Mutation: {
    choosePayee: async (_, { id, payeeId }, context) => {
      const actor = await access.fresh(await access.unrestricted(signedIn(context)));
      return choosePayee(actor, id, payeeId);
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
    payeeReveals: async (escrow, _, context) =>
      (await findViewerRole(escrow, context)) === 'OPERATOR' ? listPayeeReveals(escrow.id) : [],
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
