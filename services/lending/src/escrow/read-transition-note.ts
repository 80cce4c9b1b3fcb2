/** Request handler: the note in a loan's history about one transition, for its notification. */

import type { HistoryAction } from '../loan/history.ts';
import { histories } from './escrow.model.ts';

/** What only the history shows after the note: a file's hash, the evidence of an escalation. */
const hash = /(?:^|\n)SHA-256 [0-9a-f]{64}$/;
const details: Partial<Record<HistoryAction, RegExp>> = {
  DRAW_CONTRACT: hash,
  SIGN: hash,
  ADD_EVIDENCE: hash,
  ESCALATE: /(?:^|\n)Evidence: [\s\S]*$/,
};

export async function readTransitionNote({
  escrowId,
  version,
}: {
  escrowId: string;
  version: number;
}): Promise<{ note: string | null }> {
  const entry = await histories.findOne({ escrowId, version });
  if (!entry?.note) return { note: null };
  const detail = details[entry.action];
  return { note: (detail ? entry.note.replace(detail, '') : entry.note) || null };
}
