/** One bell: how much behind it is unread, and the list that it opens. */

import type { LucideIcon } from 'lucide-react';
import { CountBadge } from '../../ui/display/count-badge.tsx';
import { Popover } from '../../ui/popover/popover.tsx';
import { BellList } from './notification-list.tsx';

export interface BellProps {
  name: 'Alerts' | 'Notifications';
  icon: LucideIcon;
  /** Over everything, also beyond the list. */
  unread: number;
  alerts?: boolean;
}

export function Bell({ name, icon: Icon, unread, alerts = false }: BellProps) {
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
      {(close) => <BellList name={name} unread={unread} alerts={alerts} onGone={close} />}
    </Popover>
  );
}
