/** Marks a chat's notification as read, in every tab, while the end of the chat is on screen. */

import { useApolloClient, useQuery } from '@apollo/client/react';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLiveUpdates } from '../../../graph/use-live-updates.ts';
import {
  ChatNotificationsDocument,
  ChatNotificationsLiveDocument,
  ChatUnreadCountsDocument,
  MarkChatNotificationReadDocument,
} from './chat-notifications.generated.ts';

/** Whether the element is on screen in the visible tab. */
function useIsOnScreen(ref: RefObject<Element | null>): boolean {
  const [intersects, setIntersects] = useState(false);
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    update();
    document.addEventListener('visibilitychange', update);
    const observer = new IntersectionObserver((entries) =>
      setIntersects(entries.at(-1)?.isIntersecting ?? false),
    );
    if (ref.current) observer.observe(ref.current);
    return () => {
      document.removeEventListener('visibilitychange', update);
      observer.disconnect();
    };
  }, [ref]);
  return intersects && visible;
}

/** Attach the returned ref to the end of the chat. */
export function useMarkChatRead(
  escrowId: string,
  loaded: boolean,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const seen = useIsOnScreen(end) && loaded;
  const counts = useQuery(ChatUnreadCountsDocument, { fetchPolicy: 'cache-only' }).data
    ?.notificationCenter;
  const { alerts = 0, notifications = 0 } = counts?.unreadCounts ?? {};
  // The list of all notifications is long; read it only while one may need marking.
  const mayHaveUnread = seen && alerts + notifications > 0;
  useLiveUpdates(ChatNotificationsLiveDocument, { variables: mayHaveUnread ? {} : null });
  const { data } = useQuery(ChatNotificationsDocument, { fetchPolicy: 'cache-only' });
  const client = useApolloClient();
  const unread = data?.notificationCenter?.notifications.find(
    ({ read, kind, subject }) => !read && kind === 'MESSAGE' && subject?.id === escrowId,
  );
  const { id, createdAt } = unread ?? {};
  useEffect(() => {
    // A repeated notification is marked again, even while a request is running. After an error it stays unread.
    if (seen && id && createdAt)
      client
        .mutate({ mutation: MarkChatNotificationReadDocument, variables: { id } })
        .catch(() => undefined);
  }, [seen, id, createdAt, client]);
  return end;
}
