/** The button of one notification menu, with its unread count and popover. */

import type { LucideIcon } from 'lucide-react';
import { CountBadge } from '../../ui/display/count-badge.tsx';
import { Popover } from '../../ui/popover/popover.tsx';
import { NotificationList } from './notification-list.tsx';

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
      {(close) => <NotificationList name={name} unread={unread} alerts={alerts} onGone={close} />}
    </Popover>
  );
}
