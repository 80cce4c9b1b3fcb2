/** The screen reader announcement of new alerts and notifications; existing ones are not announced. */

import { useEffect, useRef, useState } from 'react';
import type { UnreadCountsFieldsFragment } from './notification-center.generated.ts';

type Unread = UnreadCountsFieldsFragment['unreadCounts'];

/** Empty until one of the counts rises. */
export function useNotificationAnnouncer(unread: Unread | undefined): string {
  const before = useRef<Unread>(undefined);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!unread) return;
    const { alerts, notifications } = before.current ?? unread;
    before.current = unread;
    if (unread.alerts > alerts) setAnnouncement(`New alert, ${unread.alerts} unread`);
    else if (unread.notifications > notifications)
      setAnnouncement(`New notification, ${unread.notifications} unread`);
    else setAnnouncement('');
  }, [unread]);
  return announcement;
}
