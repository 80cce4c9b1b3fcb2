/** The domain that secures a loan: its status, custody, registration and nameservers. */

import { Suspense, useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { useLiveUpdates } from '../../../graph/use-live-updates.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Code } from '../../../ui/display/code.tsx';
import type { Fact } from '../../../ui/display/facts.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { ValueBar } from '../../../ui/display/value-bar.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { DomainStatus } from '../../../ui/status/domain-status.tsx';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import type { CollateralFragment } from './collateral.generated.ts';
import { CollateralLiveDocument } from './collateral.generated.ts';

const RenewDialog = lazyComponent(async () => (await import('./renew-dialog.tsx')).RenewDialog);

export interface CollateralCardProps {
  loan: Loan;
  /** Null while the domains service is unavailable, or once the domain is no longer the reader's. */
  domain: CollateralFragment | null;
}

export function CollateralCard({ loan, domain }: CollateralCardProps) {
  const [renewing, setRenewing] = useState(false);
  const isLive = loan.role !== 'OPERATOR' && domain !== null && !isClosed(loan);
  useLiveUpdates(CollateralLiveDocument, {
    variables: isLive ? { domainId: loan.domainId } : null,
  });
  return (
    <Card title="Domain" className="sm:p-5">
      {domain ? (
        <Facts layout="list" className="mt-1" items={listDetails(loan, domain)} />
      ) : (
        <p className="mt-1 text-ink-2">
          {isClosed(loan)
            ? 'The domain is no longer held for this loan.'
            : 'The domain can’t be shown right now.'}
        </p>
      )}
      {loan.renewUntil && (
        <p className="mt-3 text-amber">
          Its registration must run until <Time value={loan.renewUntil} as="day" /> or later before
          the loan can continue.
        </p>
      )}
      {domain?.actions.includes('RENEW') && (
        <Button size="row" className="mt-3" onClick={() => setRenewing(true)}>
          Renew
        </Button>
      )}
      <Suspense fallback={null}>
        {renewing && (
          <RenewDialog
            domainId={loan.domainId}
            name={loan.unicodeName}
            onClose={() => setRenewing(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function listDetails({ inCustodyAt, amount }: Loan, domain: CollateralFragment): Fact[] {
  const { status, expiresAt, nameservers } = domain;
  return [
    { label: 'Status', value: <DomainStatus status={status} /> },
    {
      label: 'Value',
      value: (
        <ValueBar
          estimate={domain.appraisal}
          ownerValueCents={domain.ownerValue}
          loanCents={amount}
          className="w-52"
        />
      ),
    },
    ...(inCustodyAt ? [{ label: 'In custody since', value: <Since at={inCustodyAt} /> }] : []),
    ...(expiresAt
      ? [{ label: 'Registered until', value: <Time value={expiresAt} as="day" /> }]
      : []),
    ...(nameservers?.length
      ? [
          {
            label: 'Nameservers',
            value: nameservers.map((one) => (
              <span key={one} className="block text-right font-normal">
                <Code>{one}</Code>
              </span>
            )),
          },
        ]
      : []),
  ];
}

function Since({ at }: { at: string }) {
  return <Time value={at} as="short-day" now={useNow()} />;
}
