/** Legal holds with their deadlines, and the requests that wait for an answer, for operators. */

import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readPage } from '../../../format/read-page.ts';
import { useNow } from '../../../graph/business-time.ts';
import { describeHoldKind } from '../../../graph/hold-kinds.ts';
import { PageProblem } from '../../../graph/page-problem.tsx';
import { useAction } from '../../../graph/use-action.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { RowName } from '../../../ui/table/row-name.tsx';
import type { LegalHoldRowFragment, LegalRequestRowFragment } from './legal-holds.generated.ts';
import { LegalHoldsDocument, LiftLegalHoldDocument } from './legal-holds.generated.ts';
import { RequestList } from './request-list.tsx';

const PlaceHoldDialog = lazyComponent(
  async () => (await import('./place-hold-dialog.tsx')).PlaceHoldDialog,
);

function Lock({ deadline, lockedAt }: LegalHoldRowFragment) {
  const now = useNow();
  if (lockedAt)
    return (
      <>
        Locked <Time value={lockedAt} as="short-day-time" now={now} />
      </>
    );
  if (!deadline) return <span className="text-ink-3">–</span>;
  const late = Date.parse(deadline) < now.getTime();
  return (
    <span className={late ? 'text-red' : ''}>
      Lock by <Time value={deadline} as="short-day-time" now={now} />
    </span>
  );
}

function State({ disclosed, liftRequestedAt, liftRequestedByYou }: LegalHoldRowFragment) {
  if (liftRequestedAt)
    return <>{liftRequestedByYou ? 'Another operator has to lift it' : 'Lift to be confirmed'}</>;
  return <>{disclosed ? 'Parties notified' : 'Parties not notified'}</>;
}

function Since({ at }: { at: string }) {
  return <Time value={at} as="short-day" now={useNow()} />;
}

const columns: readonly Column<LegalHoldRowFragment>[] = [
  { header: 'Domain', cell: ({ unicodeName }) => <RowName name={unicodeName} /> },
  {
    header: 'Case',
    cell: ({ kind, caseId, provider }) => (
      <span className="wrap-anywhere">
        {describeHoldKind(kind)} {caseId}, {provider}
      </span>
    ),
  },
  { header: 'Since', cell: ({ placedAt }) => <Since at={placedAt} /> },
  { header: 'Lock', cell: (hold) => <Lock {...hold} /> },
  { header: 'State', cell: (hold) => <State {...hold} /> },
];

/** What an operator does in a dialog. */
type Task =
  | { kind: 'PLACE'; request: LegalRequestRowFragment | undefined }
  | { kind: 'LIFT'; hold: LegalHoldRowFragment };

export function HoldQueue() {
  const [query] = useSearchParams();
  const page = readPage(query.get('page') ?? undefined) ?? 1;
  const requestPage = readPage(query.get('requests') ?? undefined) ?? 1;
  const { data, problem, loading, retry } = usePageQuery(LegalHoldsDocument, { page, requestPage });
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  const holds = data?.legalHolds;
  const place = (request?: LegalRequestRowFragment) => setTask({ kind: 'PLACE', request });
  return (
    <>
      <div className="mb-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      {loading && <Skeleton card rows={4} label="Legal holds" />}
      {data?.legalRequests && (
        <RequestList
          {...data.legalRequests}
          page={requestPage}
          getHref={(to) => hrefOf(page, to)}
          onPlace={place}
        />
      )}
      {holds && (
        <>
          <div className="mb-5">
            <Button onClick={() => place()}>Place a Hold</Button>
          </div>
          <DataTable
            caption="Legal holds"
            wide
            columns={withLift((hold) => setTask({ kind: 'LIFT', hold }))}
            rows={holds.holds}
            getKey={({ id }) => id}
            empty={<EmptyState>Domains on legal hold appear here.</EmptyState>}
            foot={
              <Pagination
                page={page}
                pages={holds.pages}
                getHref={(to) => hrefOf(to, requestPage)}
              />
            }
          />
        </>
      )}
      {task?.kind === 'PLACE' && <PlaceHoldDialog request={task.request} onClose={close} />}
      {task?.kind === 'LIFT' && <LiftDialog hold={task.hold} onClose={close} />}
    </>
  );
}

const hrefOf = (page: number, requestPage: number) =>
  `/app/disputes?tab=holds&page=${page}&requests=${requestPage}`;

function withLift(onLift: (hold: LegalHoldRowFragment) => void): Column<LegalHoldRowFragment>[] {
  return [
    ...columns,
    {
      header: 'Actions',
      actions: true,
      cell: (hold) => (
        <RowActions>
          <Button
            size="row"
            disabled={hold.liftRequestedByYou}
            onClick={() => onLift(hold)}
            aria-label={`Lift the hold of ${hold.unicodeName}`}
          >
            Lift
          </Button>
        </RowActions>
      ),
    },
  ];
}

function LiftDialog({ hold, onClose }: { hold: LegalHoldRowFragment; onClose: () => void }) {
  const [lift] = useAction(LiftLegalHoldDocument, { refetch: ['LegalHolds'] });
  const confirms = hold.liftRequestedAt !== null;
  const confirm = async () => {
    await lift({ domain: hold.domain });
    onClose();
    showBanner('green', confirms ? 'Hold lifted' : 'Another operator has to confirm');
  };
  return (
    <ConfirmDialog
      title={confirms ? 'Lift this hold?' : 'Ask to lift this hold?'}
      domain={hold.unicodeName}
      effect={
        confirms
          ? 'Anything the hold stopped continues at once: a return, a seizure, a transfer out.'
          : 'A second operator has to confirm. Until then the hold stays.'
      }
      action={confirms ? 'Lift Hold' : 'Ask to Lift'}
      danger={confirms}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
