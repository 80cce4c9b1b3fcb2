/** A message of a loan's chat: the one type of it. */

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
  /** What the sender's client called it, so that a repeat is known as one; absent where it gave no id. */
  clientId?: string;
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
