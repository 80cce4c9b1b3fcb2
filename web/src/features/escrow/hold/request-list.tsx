/** Legal requests that wait for an operator: each becomes a hold, or is closed. */

import { useNow } from '../../../graph/business-time.ts';
import { describeHoldKind } from '../../../graph/hold-kinds.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import type { LegalRequestRowFragment } from './legal-holds.generated.ts';
import { CloseLegalRequestDocument } from './legal-holds.generated.ts';

export interface RequestListProps {
  requests: readonly LegalRequestRowFragment[];
  /** Of all open requests. */
  total: number;
  page: number;
  pages: number;
  getHref: (page: number) => string;
  onPlace: (request: LegalRequestRowFragment) => void;
}

export function RequestList(props: RequestListProps) {
  const { requests, total, page, pages, getHref, onPlace } = props;
  if (total === 0) return null;
  return (
    <div className="mb-5">
      <p className="mb-3 text-ink-2">
        {total === 1 ? '1 open request' : `${total.toLocaleString('en')} open requests`}
      </p>
      <ul className="space-y-4">
        {requests.map((request) => (
          <li key={request.id}>
            <Request request={request} onPlace={onPlace} />
          </li>
        ))}
      </ul>
      <Pagination
        name="Pages of requests"
        page={page}
        pages={pages}
        getHref={getHref}
        foot={false}
      />
    </div>
  );
}

interface RequestProps extends Pick<RequestListProps, 'onPlace'> {
  request: LegalRequestRowFragment;
}

function Request({ request, onPlace }: RequestProps) {
  const { id, unicodeName, kind, caseId, provider, contact, text, receivedAt } = request;
  const [close, busy] = useAction(CloseLegalRequestDocument, { refetch: ['LegalHolds'] });
  const now = useNow();
  const finish = async () => {
    try {
      await close({ id });
      showBanner('green', 'Request closed');
    } catch (error) {
      showBanner('red', error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Card title="Legal request">
      <Nameplate name={unicodeName} size="row" />
      <p className="text-xs text-ink-3 wrap-anywhere">
        {describeHoldKind(kind)} {caseId}, {provider}, {contact},{' '}
        <Time value={receivedAt} as="short-day-time" now={now} />
      </p>
      <p className="mt-2 text-ink-2 wrap-anywhere">{text}</p>
      <div className="mt-4 flex flex-wrap gap-x-3.5 gap-y-1.5">
        <Button size="row" onClick={() => onPlace(request)}>
          Place a Hold
        </Button>
        <Button size="row" variant="quiet" busy={busy} onClick={finish}>
          Close Request
        </Button>
      </div>
    </Card>
  );
}
