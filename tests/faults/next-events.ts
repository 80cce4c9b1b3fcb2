/** The event contracts of a simulated next release: a new version of every event, and one new event. */

import { event, id } from '@nameloan/contracts/event-shapes';
import { events as currentEvents } from '@nameloan/contracts/events';
import { z } from 'zod';

export * from '@nameloan/contracts/events';

const releaseName = 'published by the next release';
/** Published with each event of lending, only by the next release; only its notifications service handles it. */
export const newSubject = 'lending.release.published';

const newVersions = Object.fromEntries(
  Object.entries(currentEvents).map(([subject, { version, shape }]) => [
    subject,
    event(version + 1, shape.extend({ release: z.string().default(releaseName) }), {
      shape,
      upgrade: (former) => ({ ...former, release: releaseName }),
    }),
  ]),
);

export const events = { ...newVersions, [newSubject]: event(1, z.object({ eventId: id })) };
