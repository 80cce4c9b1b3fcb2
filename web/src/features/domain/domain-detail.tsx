/** What the owner must know about a domain at a glance: its value, and its listing or the end of its registration. */

import type { ReactNode } from 'react';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { splitName } from '../../format/split-name.ts';
import { formatWorth } from '../../format/worth.ts';
import { useNow } from '../../graph/business-time.ts';
import { Time } from '../../ui/display/time.tsx';
import { describeConsequence } from '../../ui/loan/describe-consequence.ts';
import type { DomainDeadlines } from './deadlines.ts';
import { useDeadlines } from './deadlines.ts';
import type { DomainRowFragment } from './dialog/domain-row.generated.ts';

export interface DomainDetailProps {
  domain: DomainRowFragment;
  /** The list is sorted by the end of the registration. */
  byExpiry: boolean;
}

export function DomainDetail(props: DomainDetailProps) {
  const deadline = describeDeadline(useDeadlines(props.domain.id), useNow());
  // The deadline matters more, and the row stays short.
  const parts = listParts(props).filter(
    ({ key }) => !deadline || props.byExpiry || key !== 'expiry',
  );
  return (
    <>
      {deadline}
      {parts.map(({ key, text }, index) => (
        // What the domain is worth belongs to the decision; on a phone the rest is for screen readers.
        <span key={key} className={deadline && key !== 'worth' ? 'stacked:sr-only' : undefined}>
          {(index > 0 || deadline) && ' · '}
          <span className="inline-block">{text}</span>
        </span>
      ))}
    </>
  );
}

/** "Transfer the domain in by Mar 10, or the loan is cancelled". */
function describeDeadline({ loan, offers }: DomainDeadlines, now: Date): ReactNode {
  const day = (value: string) => <Time as="short-day" value={value} now={now} />;
  if (loan?.waitingFor.label && loan.waitingFor.until !== null) {
    const { label, until } = loan.waitingFor;
    const consequence = describeConsequence(loan, now);
    return (
      <span className="text-brand-ink">
        {label} by {day(until)}
        {consequence?.replace(/^Then /, ', or ')}
      </span>
    );
  }
  if (!offers) return undefined;
  const { count, expiresAt } = offers;
  return (
    <>
      {count === 1 ? '1 offer, expires ' : `${count} offers, first expires `}
      {day(expiresAt)}
    </>
  );
}

interface Part {
  key: string;
  text: ReactNode;
}

function listParts({ domain, byExpiry }: DomainDetailProps): Part[] {
  const { appraisal, ownerValue, listing, transferOutStartsAt, expiresAt } = domain;
  const isPending = domain.pendingTransfer;
  if (transferOutStartsAt)
    return [
      {
        key: 'leaving',
        text: (
          <>
            Transfer out starts <Time as="day-time" value={transferOutStartsAt} />
          </>
        ),
      },
    ];
  const parts: Part[] = [];
  if (appraisal || ownerValue !== null)
    parts.push({ key: 'worth', text: formatWorth({ appraisal, ownerValue }) });
  if (!domain.tldSupported)
    parts.push({
      key: 'suffix',
      text: `${splitName(domain.unicodeName).suffix} isn’t supported for loans`,
    });
  else if (listing && !byExpiry)
    parts.push({
      key: 'listing',
      text: `Listed for ${formatMoney(listing.desiredAmount)}, ${formatDays(listing.desiredTerm)}`,
    });
  if (isPending) parts.push({ key: 'transfer', text: 'With the registrar' });
  else if (expiresAt) parts.push({ key: 'expiry', text: <Registration until={expiresAt} /> });
  return parts;
}

function Registration({ until }: { until: string }) {
  return (
    <>
      Registered until <Time as="short-day" value={until} now={useNow()} />
    </>
  );
}
