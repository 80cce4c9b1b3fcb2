/** How the borrower's past loans ended, as counts, without revealing who the borrower is. Visitors must log in. */

import { useLocation } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { loginPath } from '../../session/return-path.ts';
import { useSession } from '../../session/tokens.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { BorrowerTrackRecordFragment } from './track-record-card.generated.ts';

export function TrackRecordCard({ record }: { record: BorrowerTrackRecordFragment | null }) {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <Card title="The borrower’s record">
      {record && <Counts record={record} />}
      {!record && session && <p className="mt-1 text-ink-2">This can’t be shown right now.</p>}
      {!record && !session && (
        <p className="mt-1 text-ink-2">
          <TextLink to={loginPath(pathname)}>Log in</TextLink> to see how this borrower’s past loans
          ended.
        </p>
      )}
    </Card>
  );
}

function Counts({ record }: { record: BorrowerTrackRecordFragment }) {
  if (record.finished === 0) return <p className="mt-1 text-ink-2">No finished loans yet</p>;
  const counts = [
    { label: 'Loans finished', value: record.finished },
    { label: 'Repaid on time', value: record.onTime },
    { label: 'Defaulted', value: record.defaulted },
    { label: 'Disputed', value: record.disputed },
    { label: 'Different lenders', value: record.counterparties },
    { label: 'Total repaid', value: formatMoney(record.repaidTotal) },
  ];
  return <Facts layout="list" items={counts} className="mt-2" />;
}
