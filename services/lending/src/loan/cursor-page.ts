/** A stretch of something that only grows at its end, such as a chat: from one of its entries on, or up to one. */

import { refuseFaults } from '@nameloan/contracts/field-errors.ts';

export interface CursorPageRequest {
  /** Id of the entry after which it begins. */
  after?: string | null;
  /** Id of the entry before which it ends. */
  before?: string | null;
  /** 1 to 100. */
  limit?: number | null;
}

export interface CursorPage {
  /** From the cursor on, oldest first; else back from the cursor, or from the end where there is none. */
  forward: boolean;
  cursor: string | null;
  limit: number;
}

/** The most that one answer carries where no limit is asked for. */
const maxUnpagedEntries = 1_000;
const maxPageSize = 100;

/** INVALID_INPUT for a limit out of bounds and for two cursors at once. */
export function readCursorPage({
  after = null,
  before = null,
  limit,
}: CursorPageRequest): CursorPage {
  const possible = limit == null || (limit >= 1 && limit <= maxPageSize);
  const two = 'Give after or before, not both.';
  refuseFaults({
    ...(possible ? {} : { limit: 'The limit is 1 to 100.' }),
    ...(after !== null && before !== null ? { before: two } : {}),
  });
  return { forward: after !== null, cursor: after ?? before, limit: limit ?? maxUnpagedEntries };
}
