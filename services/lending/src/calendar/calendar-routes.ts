/** The calendar feed, called by the gateway without a login: its token authorises. */

import type { Keyring } from '@nameloan/security/keyring';
import type { HttpServer } from '@nameloan/subgraph/http';
import { actorOf } from '@nameloan/subgraph/http';
import { readCalendar } from './read-calendar.ts';

export function calendarRoutes(app: HttpServer, keyring: Keyring): void {
  app.get<{ Params: { token: string } }>('/calendar/:token', async (request, reply) => {
    // Visitors have an actor too, signed by the gateway.
    actorOf(request, keyring);
    const text = await readCalendar(request.params.token);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'inline; filename="nameloan.ics"')
      .send(text);
  });
}
