/** Requests the note of a transition, as notifications does. */

import type { Event } from '@nameloan/contracts/events';
import type { TestService } from '@nameloan/testkit/service/test-service';

export async function requestNote(
  { bus }: TestService,
  { aggregateId: escrowId, aggregateVersion: version }: Event,
): Promise<string | null> {
  const reply = await bus.request('lending.transition-note', { escrowId, version }, 5000);
  return (reply as { data: { note: string | null } }).data.note;
}
