/** How the domain of a loan stands with the platform: custody, registration, nameservers. */

import { Suspense, useState } from 'react';
import { useNow } from '../../../graph/business-time.ts';
import { useLive } from '../../../graph/use-live.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Code } from '../../../ui/display/code.tsx';
import type { Fact } from '../../../ui/display/facts.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { later } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { DomainStatus } from '../../../ui/status/domain-status.tsx';
import type { Loan } from '../loan-parties.ts';
import { isOver } from '../loan-parties.ts';
import type { CollateralFragment } from './collateral.generated.ts';
import { CollateralLiveDocument } from './collateral.generated.ts';

const RenewDialog = later(async () => (await import('./renew-dialog.tsx')).RenewDialog);

export interface CollateralCardProps {
  loan: Loan;
  /** Null where domains cannot be asked now, or it is not the reader's any more. */
  domain: CollateralFragment | null;
}

export function CollateralCard({ loan, domain }: CollateralCardProps) {
  const [renewing, setRenewing] = useState(false);
  const watches = loan.role !== 'OPERATOR' && domain !== null && !isOver(loan);
  useLive(CollateralLiveDocument, { variables: watches ? { domainId: loan.domainId } : null });
  return (
    <Card title="Domain" className="sm:p-5">
      {domain ? (
        <Facts layout="list" className="mt-1" items={factsOf(loan, domain)} />
      ) : (
        <p className="mt-1 text-ink-2">
          {isOver(loan)
            ? 'The domain is not part of this loan any more.'
            : 'How the domain stands cannot be shown right now.'}
        </p>
      )}
      {loan.renewUntil && (
        <p className="mt-3 text-amber">
          It must be registered at least until <Time value={loan.renewUntil} as="due" /> before the
          loan goes on.
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

function factsOf({ inCustodyAt }: Loan, domain: CollateralFragment): Fact[] {
  const { status, expiresAt, nameservers } = domain;
  return [
    { label: 'Status', value: <DomainStatus status={status} /> },
    ...(inCustodyAt ? [{ label: 'In custody since', value: <Since at={inCustodyAt} /> }] : []),
    ...(expiresAt
      ? [{ label: 'Registered until', value: <Time value={expiresAt} as="due" /> }]
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
