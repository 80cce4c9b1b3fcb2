/** A message of a loan's chat: the one type of it, and what may stand in one. */

export interface EscrowMessage {
  id: string;
  version: number;
  escrowId: string;
  /** Place in its chat, from 1, in commit order. */
  place: number;
  senderId: string;
  /** The sender's name at the time. */
  name: string;
  message: string;
  createdAt: Date;
}

/** A chat's last place, in a record of its own so that talking never conflicts with a loan's moves. */
export interface Chat {
  /** The escrow's id. */
  id: string;
  version: number;
  lastPlace: number;
  lastAt: Date;
}

/** Characters, counted as people see them, not as bytes. */
const longestMessage = 4_000;

/** Why a trimmed text cannot be sent, as a sentence; null when it can. */
export function textFault(text: string): string | null {
  if (text === '') return 'Write something first.';
  if (text.length > 2 * longestMessage || [...text].length > longestMessage)
    return 'At most 4,000 characters.';
  return hasControls(text) ? 'This contains characters that cannot be sent.' : null;
}

/** Control characters other than tab and line ends; lone surrogates, which are no text. */
export function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\r]/u.test(text) || !text.isWellFormed();
}
