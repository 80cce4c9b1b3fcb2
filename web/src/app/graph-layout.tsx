/** Provides the Apollo client to all screens with data, and keeps that data fresh. */

import { ApolloProvider } from '@apollo/client/react';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { StepUp } from '../features/sign-in/step-up.tsx';
import { currentClient } from '../graph/client.ts';
import { refetchWhenStale } from '../graph/refetch-when-stale.ts';
import { useSession } from '../session/tokens.ts';

export function GraphLayout() {
  const session = useSession();
  useEffect(refetchWhenStale, []);
  return (
    // The key remounts everything when the account changes.
    <ApolloProvider key={session?.accountId ?? 'visitor'} client={currentClient()}>
      <Outlet />
      <StepUp />
    </ApolloProvider>
  );
}
