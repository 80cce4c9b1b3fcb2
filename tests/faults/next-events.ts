/** The contracts of a release to come: every event has a version more, and is written in it. */

import { event } from '@nameloan/contracts/event-shapes.ts';
import { events as today } from '@nameloan/contracts/events.ts';
import { z } from 'zod';

export * from '@nameloan/contracts/events.ts';

const said = 'told by the next release';

export const events = Object.fromEntries(
  Object.entries(today).map(([subject, { version, shape }]) => [
    subject,
    event(version + 1, shape.extend({ release: z.string().default(said) }), {
      shape,
      upgrade: (former) => ({ ...former, release: said }),
    }),
  ]),
);
