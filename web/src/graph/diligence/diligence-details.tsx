/** What a domain's registry and registrar publish about it: warnings first, then the data with its sources and history. */

import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Code } from '../../ui/display/code.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Time } from '../../ui/display/time.tsx';
import type {
  DiligenceReportFragment,
  ImportHintsFragment,
  NameRecordFragment,
} from './diligence.generated.ts';
import { DiligenceNotes } from './diligence-notes.tsx';

export interface DiligenceDetailsProps {
  /** A-label. */
  name: string;
  /** Null while the domains service is unavailable. */
  report: DiligenceReportFragment | null | undefined;
  /** Earlier loans on the name; null while they are unavailable. */
  loans: NameRecordFragment | null | undefined;
  /** What the owner’s file says; null for others, and once the report knows it. */
  hints?: ImportHintsFragment | null | undefined;
}

export function DiligenceDetails({ name, report, loans, hints }: DiligenceDetailsProps) {
  if (!report) return <p className="mt-1 text-ink-2">This can’t be shown right now.</p>;
  return (
    <>
      <DiligenceNotes notes={report.notes} className="mt-2" />
      <Facts
        layout="list"
        items={[...listValues(report, hints), ...listLoans(loans)]}
        className="mt-2"
      />
      <History changes={report.changes} />
      <p className="mt-4 text-xs text-ink-3">
        {report.asOf ? (
          <>
            From {report.source ?? 'the registry'}, <Time value={report.asOf} as="day-time" />
          </>
        ) : (
          'The registry hasn’t answered yet.'
        )}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <TextLink newTab to={`https://web.archive.org/web/*/${name}`}>
          Web archive
        </TextLink>
        <TextLink newTab to="https://www.wipo.int/amc/en/domains/search/">
          Dispute cases
        </TextLink>
      </p>
    </>
  );
}

type FieldName = 'registrar' | 'registered_at' | 'expires_at' | 'last_transfer_at';
type ListName = 'statuses' | 'nameservers' | 'dnssec';

const labels: Record<FieldName | ListName | 'registry_expires_at', string> = {
  registrar: 'Registrar',
  registered_at: 'Registered',
  expires_at: 'Registered until',
  registry_expires_at: 'Expires at the registry',
  last_transfer_at: 'Last transfer',
  statuses: 'Status',
  nameservers: 'Nameservers',
  dnssec: 'DNSSEC',
};

/** One row, unless they are unavailable. */
function listLoans(loans: DiligenceDetailsProps['loans']) {
  if (!loans) return [];
  const { repaid, defaulted } = loans;
  const ended = [repaid > 0 && `${repaid} repaid`, defaulted > 0 && `${defaulted} defaulted`];
  return [{ label: 'Earlier loans here', value: ended.filter(Boolean).join(', ') || 'None' }];
}

const signing = { SIGNED: 'Signed', UNSIGNED: 'Not signed', UNKNOWN: 'Unknown' };

/** The registry may have renewed a name on its own while its registrar has not. */
const isOtherDay = (one: string | null, other: string | null): one is string =>
  one !== null && one.slice(0, 10) !== other?.slice(0, 10);

function listValues(report: DiligenceReportFragment, hints: DiligenceDetailsProps['hints']) {
  const { registrar, registeredAt, expiresAt, registryExpiresAt } = report;
  const { lastTransferAt, sources, source } = report;
  const row = (field: FieldName | ListName, value: ReactNode, host: string | null) => {
    return {
      label: labels[field],
      value: (
        <Value
          state={findState(report, field)}
          hint={hintOf(field, hints)}
          host={host === source ? null : host}
        >
          {value}
        </Value>
      ),
    };
  };
  return [
    row('registrar', registrar && describeRegistrar(registrar), sources.registrar),
    row(
      'registered_at',
      registeredAt && <Time value={registeredAt} as="day" />,
      sources.registeredAt,
    ),
    row('expires_at', expiresAt && <Time value={expiresAt} as="day" />, sources.expiresAt),
    ...(isOtherDay(registryExpiresAt, expiresAt)
      ? [
          {
            label: labels.registry_expires_at,
            value: <Time value={registryExpiresAt} as="day" />,
          },
        ]
      : []),
    row(
      'last_transfer_at',
      lastTransferAt ? <Time value={lastTransferAt} as="day" /> : 'Never',
      sources.lastTransferAt,
    ),
    row('statuses', <Statuses statuses={report.statuses} />, sources.statuses),
    row('nameservers', <Hosts hosts={report.nameservers} />, sources.nameservers),
    row('dnssec', signing[report.dnssec], sources.dnssec),
  ];
}

function describeRegistrar({ name, ianaId }: NonNullable<DiligenceReportFragment['registrar']>) {
  return [name, ianaId !== null && `IANA ${ianaId}`].filter(Boolean).join(', ');
}

function findState({ unknown, withheld }: DiligenceReportFragment, field: string) {
  if (withheld.includes(field)) return 'Withheld';
  return unknown.includes(field) ? 'Unknown' : undefined;
}

interface ValueProps {
  state: string | undefined;
  /** Null where the note below the list has the same. */
  host: string | null;
  /** Shown with its source where the report has no value. */
  hint: ReactNode;
  children: ReactNode;
}

function hintOf(field: string, hints: DiligenceDetailsProps['hints']): ReactNode {
  if (field === 'registrar') return hints?.registrar;
  const day = field === 'expires_at' ? hints?.expiresOn : null;
  return day && <Time value={day} as="day" />;
}

function Value({ state, host, hint, children }: ValueProps) {
  if (state && hint)
    return (
      <span className="block text-right font-normal">
        {hint}
        <span className="block text-2xs text-ink-3">From your file</span>
      </span>
    );
  if (state) return <span className="font-normal text-ink-3">{state}</span>;
  return (
    <span className="block text-right">
      {children}
      {host && <span className="block text-2xs font-normal text-ink-3">{host}</span>}
    </span>
  );
}

/** One a line, so that they stay next to their label on a phone. */
function Statuses({ statuses }: { statuses: readonly string[] }) {
  if (statuses.length === 0) return 'None';
  return statuses.map((status) => (
    <span key={status} className="block">
      {status}
    </span>
  ));
}

function Hosts({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return 'None';
  return hosts.map((host) => (
    <span key={host} className="block font-normal">
      <Code>{host}</Code>
    </span>
  ));
}

function History({ changes }: Pick<DiligenceReportFragment, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <details className="mt-3 border-t border-line pt-3">
      <summary className="cursor-pointer font-semibold">Changes ({changes.length})</summary>
      <ul aria-label="Changes" className="mt-1.5 space-y-1.5 text-xs text-ink-2">
        {changes.map(({ at, field, from, to }) => (
          <li key={`${at} ${field}`} className="wrap-anywhere">
            <Time value={at} as="day" />{' '}
            <span className="font-semibold text-ink">{findLabel(field)}</span>:{' '}
            {formatValue(field, from)} → {formatValue(field, to)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const findLabel = (field: string): string => (labels as Record<string, string>)[field] ?? field;

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text);

/** Values of dates are ISO 8601; an empty list is an empty text. */
function formatValue(field: string, text: string): ReactNode {
  if (field === 'dnssec') return (signing as Record<string, string>)[text] ?? text;
  if (isTime(text)) return <Time value={text} as="day" />;
  return <Fragment>{text || 'none'}</Fragment>;
}
