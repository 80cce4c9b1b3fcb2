/** What notifications of a release to come read: one fact more, of which they count how often it had its effect. */

import { events as today } from '@nameloan/notifications/events.ts';
import { serviceContext } from '@nameloan/notifications/service-context.ts';
import { newSubject } from './next-events.ts';

export const events = {
  ...today,
  [newSubject]: async (
    { data }: { data: { factId: string } },
    { session }: { session: unknown },
  ) => {
    await serviceContext.store.connection
      .collection('heard_of_next')
      .updateOne(
        { _id: data.factId as never },
        { $inc: { times: 1 } },
        { upsert: true, session: session as never },
      );
  },
};
