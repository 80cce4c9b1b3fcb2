/** Around every screen with data: the client, and what keeps the data fresh. */

import { ApolloProvider } from '@apollo/client/react';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { currentClient } from '../graph/client.ts';
import { refetchWhenStale } from '../graph/refetch-when-stale.ts';
import { useSession } from '../session/tokens.ts';

export function GraphLayout() {
  const session = useSession();
  useEffect(refetchWhenStale, []);
  return (
    // Another account is another app: nothing on screen outlives its reader.
    <ApolloProvider key={session?.accountId ?? 'visitor'} client={currentClient()}>
      <Outlet />
    </ApolloProvider>
  );
}
