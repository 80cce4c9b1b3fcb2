/** The secret address of the calendar of the user's loans, shown on request and replaceable. */

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { Copyable } from '../../ui/display/copyable.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CalendarFeedDocument, RotateCalendarFeedDocument } from './calendar-card.generated.ts';

export function CalendarCard() {
  const client = useApolloClient();
  const [rotate] = useAction(RotateCalendarFeedDocument);
  const [url, setUrl] = useState<string>();
  const [busy, setBusy] = useState(false);
  const press = async (request: () => Promise<string | undefined>, done?: string) => {
    setBusy(true);
    try {
      setUrl(await request());
      if (done !== undefined) showBanner('green', done);
    } catch (error) {
      showBanner('red', toErrorDetails(error).message);
    } finally {
      setBusy(false);
    }
  };
  const show = async () => {
    const query = { query: CalendarFeedDocument, fetchPolicy: 'no-cache' } as const;
    return (await client.query(query)).data?.calendarFeed.url;
  };
  const replace = async () => (await rotate({})).rotateCalendarFeed.url;
  return (
    <Card title="Calendar">
      <p className="mt-1 mb-4 text-ink-2">
        Subscribe to the dates of your loans in your calendar. Anyone with the address can read
        them: domains and dates, no people or amounts.
      </p>
      {url === undefined ? (
        <Button busy={busy} onClick={() => press(show)}>
          Show Address
        </Button>
      ) : (
        <div className="grid gap-4">
          <Copyable label="Address" text={url} />
          <div>
            <p className="mb-2 text-ink-2">
              A new address replaces this one: calendars that use it stop updating.
            </p>
            <Button busy={busy} onClick={() => press(replace, 'The old address no longer works')}>
              New Address
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
