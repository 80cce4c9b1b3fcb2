/** Reads the notes of several cases at once; oldest first. */

import { caseNotes } from './case-note.model.ts';
import type { CaseNote } from './case-note.ts';

export async function readCaseNotes(
  escrowIds: readonly string[],
): Promise<Map<string, CaseNote[]>> {
  const found = await caseNotes.findMany(
    { escrowId: { $in: [...escrowIds] } },
    { sort: { at: 1, _id: 1 } },
  );
  return Map.groupBy(found, ({ escrowId }) => escrowId);
}
