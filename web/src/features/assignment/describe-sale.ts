/** Where a sale is for its reader: what happens next, until when, and what follows if nothing is done. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import type { CardTone } from '../../ui/layout/card.tsx';
import type { SalePageFragment } from './assignment-page.generated.ts';

export type Sale = SalePageFragment;

export interface SaleState {
  title: string;
  text: string;
  /** A day or a moment. */
  deadline?: { before: string; at: string };
  tone: CardTone;
}

/** Whether a step of it is still possible. */
export const isOpen = ({ status }: Sale): boolean =>
  ['OFFERED', 'ACCEPTED', 'SIGNED', 'SENT', 'DISPUTED'].includes(status);

const nameBuyer = ({ buyerName }: Sale): string => buyerName ?? 'The buyer';

type Describe = (sale: Sale) => SaleState;

function describeOffered({ role, actions, sellerName, expires }: Sale): SaleState {
  const deadline = { before: 'Open until', at: expires };
  if (role === 'SELLER')
    return {
      title: 'Waiting for a buyer',
      text: 'Send the link to your buyer. The first account that accepts is the buyer. You can withdraw until then.',
      deadline,
      tone: 'tint',
    };
  return {
    title: 'Buy this loan',
    text: actions.includes('ACCEPT')
      ? `Accept, and you both sign the deed. Then you pay ${sellerName} directly. Once ${sellerName} confirms the price, you are the lender. You can decline until you mark the price as sent.`
      : `Only another account than ${sellerName} and the borrower can buy it.`,
    deadline,
    tone: 'tint',
  };
}

function describeAccepted(sale: Sale): SaleState {
  const { role, actions, sellerName, expires } = sale;
  const deadline = { before: 'Paid by', at: expires };
  const silence = 'If it isn’t signed and paid by then, the sale expires and nothing changes.';
  if (actions.includes('SIGN'))
    return {
      title: 'Sign the deed',
      text: `Both of you sign the same text. ${silence}`,
      deadline,
      tone: 'amber',
    };
  const other = role === 'BUYER' ? sellerName : nameBuyer(sale);
  return {
    title: 'You have signed',
    text: `Waiting for ${other} to sign. ${silence}`,
    deadline,
    tone: 'tint',
  };
}

function describeSigned(sale: Sale): SaleState {
  const { role, sellerName, price, day, expires } = sale;
  const deadline = { before: 'Paid by', at: expires };
  const silence = 'If it isn’t marked as sent by then, the sale expires and nothing changes.';
  const money = formatMoney(price);
  if (role === 'BUYER')
    return {
      title: `Pay ${money}`,
      text: `From ${formatDay(day)} on, send exactly this amount to ${sellerName}, then mark it as sent. ${silence}`,
      deadline,
      tone: 'amber',
    };
  return {
    title: 'Waiting for the price',
    text: `${nameBuyer(sale)} pays you ${money} directly from ${formatDay(day)} on. ${silence}`,
    deadline,
    tone: 'tint',
  };
}

function describeSent(sale: Sale): SaleState {
  const { role, sellerName, price, answerDueAt } = sale;
  const money = formatMoney(price);
  const deadline =
    answerDueAt === null ? {} : { deadline: { before: 'Answer by', at: answerDueAt } };
  if (role === 'SELLER')
    return {
      title: `Did ${money} arrive?`,
      text: `Check your account first. Confirm makes ${nameBuyer(sale)} the lender at once. Without an answer, an operator decides.`,
      ...deadline,
      tone: 'amber',
    };
  return {
    title: 'Waiting for confirmation',
    text: `${sellerName} confirms or denies the price. Without an answer, an operator decides. Until then the domain can’t be taken and the terms can’t change.`,
    ...deadline,
    tone: 'tint',
  };
}

function describeDisputed(sale: Sale): SaleState {
  const { role, actions, sellerName, price } = sale;
  const money = formatMoney(price);
  if (role === 'OPERATOR')
    return {
      title: `Did ${money} arrive?`,
      text: `${nameBuyer(sale)} says that it was sent to ${sellerName}. If it arrived, ${nameBuyer(sale)} becomes the lender. If not, ${sellerName} stays the lender.`,
      tone: 'red',
    };
  const confirm = actions.includes('CONFIRM')
    ? ' You can still confirm that it arrived.'
    : ' Keep the proof of your payment.';
  return {
    title: 'An operator decides',
    text: `${role === 'SELLER' ? 'You' : sellerName} did not confirm ${money}. The loan runs on unchanged.${confirm}`,
    tone: 'red',
  };
}

function describeClosed(sale: Sale): SaleState {
  const { role, sellerName, borrowerName, paySellerUntil } = sale;
  const until = paySellerUntil === null ? '' : formatDay(paySellerUntil);
  const borrower = borrowerName ?? 'The borrower';
  const texts: Partial<Record<Sale['role'], { title: string; text: string }>> = {
    SELLER: {
      title: 'Sold',
      text: `${nameBuyer(sale)} is the lender. What ${borrower} pays you by ${until} still counts, and you owe it to ${nameBuyer(sale)}.`,
    },
    BUYER: {
      title: 'You are the lender',
      text: `What ${borrower} pays ${sellerName} by ${until} still counts, and ${sellerName} owes it to you.`,
    },
    BORROWER: {
      title: 'Your loan was sold',
      text: `${nameBuyer(sale)} is your lender. Payments to ${sellerName} count until ${until}; after that pay only ${nameBuyer(sale)}.`,
    },
  };
  const other = { title: 'Closed', text: `${nameBuyer(sale)} is the lender.` };
  return { ...(texts[role] ?? other), tone: 'tint' };
}

const describeEnd =
  (title: string): Describe =>
  ({ statusText, sellerName, role, status }) => {
    const lender = role === 'SELLER' ? 'You stay' : `${sellerName} stays`;
    const outcome = status === 'VOID' ? '' : ` ${lender} the lender, and nothing else changes.`;
    return { title, text: `${statusText}${outcome}`, tone: 'tint' };
  };

const states: Record<Sale['status'], Describe> = {
  OFFERED: describeOffered,
  ACCEPTED: describeAccepted,
  SIGNED: describeSigned,
  SENT: describeSent,
  DISPUTED: describeDisputed,
  CLOSED: describeClosed,
  WITHDRAWN: describeEnd('Withdrawn'),
  DECLINED: describeEnd('Declined'),
  EXPIRED: describeEnd('Expired'),
  NOT_CLOSED: describeEnd('Not closed'),
  VOID: describeEnd('The loan has ended'),
};

export const describeSale: Describe = (sale) => states[sale.status](sale);
