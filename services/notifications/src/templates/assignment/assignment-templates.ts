/** Templates of the sale of a loan, for its seller and its buyer; the borrower is notified of the closing. */

import type { EventData } from '@nameloan/contracts/events';
import type { AssignmentStep } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import { alertKeys } from '../alert-keys.ts';
import { domainRows } from '../mail/rows.ts';
import type { NotificationDraft, Settlement, TemplateTable } from '../template.ts';
import { assignmentPage } from '../template.ts';

type Sale = EventData<'lending.assignment.moved'>;
type Reader = 'SELLER' | 'BUYER' | 'OPERATORS';

interface SaleText {
  who: Reader;
  title: string;
  body: string;
  /** What it waits for. */
  alert?: 'SIGNATURE' | 'PRICE' | 'ANSWER' | 'DECISION';
}

const { saleAnswerDays } = loanCalendar;

const inDispute = (domain: string, why: string): SaleText[] => [
  {
    who: 'SELLER',
    title: `The sale of the loan on ${domain} is in dispute`,
    body: `${why} An operator decides whether the sale has closed. You can still confirm the price. Until then you are the lender, and you can’t take the domain.`,
  },
  {
    who: 'BUYER',
    title: `The sale of the loan on ${domain} is in dispute`,
    body: `${why} An operator decides whether the sale has closed. Keep the proof of your payment.`,
  },
  {
    who: 'OPERATORS',
    title: `Decide the sale of the loan on ${domain}`,
    body: `${why} Decide whether the sale of the loan on ${domain} has closed.`,
    alert: 'DECISION',
  },
];

const forBoth = (title: string, body: string): SaleText[] =>
  (['SELLER', 'BUYER'] as const).map((who) => ({ who, title, body }));

const texts: Readonly<Record<AssignmentStep, (sale: Sale, price: string) => SaleText[]>> = {
  ACCEPT: ({ domainName }, price) =>
    forBoth(
      `Sign the deed for the loan on ${domainName}`,
      `A buyer accepted the sale of the loan on ${domainName} for ${price}. Read and sign the deed; nothing changes until the price is confirmed.`,
    ).map((text) => ({ ...text, alert: 'SIGNATURE' })),
  SIGN: ({ domainName, signed, bySeller }, price) =>
    signed
      ? [
          {
            who: 'BUYER',
            title: `Send the price of the loan on ${domainName}`,
            body: `You have both signed the deed for the loan on ${domainName}. Send ${price} to the seller, from the day of the sale on, then mark it as sent on the page of the sale.`,
            alert: 'PRICE',
          },
          {
            who: 'SELLER',
            title: `The deed for the loan on ${domainName} is signed`,
            body: `You have both signed the deed for the loan on ${domainName}. Next, the buyer sends ${price}; confirm it once it has arrived.`,
          },
        ]
      : [
          {
            who: bySeller ? 'BUYER' : 'SELLER',
            title: `The deed for the loan on ${domainName} was signed`,
            body: `${bySeller ? 'The seller' : 'The buyer'} signed the deed for the loan on ${domainName}. Your signature is still missing.`,
          },
        ],
  SEND: ({ domainName }, price) => [
    {
      who: 'SELLER',
      title: `Confirm the price of the loan on ${domainName}`,
      body: `The buyer marked ${price} for the loan on ${domainName} as sent. Confirm or deny it within ${saleAnswerDays} days; otherwise an operator decides.`,
      alert: 'ANSWER',
    },
  ],
  CONFIRM: () => [],
  WITHDRAW: () => [],
  DECLINE: ({ domainName }) => [
    {
      who: 'SELLER',
      title: `The sale of the loan on ${domainName} was declined`,
      body: `The buyer declined the sale of the loan on ${domainName}. You stay its lender and can offer it again.`,
    },
  ],
  DENY: ({ domainName }) =>
    inDispute(
      domainName,
      `The seller says that the price of the loan on ${domainName} has not arrived.`,
    ),
  EXPIRE: ({ domainName }) =>
    forBoth(
      `The sale of the loan on ${domainName} expired`,
      `The price of the loan on ${domainName} was not marked as sent in time. The lender stays the same. A price that was sent anyway goes back.`,
    ),
  DISPUTE: ({ domainName }) =>
    inDispute(
      domainName,
      `The seller has not answered the price of the loan on ${domainName} for ${saleAnswerDays} days.`,
    ),
  RESOLVE_CLOSED: ({ domainName }) => [
    {
      who: 'SELLER',
      title: `The sale of the loan on ${domainName} has closed`,
      body: `An operator decided that the sale of the loan on ${domainName} has closed. The buyer is its lender.`,
    },
  ],
  RESOLVE_NOT_CLOSED: ({ domainName }) =>
    forBoth(
      `The sale of the loan on ${domainName} did not close`,
      `An operator decided that the sale of the loan on ${domainName} did not close. The seller stays its lender.`,
    ),
  VOID: ({ domainName }) =>
    forBoth(
      `The sale of the loan on ${domainName} is void`,
      `The loan on ${domainName} ended before its sale closed. A price that was sent goes back to the buyer.`,
    ),
};

function readRecipients(
  { sellerId, buyerId }: Sale,
  who: Reader,
  operatorIds: () => readonly string[],
): readonly string[] {
  if (who === 'SELLER') return [sellerId];
  if (who === 'BUYER') return buyerId === null ? [] : [buyerId];
  return operatorIds().filter((id) => id !== sellerId && id !== buyerId);
}

/** The party that took the step knows it. */
const isActor = ({ bySeller }: Sale, who: Reader): boolean =>
  (bySeller === true && who === 'SELLER') || (bySeller === false && who === 'BUYER');

function findKind(step: AssignmentStep): NotificationDraft['kind'] {
  if (step === 'ACCEPT' || step === 'SIGN') return 'SIGNATURE';
  return step === 'DENY' || step === 'DISPUTE' || step.startsWith('RESOLVE_') ? 'DISPUTE' : 'LOAN';
}

function settle({ assignmentId, step }: Sale): Settlement {
  // A signature leaves what the other party still has to do.
  return { settled: step === 'SIGN' ? [] : [alertKeys.assignment(assignmentId)] };
}

export const assignmentTemplates = {
  'lending.assignment.moved': {
    drafts: (sale, context) => {
      const { assignmentId, escrowId, domainName, step, signed } = sale;
      const subject = { type: 'ESCROW', id: escrowId } as const;
      const about = { kind: findKind(step), subject, rows: domainRows({ name: domainName }) };
      return texts[step](sale, formatCents(sale.priceCents)).flatMap(({ who, alert, ...text }) =>
        readRecipients(sale, who, () => context.operatorIds).map(
          (to): NotificationDraft => ({
            ...{ to, ...about, ...text, link: assignmentPage(assignmentId) },
            // The buyer signs after accepting, and pays after signing last.
            alert:
              alert && (!isActor(sale, who) || step === 'ACCEPT' || signed)
                ? [alertKeys.assignment(assignmentId)]
                : false,
            action: alert ? actions[alert] : 'Open the Sale',
          }),
        ),
      );
    },
    settles: settle,
  },
} as const satisfies TemplateTable;

const actions: Record<NonNullable<SaleText['alert']>, string> = {
  SIGNATURE: 'Sign the Deed',
  PRICE: 'Send the Price',
  ANSWER: 'Confirm the Price',
  DECISION: 'Decide the Sale',
};
