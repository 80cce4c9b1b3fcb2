/** The contracts of a release to come: every event has a version more, and is written in it, and there is one event more. */

import { event, id } from '@nameloan/contracts/event-shapes.ts';
import { events as today } from '@nameloan/contracts/events.ts';
import { z } from 'zod';

export * from '@nameloan/contracts/events.ts';

const said = 'told by the next release';
/** Told beside each fact of lending, by the next release alone; only its notifications read it. */
export const newSubject = 'lending.release.told';

const changed = Object.fromEntries(
  Object.entries(today).map(([subject, { version, shape }]) => [
    subject,
    event(version + 1, shape.extend({ release: z.string().default(said) }), {
      shape,
      upgrade: (former) => ({ ...former, release: said }),
    }),
  ]),
);

export const events = { ...changed, [newSubject]: event(1, z.object({ factId: id })) };
