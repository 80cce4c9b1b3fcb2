/** What waits for the reader, before everything else: what to do, until when, and the button that leads there. */

import { CircleDollarSign } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import { formatDays } from '../../format/days.ts';
import { formatTimeLeft } from '../../format/moment.ts';
import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import { useNow } from '../../graph/business-time.ts';
import { Seal } from '../../ui/brand/seal.tsx';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Time } from '../../ui/display/time.tsx';
import { useTint } from '../../ui/display/use-tint.ts';
import { describeConsequence } from '../../ui/loan/describe-consequence.ts';
import { findNextDueAt } from '../../ui/loan/find-next-due.ts';
import { countNeeds } from './count-needs.ts';
import { describeNeed, getOther } from './describe-need.ts';
import type {
  NeedsYouFragment,
  WaitingLoanFragment,
  WaitingPushFragment,
} from './needs-you.generated.ts';

interface Item {
  key: string;
  /** A domain name; absent for a payment. */
  name?: string;
  title?: string;
  text: string;
  /** An element: the row compares its properties. */
  deadline: ReactElement;
  verb: string;
  to: string;
}

/** Operators see their queue first, then what concerns themselves. */
function listItems(needs: NeedsYouFragment): Item[] {
  const { waitingDisputes, waitingPayments, waitingLoans, waitingOffers, waitingPushes } = needs;
  return [
    ...(waitingDisputes?.escrows ?? []).map((loan): Item => {
      const { id, unicodeName, lenderName, borrowerName, amount, decisionDueAt, role } = loan;
      return {
        key: `dispute-${id}`,
        name: unicodeName,
        text: `Decide: ${lenderName} lent ${formatMoney(amount)} to ${borrowerName}`,
        deadline: <Deadline at={decisionDueAt} before="Decision due" />,
        verb: 'Decide',
        to: role === 'OPERATOR' ? `/app/disputes/${id}` : `/app/escrow/${id}`,
      };
    }),
    ...(waitingPayments?.payments ?? []).map(
      ({ id, expected, received, reason, createdAt }): Item => ({
        key: id,
        title: `Payment of ${formatMoney(received ?? expected)}`,
        text: reason,
        deadline: <Since at={createdAt} />,
        verb: 'Settle',
        to: '/app/disputes?tab=payments',
      }),
    ),
    ...(waitingLoans?.escrows ?? []).map((loan): Item => {
      return {
        key: loan.id,
        name: loan.unicodeName,
        ...describeNeed(loan),
        deadline: <LoanDeadline loan={loan} />,
      };
    }),
    ...(waitingOffers?.domains ?? []).map(
      ({ domainId, unicodeName, count, expiresAt, best }): Item => {
        const { amount, rate, term } = best;
        const terms = `${formatMoney(amount)} at ${formatRate(rate)} for ${formatDays(term)}`;
        return {
          key: `offers-${domainId}`,
          name: unicodeName,
          text: count === 1 ? `1 offer: ${terms}` : `${count} offers, cheapest ${terms}`,
          deadline: <Deadline at={expiresAt} before={count === 1 ? 'Expires' : 'First expires'} />,
          verb: count === 1 ? 'Answer' : 'Compare',
          to: '/app/borrow?offers=open#offers',
        };
      },
    ),
    ...(waitingPushes?.pushes ?? []).map((push): Item => {
      return {
        key: push.id,
        name: push.unicodeName,
        text: `${push.from.name} offers you this domain`,
        deadline: <PushDeadline push={push} />,
        verb: 'Answer',
        to: '/app/my-domains',
      };
    }),
  ];
}

export interface NeedsYouProps {
  needs: NeedsYouFragment;
  listRef: Ref<HTMLUListElement>;
}

export function NeedsYou({ needs, listRef }: NeedsYouProps) {
  const total = countNeeds(needs);
  const items = listItems(needs);
  if (total === 0) return null;
  return (
    <section aria-labelledby="needs-you" className="mt-7 rounded-lg border border-line bg-surface">
      <h2 id="needs-you" className="p-5 pb-4 font-semibold text-base sm:px-6">
        Needs you <span className="num text-ink-2">({total})</span>
      </h2>
      <ul ref={listRef}>
        {items.map((item, index) => (
          <NeedRow key={item.key} item={item} first={index === 0} />
        ))}
      </ul>
      {total > items.length && <More count={total - items.length} needs={needs} />}
    </section>
  );
}

