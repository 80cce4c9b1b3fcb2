/** Notifications about where a party of a loan is paid: for the payer, and for the owner of the payee. */

import type { EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import { domainRows } from './mail/rows.ts';
import type { NotificationDraft } from './template.ts';
import { escrowPage } from './template.ts';

type PayeeChange = EventData<'lending.escrow.payee-changed'>;
type PayeeText = Pick<NotificationDraft, 'title' | 'body' | 'kind'>;

const checkFirst =
  'Before you pay, ask them about it through a channel you already use, not in the chat.';
const notYou =
  'If this wasn’t you, change your password, and choose your payee again on the loan’s page.';

export function draftPayeeChange(change: PayeeChange): NotificationDraft[] {
  const { escrowId, borrowerId, lenderId, party } = change;
  const subject = { type: 'ESCROW', id: escrowId } as const;
  const rows = domainRows({ name: change.domainName });
  const about = { subject, rows, link: escrowPage(escrowId), alert: false } as const;
  const [owner, payer] = party === 'BORROWER' ? [borrowerId, lenderId] : [lenderId, borrowerId];
  const forPayer = { to: payer, ...about, ...describeForPayer(change) };
  return [forPayer, { to: owner, ...about, ...describeForOwner(change) }];
}

function describeForPayer(change: PayeeChange): PayeeText {
  const { domainName, party, first } = change;
  const name = party === 'BORROWER' ? 'The borrower' : 'The lender';
  const payment = `the ${party === 'BORROWER' ? 'loan' : 'repayment'} on ${domainName}`;
  if (change.change === 'CHOSEN' && first) {
    const body = `${name} chose where you pay ${payment}. The loan’s page shows the details once that payment is due.`;
    return { kind: 'LOAN', title: `Where you pay ${payment}`, body };
  }
  const title = `The payee of ${payment} ${describeTitle(change)}`;
  const texts: Record<PayeeChange['change'], string> = {
    CHOSEN: `${name} chose another payee for ${payment}. ${describeStart(change)} ${checkFirst}`,
    CHANGED: `${name} changed the payee for ${payment}. ${describeStart(change)} ${checkFirst}`,
    WITHDRAWN: `${name} withdrew the change of the payee for ${payment}. Pay to the former one.`,
    STOPPED: `The change of the payee for ${payment} was stopped, because its owner did not make it. Pay to the former one.`,
    REMOVED: `The payee for ${payment} was removed. Don’t pay until another one is chosen on the loan’s page.`,
  };
  return { kind: 'SECURITY', title, body: texts[change.change] };
}

function describeForOwner(change: PayeeChange): PayeeText {
  const { domainName, first } = change;
  // A thief with a session could choose, too.
  if (change.change === 'CHOSEN' && first) {
    const body = `You chose where you are paid for the loan on ${domainName}. ${notYou}`;
    return { kind: 'SECURITY', title: `You chose a payee for the loan on ${domainName}`, body };
  }
  const title = `Your payee for the loan on ${domainName} ${describeTitle(change)}`;
  const texts: Record<PayeeChange['change'], string> = {
    CHOSEN: `You chose another payee for the loan on ${domainName}. ${describeStart(change)} ${notYou}`,
    CHANGED: `Your payee for the loan on ${domainName} changed. ${describeStart(change)} If this wasn’t you, use the link in our mail about the change.`,
    WITHDRAWN: `You withdrew the change of your payee for the loan on ${domainName}. The former one stays valid.`,
    STOPPED: `The change of your payee for the loan on ${domainName} was stopped. The former one is valid.`,
    REMOVED: `Your payee for the loan on ${domainName} was removed. Choose another one on the loan’s page.`,
  };
  return { kind: 'SECURITY', title, body: texts[change.change] };
}

function describeTitle({ change, effectiveAt }: PayeeChange): string {
  if (change === 'REMOVED') return 'was removed';
  if (change === 'WITHDRAWN' || change === 'STOPPED') return 'stays';
  return effectiveAt === null ? 'has changed' : 'changes';
}

function describeStart({ effectiveAt }: PayeeChange): string {
  if (effectiveAt === null) return 'The new one is valid now.';
  return `The new one is valid from ${formatDateTime(effectiveAt)}; until then, the former one is.`;
}
