/** The caller's role in a loan, for GraphQL fields that depend on it. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { EscrowRole } from '../loan/roles.ts';
import type { Escrow } from './escrow.ts';
import type { Viewer } from './participant.ts';
import { loadViewer, requireParticipant } from './participant.ts';

/** The viewer's role; the viewer's rights are read once per request. */
export async function findViewerRole(escrow: Escrow, context: Context): Promise<EscrowRole> {
  const actor = signedIn(context);
  const viewer = await load<Viewer>(
    context,
    { name: 'viewer', id: actor.accountId },
    async () => new Map([[actor.accountId, await loadViewer(actor)]]),
  );
  return requireParticipant(
    escrow,
    viewer ?? { accountId: actor.accountId, name: '', operator: false },
  ).by.role;
}
