/** Events on the bus of a test. */

import type { Event } from '@nameloan/contracts/events';
import type { TestService } from '@nameloan/testkit/service/test-service';

/** Publishes events in order, each twice as the same delivery. */
export async function publishTwice(
  service: Pick<TestService, 'bus'>,
  ...overrides: Event[]
): Promise<void> {
  for (const one of overrides) {
    await service.bus.publish(one);
    await service.bus.publish(one);
  }
}

/** All published events of a subject whose data has these values. */
export const listEventsAbout = (
  service: Pick<TestService, 'publishedEvents'>,
  subject: string,
  about: Record<string, unknown>,
) =>
  service.publishedEvents.filter(
    (event) =>
      event.subject === subject &&
      Object.entries(about).every(
        ([key, value]) => (event.data as Record<string, unknown>)[key] === value,
      ),
  );
