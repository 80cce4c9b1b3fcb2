/** The event handlers of notifications in a simulated next release: one more, which counts how often each event is applied. */

import { events as currentHandlers } from '@nameloan/notifications/events';
import { serviceContext } from '@nameloan/notifications/service-context';
import { newSubject } from './next-events.ts';

export const events = {
  ...currentHandlers,
  [newSubject]: async (
    { data }: { data: { eventId: string } },
    { session }: { session: unknown },
  ) => {
    await serviceContext.store.connection
      .collection('applied_next_events')
      .updateOne(
        { _id: data.eventId as never },
        { $inc: { times: 1 } },
        { upsert: true, session: session as never },
      );
  },
};
