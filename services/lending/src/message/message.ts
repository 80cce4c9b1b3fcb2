/** The records of a loan's chat. */

export interface EscrowMessage {
  id: string;
  version: number;
  escrowId: string;
  /** Position in its chat, from 1, in commit order. */
  place: number;
  senderId: string;
  /** The sender's name at the time. */
  name: string;
  message: string;
  /** An id chosen by the sender's client to detect a resend; absent if the client sent none. */
  clientId?: string;
  createdAt: Date;
}

/** The chat's last place, in a separate record, so that messages never conflict with transitions of the loan. */
export interface Chat {
  /** The escrow's id. */
  id: string;
  version: number;
  lastPlace: number;
  lastAt: Date;
}
