/** The columns of the My Domains table. */

import { Link } from 'react-router-dom';
import { Chip } from '../../ui/display/chip.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowName } from '../../ui/table/row-name.tsx';
import { YesNo } from '../../ui/table/yes-no.tsx';
import type { DomainRowFragment } from './dialog/domain-row.generated.ts';
import type { Dialogs } from './dialog/use-dialogs.ts';
import { DomainDetail } from './domain-detail.tsx';
import { DomainLabels } from './domain-labels.tsx';
import { DomainRowActions } from './domain-row-actions.tsx';
import { SelectBox } from './selection/select-box.tsx';
import type { Selection } from './selection/use-selection.ts';

type Row = DomainRowFragment;

const inCustody = ({ status }: Row) => status === 'CUSTODY_PAID' || status === 'IN_ESCROW';

interface NameProps extends Pick<ColumnsOptions, 'byExpiry' | 'selection'> {
  domain: Row;
}

function Name({ domain, byExpiry, selection }: NameProps) {
  const detail = (
    <>
      <DomainDetail domain={domain} byExpiry={byExpiry} />
      <DomainLabels labels={domain.labels ?? []} />
    </>
  );
  return (
    <span className="flex items-center gap-2">
      <SelectBox
        label={`Select ${domain.unicodeName}`}
        checked={selection.has(domain.id)}
        onChange={() => selection.toggle(domain.id)}
      />
      <span className="min-w-0">
        <RowName name={domain.unicodeName} detail={detail} besideMenu />
      </span>
    </span>
  );
}

function Offers({ domain }: { domain: Row }) {
  const { offers, unicodeName } = domain;
  if (offers === null) return null;
  return (
    <Link
      to="/app/borrow"
      aria-label={`${offers} ${offers === 1 ? 'offer' : 'offers'} for ${unicodeName}`}
      className="inline-flex min-h-6 min-w-6 items-center font-semibold text-brand-ink underline decoration-1 underline-offset-4 hover:decoration-2 flat:justify-end"
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
  /** The list is sorted by the end of the registration, so each row shows it. */
  byExpiry: boolean;
  selection: Selection;
}

export function domainColumns({ show, byExpiry, selection }: ColumnsOptions): Column<Row>[] {
  return [
    {
      header: 'Domain',
      headerLead: (
        <SelectBox
          label="Select all on this page"
          checked={selection.all}
          mixed={selection.selected.length > 0 && !selection.all}
          onChange={selection.selectAll}
        />
      ),
      cell: (domain) => <Name domain={domain} byExpiry={byExpiry} selection={selection} />,
    },
    {
      header: 'Verified',
      width: 5.25,
      isMinor: ({ status }) => status === 'EXTERNAL_UNVERIFIED',
      cell: ({ status }) => <YesNo value={status !== 'EXTERNAL_UNVERIFIED'} />,
    },
    {
      header: 'Transferred',
      width: 6.75,
      isMinor: (domain) => !(domain.pendingTransfer || inCustody(domain)),
      cell: (domain) =>
        domain.pendingTransfer ? (
          <Chip tone="amber">Pending</Chip>
        ) : (
          <YesNo value={inCustody(domain)} />
        ),
    },
    {
      header: 'Offers',
      align: 'end',
      width: 4.75,
      isMinor: ({ offers }) => !offers,
      cell: (domain) => <Offers domain={domain} />,
    },
    {
      header: 'In Escrow',
      width: 7,
      selfExplanatory: true,
      isMinor: ({ status }) => status !== 'IN_ESCROW',
      cell: (domain) => <InEscrow domain={domain} />,
    },
    {
      header: 'Actions',
      width: 13.75,
      actions: true,
      cell: (domain) => <DomainRowActions domain={domain} show={show} />,
    },
  ];
}
