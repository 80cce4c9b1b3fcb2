/** The two notification menus of the top bar: alerts (to act on) and notifications (to read). Live in every tab. */

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
  const announcement = useNotificationAnnouncer(unread);
  // Deferred, so that the page's own queries go first.
  const ready = useDeferredValue(true, false);
  return (
    <>
      <NotificationMenu name="Alerts" icon={TriangleAlert} unread={unread?.alerts ?? 0} alerts />
      <NotificationMenu name="Notifications" icon={BellIcon} unread={unread?.notifications ?? 0} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {ready && <UnreadCountsQuery onCounts={setUnread} />}
    </>
  );
}

function UnreadCountsQuery({ onCounts }: { onCounts: (unread: Unread) => void }) {
  const { data } = usePageQuery(UnreadCountsDocument, {});
  useLiveUpdates(UnreadCountsLiveDocument, { variables: {} });
  const unread = data?.notificationCenter?.unreadCounts;
  useEffect(() => {
    if (unread) onCounts(unread);
  }, [unread, onCounts]);
  return null;
}
