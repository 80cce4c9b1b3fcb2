/** What the owner must know about a domain at a glance: its value, and its listing or the end of its registration. */

import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { splitName } from '../../format/split-name.ts';
import { formatWorth } from '../../format/worth.ts';
import { useNow } from '../../graph/business-time.ts';
import { Time } from '../../ui/display/time.tsx';
import type { DomainRowFragment } from './dialog/domain-row.generated.ts';

export interface DomainDetailProps {
  domain: DomainRowFragment;
  /** The list is sorted by the end of the registration. */
  byExpiry: boolean;
}

export function DomainDetail(props: DomainDetailProps) {
  const parts = listParts(props);
  return parts.map(({ key, text }, index) => (
    <Fragment key={key}>
      {index > 0 && ' · '}
      <span className="inline-block">{text}</span>
    </Fragment>
  ));
}

interface Part {
  key: string;
  text: ReactNode;
}

function listParts({ domain, byExpiry }: DomainDetailProps): Part[] {
  const { appraisal, ownerValue, listing, transferOutStartsAt, expiresAt } = domain;
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
