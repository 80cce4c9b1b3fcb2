/** Cursor pagination for append-only lists such as chats and histories. */

import { assertValid } from '@nameloan/contracts/field-errors';

export interface CursorPageRequest {
  /** Id of the entry before the page. */
  after?: string | null;
  /** Id of the entry after the page. */
  before?: string | null;
  /** 1 to 100. */
  limit?: number | null;
}

export interface CursorPage {
  /** true: from the cursor on; false: backwards from the cursor, or from the end without one. */
  forward: boolean;
  cursor: string | null;
  limit: number;
}

/** The limit of a request without `limit`. */
const maxUnpagedEntries = 1_000;
const maxPageSize = 100;

/** Throws INVALID_INPUT for a limit out of bounds and for two cursors at once. */
export function readCursorPage({
  after = null,
  before = null,
  limit,
}: CursorPageRequest): CursorPage {
  const possible = limit == null || (limit >= 1 && limit <= maxPageSize);
  const message = 'Use after or before, not both.';
  assertValid({
    ...(possible ? {} : { limit: 'The limit is 1 to 100.' }),
    ...(after !== null && before !== null ? { before: message } : {}),
  });
  return { forward: after !== null, cursor: after ?? before, limit: limit ?? maxUnpagedEntries };
}
