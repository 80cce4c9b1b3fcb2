/** Which work of later a loan asks for: what the table would let the platform do, from when on. */

import { missingFor, openRow } from './decide.ts';
import type { Escrow } from './escrow.ts';
import type { SystemMove } from './moves.ts';
import { rowsFor } from './transitions.ts';

/** The move that a job makes, and since when it may: one of each kind and loan. */
const jobs = {
  'draw-up-contract': { move: 'DRAW_CONTRACT', since: (escrow) => escrow.reservedAt },
  'seal-contract': { move: 'SEAL_CONTRACT', since: bothSignedAt },
  'send-notice': { move: 'SEND_NOTICE', since: (escrow) => escrow.dueAt },
} as const satisfies Record<
  string,
  { move: SystemMove['move']; since: (escrow: Escrow) => Date | null }
>;
export type EscrowJob = keyof typeof jobs;
export const escrowJobs = Object.keys(jobs) as EscrowJob[];

/** When this loan wants this job to run; null when it does not. A job asks it again before it acts. */
export function wantedAt(job: EscrowJob, escrow: Escrow): Date | null {
  const { move, since } = jobs[job];
  const now = since(escrow);
  if (now === null) return null;
  const situation = { role: 'SYSTEM', now } as const;
  const row = openRow(rowsFor(escrow.status, move), escrow, situation);
  return row !== null && missingFor(row, escrow, situation) === null ? now : null;
}

function bothSignedAt({ borrowerSignedAt, lenderSignedAt }: Escrow): Date | null {
  if (borrowerSignedAt === null || lenderSignedAt === null) return null;
  return borrowerSignedAt > lenderSignedAt ? borrowerSignedAt : lenderSignedAt;
}
