/** The notification center of the top bar: what there is to do, and what there is to know. Both live, in every tab. */

import { Bell as BellIcon, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import type { UnreadCountsFieldsFragment } from './notification-center.generated.ts';
import { UnreadCountsDocument, UnreadCountsLiveDocument } from './notification-center.generated.ts';
import { NotificationMenu } from './notification-menu.tsx';
import { useNotificationAnnouncer } from './use-notification-announcer.ts';

type Unread = UnreadCountsFieldsFragment['unreadCounts'];

export function NotificationCenter() {
  const [unread, setUnread] = useState<Unread>();
  const news = useNotificationAnnouncer(unread);
  // The page's own data are asked for first.
  const drawn = useDeferredValue(true, false);
  return (
    <>
      <NotificationMenu name="Alerts" icon={TriangleAlert} unread={unread?.alerts ?? 0} alerts />
      <NotificationMenu name="Notifications" icon={BellIcon} unread={unread?.notifications ?? 0} />
      <span role="status" className="sr-only">
        {news}
      </span>
      {drawn && <UnreadCountsQuery onTold={setUnread} />}
    </>
  );
}

function UnreadCountsQuery({ onTold }: { onTold: (unread: Unread) => void }) {
  const { data } = usePageQuery(UnreadCountsDocument, {});
  useLiveUpdates(UnreadCountsLiveDocument, { variables: {} });
  const unread = data?.notificationCenter?.unreadCounts;
  useEffect(() => {
    if (unread) onTold(unread);
  }, [unread, onTold]);
  return null;
}
