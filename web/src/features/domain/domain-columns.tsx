/** The columns of the My Domains table. */

import { Link } from 'react-router-dom';
import { Chip } from '../../ui/display/chip.tsx';
import { Time } from '../../ui/display/time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowName } from '../../ui/table/row-name.tsx';
import { YesNo } from '../../ui/table/yes-no.tsx';
import type { DomainRowFragment } from './dialog/domain-row.generated.ts';
import type { Dialogs } from './dialog/use-dialogs.ts';
import { DomainRowActions } from './domain-row-actions.tsx';

type Row = DomainRowFragment;

const inCustody = ({ status }: Row) => status === 'CUSTODY_PAID' || status === 'IN_ESCROW';

function Name({ domain, withExpiry }: { domain: Row; withExpiry: boolean }) {
  const { unicodeName, expiresAt, transferOutStartsAt } = domain;
  if (transferOutStartsAt) {
    const start = <Time as="day-time" value={transferOutStartsAt} />;
    return <RowName name={unicodeName} detail={<>Transfer out starts {start}</>} />;
  }
  const expiry = withExpiry && expiresAt ? <Time as="day" value={expiresAt} /> : undefined;
  return <RowName name={unicodeName} detail={expiry && <>Expires {expiry}</>} />;
}

function Offers({ domain }: { domain: Row }) {
  const { offers, unicodeName } = domain;
  if (offers === null) return null;
  return (
    <Link
      to="/app/borrow"
      aria-label={`${offers} ${offers === 1 ? 'offer' : 'offers'} for ${unicodeName}`}
      className="inline-flex min-h-6 min-w-6 items-center justify-end font-semibold text-brand-ink underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {offers}
    </Link>
  );
}

function InEscrow({ domain }: { domain: Row }) {
  if (domain.status !== 'IN_ESCROW') return <YesNo value={false} />;
  if (!domain.escrow) return <Chip tone="wine">In Escrow</Chip>;
  return (
    <Link
      to={`/app/escrow/${domain.escrow.id}`}
      aria-label={`In Escrow: loan on ${domain.unicodeName}`}
      className="inline-flex rounded-[5px]"
    >
      <Chip tone="wine">In Escrow</Chip>
    </Link>
  );
}

export interface ColumnsOptions {
  show: Dialogs['show'];
  /** Show the expiry date, because the list is sorted by it. */
  withExpiry: boolean;
}

export function domainColumns({ show, withExpiry }: ColumnsOptions): Column<Row>[] {
  return [
    { header: 'Domain', cell: (domain) => <Name domain={domain} withExpiry={withExpiry} /> },
    {
      header: 'Verified',
      cell: ({ status }) => <YesNo value={status !== 'EXTERNAL_UNVERIFIED'} />,
    },
    {
      header: 'Transferred',
      cell: (domain) =>
        domain.pendingTransfer ? (
          <Chip tone="amber">Pending</Chip>
        ) : (
          <YesNo value={inCustody(domain)} />
        ),
    },
    { header: 'Offers', align: 'end', cell: (domain) => <Offers domain={domain} /> },
    { header: 'In Escrow', cell: (domain) => <InEscrow domain={domain} /> },
    {
      header: 'Actions',
      actions: true,
      cell: (domain) => <DomainRowActions domain={domain} show={show} />,
    },
  ];
}
