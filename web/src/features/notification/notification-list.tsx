/** The list in one notification menu, loaded when the menu opens and live while it is open. */

import { useDeferredValue } from 'react';
import { PageProblem } from '../../graph/page-problem.tsx';
import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotificationItem } from './notification-item.tsx';
import {
  NotificationCenterDocument,
  NotificationCenterLiveDocument,
} from './notification-list.generated.ts';
import { ReadAllButton } from './read-all-button.tsx';

export interface NotificationListProps {
  name: 'Alerts' | 'Notifications';
  unread: number;
  /** Show alerts instead of notifications. */
  alerts: boolean;
  onGone: () => void;
}

export function NotificationList({ name, unread, alerts, onGone }: NotificationListProps) {
  const { data, loading, problem, retry } = usePageQuery(NotificationCenterDocument, {});
  useLiveUpdates(NotificationCenterLiveDocument, { variables: {} });
  const loaded = data?.notificationCenter?.notifications;
  // Deferred, so that the menu opens before up to a hundred cached rows render.
  const notifications = useDeferredValue(loaded, undefined);
  const items = notifications?.filter(({ message }) => message === alerts);
  // "Mark all read" covers only what has been on screen; newer notifications stay unread.
  const upTo = notifications?.[0]?.createdAt;
  return (
    <>
      <div className="-m-1.5 sticky -top-1.5 z-1 flex min-h-12 items-center justify-between gap-3 bg-raised px-4.5 pt-1.5">
        <h2 className="font-semibold text-xs">{name}</h2>
        {upTo !== undefined && items && items.length > 0 && (
          <ReadAllButton upTo={upTo} alerts={alerts} disabled={unread === 0} />
        )}
      </div>
      {problem && !loaded && (
        <div className="p-1.5">
          <PageProblem problem={problem} onTryAgain={retry} />
        </div>
      )}
      {(loading || (loaded && !notifications)) && <Skeleton rows={3} rowHeight={62} label={name} />}
      {items?.length === 0 && <p className="px-3 pt-1 pb-3 text-ink-2">Nothing here yet...</p>}
      {items && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <NotificationItem key={item.id} item={item} onNavigate={onGone} />
          ))}
        </ul>
      )}
    </>
  );
}
