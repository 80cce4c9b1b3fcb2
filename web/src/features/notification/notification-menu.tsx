/** The button of one notification menu, with its unread count and popover. */

import type { LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { CountBadge } from '../../ui/display/count-badge.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Popover } from '../../ui/popover/popover.tsx';

// Read only when the menu opens.
const NotificationList = lazyComponent(
  async () => (await import('./notification-list.tsx')).NotificationList,
);

export interface NotificationMenuProps {
  name: 'Alerts' | 'Notifications';
  icon: LucideIcon;
  /** The total, including notifications beyond the list. */
  unread: number;
  alerts?: boolean;
}

export function NotificationMenu({
  name,
  icon: Icon,
  unread,
  alerts = false,
}: NotificationMenuProps) {
  return (
    <Popover
      name={unread > 0 ? `${name}, ${unread} unread` : name}
      trigger={
        <>
          <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
          <CountBadge count={unread} />
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<Skeleton rows={3} label={name} />}>
          <NotificationList name={name} unread={unread} alerts={alerts} onGone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
