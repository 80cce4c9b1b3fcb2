/** Who has a chat's end on screen has read it: what the bell says of it is marked as read, and so in every tab. */

import { useApolloClient, useQuery } from '@apollo/client/react';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../../../graph/use-live.ts';
import {
  ChatBellDocument,
  ChatBellLiveDocument,
  ChatUnreadDocument,
  ReadChatBellDocument,
} from './chat-notifications.generated.ts';

/** Whether it is on screen, in a tab that is being looked at. */
function useInSight(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  const [looking, setLooking] = useState(true);
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    const watch = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false));
    if (ref.current) watch.observe(ref.current);
    return () => {
      document.removeEventListener('visibilitychange', look);
      watch.disconnect();
    };
  }, [ref]);
  return near && looking;
}

/** To be put at the end of the chat. */
export function useReadBell(escrowId: string, loaded: boolean): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const seen = useInSight(end) && loaded;
  const counts = useQuery(ChatUnreadDocument, { fetchPolicy: 'cache-only' }).data?.bells;
  const { alerts = 0, notifications = 0 } = counts?.unreadCounts ?? {};
  // All that was ever told is much to read: only while there may be something to mark.
  const wanted = seen && alerts + notifications > 0;
  useLive(ChatBellLiveDocument, { variables: wanted ? {} : null });
  const { data } = useQuery(ChatBellDocument, { fetchPolicy: 'cache-only' });
  const client = useApolloClient();
  const unread = data?.bells?.notifications.find(
    ({ read, kind, subject }) => !read && kind === 'MESSAGE' && subject?.id === escrowId,
  );
  const { id, createdAt } = unread ?? {};
  useEffect(() => {
    // Told again, it is marked again, also while that is under way; what cannot be marked stays unread, as the bell shows.
    if (seen && id && createdAt)
      client.mutate({ mutation: ReadChatBellDocument, variables: { id } }).catch(() => undefined);
  }, [seen, id, createdAt, client]);
  return end;
}