function NeedRow({ item, first }: { item: Item; first: boolean }) {
  const { name, title, text, deadline, verb, to } = item;
  return (
    <li
      ref={useTint<HTMLLIElement>(JSON.stringify([text, verb, deadline.props]))}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line border-t px-5 py-3 sm:px-6 md:grid-cols-[2.25rem_minmax(0,1fr)_auto_auto] md:gap-x-5"
    >
      <span className="row-span-2 text-ink-3 md:row-span-1">
        {name ? <Seal name={name} size={36} /> : <CircleDollarSign size={36} aria-hidden />}
      </span>
      <span className="min-w-0">
        {name ? (
          <Nameplate name={name} size="row" className="block" />
        ) : (
          <span className="block font-semibold">{title}</span>
        )}
        <span className="num block wrap-anywhere text-ink-2">{text}</span>
      </span>
      <span className="col-span-2 col-start-2 mt-0.5 text-xs md:col-span-1 md:col-start-auto md:text-right">
        {deadline}
      </span>
      <span className="col-start-3 row-start-1 md:col-start-auto md:row-start-auto md:w-32 md:text-right">
        <LinkButton
          to={to}
          size="row"
          variant={first ? 'primary' : 'default'}
          aria-label={`${verb}: ${name ?? title}`}
        >
          {verb}
        </LinkButton>
      </span>
    </li>
  );
}

/** Within three days a deadline is amber, and red once it has passed: as the order of the list, only its time counts. */
const soonMs = 3 * 86_400_000;

interface DeadlineProps {
  at: string | null;
  before: string;
  /** What happens then. */
  consequence?: string | undefined;
}

function Deadline({ at, before, consequence }: DeadlineProps) {
  const now = useNow();
  const leftMs = Date.parse(at ?? '') - now.getTime();
  const tone = leftMs < 0 ? 'text-red' : leftMs < soonMs ? 'text-amber' : 'text-ink-2';
  return (
    <>
      {at !== null && (
        <span className={tone}>
          <span className="num whitespace-nowrap font-semibold md:block">
            {formatTimeLeft(at, now)}
          </span>
          <span className="md:hidden"> · </span>
          {before} <Time value={at} as="short-day-time" now={now} />
        </span>
      )}
      {consequence && (
        <span data-consequence="" className="block text-ink-2">
          {consequence}
        </span>
      )}
    </>
  );
}

/**
 * An overdue loan has no deadline any more, and a lender’s decision has none: the date is the borrower’s. The missed
 * payment of a plan was due before the last one.
 */
function LoanDeadline({ loan }: { loan: WaitingLoanFragment }) {
  const { stage, waitingFor, role } = loan;
  const now = useNow();
  const consequence = describeConsequence(loan, now);
  if (waitingFor.until === null) {
    const dueAt = findNextDueAt(loan);
    const isPast = dueAt !== null && Date.parse(dueAt) < now.getTime();
    const due = `${getOther(loan)}’s payment ${isPast ? 'was' : 'is'} due`;
    return (
      <Deadline at={dueAt} before={role === 'LENDER' ? due : 'Due'} consequence={consequence} />
    );
  }
  const before = stage === 'IN_GRACE' ? 'Grace ends' : 'By';
  return <Deadline at={waitingFor.until} {...{ before, consequence }} />;
}

/** A valuable domain can be accepted only after a wait. */
function PushDeadline({ push: { acceptableFrom, expiresAt } }: { push: WaitingPushFragment }) {
  const now = useNow();
  const waits = Date.parse(acceptableFrom) > now.getTime();
  return (
    <>
      <Deadline at={expiresAt} before="Expires" />
      {waits && (
        <span className="block text-ink-2">
          Can be accepted from <Time value={acceptableFrom} as="short-day-time" now={now} />
        </span>
      )}
    </>
  );
}

function Since({ at }: { at: string }) {
  const now = useNow();
  return (
    <span className="text-ink-2">
      Waiting since <Time value={at} as="short-day" now={now} />
    </span>
  );
}

/** Which lists have the rest. */
function More({ count, needs }: { count: number; needs: NeedsYouFragment }) {
  const { waitingDisputes, waitingPayments, waitingLoans, waitingOffers, waitingPushes } = needs;
  const isCut = (total = 0, shown = 0) => total > shown;
  const loans = isCut(waitingLoans?.total, waitingLoans?.escrows.length);
  const offers = isCut(waitingOffers?.total, waitingOffers?.domains.length);
  const pushes = isCut(waitingPushes?.total, waitingPushes?.pushes.length);
  const staff =
    isCut(waitingDisputes?.total, waitingDisputes?.escrows.length) ||
    isCut(waitingPayments?.total, waitingPayments?.payments.length);
  return (
    <p className="flex flex-wrap gap-x-4 border-line border-t px-5 py-3 text-ink-2 sm:px-6">
      {count} more in
      {staff && <TextLink to="/app/disputes">Disputes</TextLink>}
      {(loans || offers) && <TextLink to="/app/borrow">Borrow</TextLink>}
      {loans && <TextLink to="/app/lend">Lend</TextLink>}
      {pushes && <TextLink to="/app/my-domains">My Domains</TextLink>}
    </p>
  );
}
