/** The clauses about payees: where each party is paid, and what a change of that means. */

import { namePayeeKind, payeeHoldHours } from '@nameloan/contracts/payee';
import type { Party } from '../../loan/roles.ts';
import type { Block, FormattedTerms } from './prose.ts';
import { bold, item, paragraph } from './prose.ts';

const names = { BORROWER: 'Borrower', LENDER: 'Lender' } as const;

/** The payee of a party when the agreement was drawn up. */
export function describePayee({ terms }: FormattedTerms, party: Party): Block {
  const name = names[party];
  const payee = terms.payees[party];
  if (payee === null) {
    return paragraph(
      bold(`The ${name}’s Payee. `),
      `When this agreement was drawn up, the ${name} had not chosen a Payee.`,
    );
  }
  const { masked, holder, fingerprint } = payee;
  return paragraph(
    bold(`The ${name}’s Payee. `),
    `When this agreement was drawn up, the ${name} had chosen: ${namePayeeKind(payee)} `,
    bold(masked),
    ', holder ',
    bold(holder),
    ', fingerprint ',
    bold(fingerprint),
    '. The short form identifies nothing by itself.',
  );
}

export const payeeRules: readonly Block[] = [
  item(
    'Each party chooses on the Platform where it is paid (the “Payee”): the Borrower for the Principal, the Lender ' +
      'for the repayment. The Platform shows the full details only to the payer and only while the payment is due. ' +
      'Nothing in the chat, in a mail or elsewhere changes a Payee. While none is chosen, the parties agree on the ' +
      'account in the chat.',
  ),
  item(
    'Once this agreement is signed, another choice, or a change of the Payee’s details, takes effect ',
    bold(`${payeeHoldHours} hours`),
    ' after it was made; until then the former Payee and details stay valid. The Platform notifies both parties, and ' +
      'shows the new details only after the payer has acknowledged the change. Nothing changes while the payer says ' +
      'that the payment was made.',
  ),
  item(
    bold('Payment to the version of the Payee that was valid at that time discharges the payer, '),
    'even if it changed later. The record of the Platform of what was valid, and of what the payer opened, is evidence of it.',
  ),
];
