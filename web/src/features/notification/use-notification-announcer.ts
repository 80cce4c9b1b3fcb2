/** What those who hear the page are told when a bell rings: that something came, never what was there already. */

import { useEffect, useRef, useState } from 'react';
import type { UnreadCountsFieldsFragment } from './notification-center.generated.ts';

type Unread = UnreadCountsFieldsFragment['unreadCounts'];

/** Empty until one of the counts rises. */
export function useNotificationAnnouncer(unread: Unread | undefined): string {
  const before = useRef<Unread>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (!unread) return;
    const { alerts, notifications } = before.current ?? unread;
    before.current = unread;
    if (unread.alerts > alerts) setNews(`New alert, ${unread.alerts} unread`);
    else if (unread.notifications > notifications)
      setNews(`New notification, ${unread.notifications} unread`);
    else setNews('');
  }, [unread]);
  return news;
}
