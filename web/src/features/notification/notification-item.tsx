/** One notification. Clicking it marks it as read and opens its subject. */

import { useNavigate } from 'react-router-dom';
import { useNow } from '../../graph/business-time.ts';
import { useAction } from '../../graph/use-action.ts';
import { Time } from '../../ui/display/time.tsx';
import type { NotificationItemFragment } from './notification-item.generated.ts';
import { ReadNotificationDocument } from './notification-item.generated.ts';

export interface NotificationItemProps {
  item: NotificationItemFragment;
  /** Called before navigating. */
  onNavigate: () => void;
}

export function NotificationItem({ item, onNavigate }: NotificationItemProps) {
  const { id, body, link, read, createdAt } = item;
  const navigate = useNavigate();
  const now = useNow();
  const [markRead] = useAction(ReadNotificationDocument);
  const go = () => {
    // Do not delay the navigation. If this fails, the notification stays unread.
    if (!read) markRead({ id }).catch(() => undefined);
    onNavigate();
    void navigate(link);
  };
  return (
    <li>
      <button
        type="button"
        onClick={go}
        className="flex w-full scroll-mt-12 gap-2.5 rounded-md px-3 py-2 text-left -outline-offset-2 hover:bg-sunken"
      >
        <span
          aria-hidden="true"
          className={`mt-2 size-1.5 shrink-0 rotate-45 rounded-[1.5px] forced-color-adjust-none ${read ? '' : 'bg-brand-ink'}`}
        />
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className={`wrap-anywhere ${read ? 'text-ink-2' : ''}`}>
            {!read && <span className="sr-only">Unread: </span>}
            {body}
          </span>
          <Time value={createdAt} as="ago" now={now} className="text-2xs text-ink-3" />
        </span>
      </button>
    </li>
  );
}
