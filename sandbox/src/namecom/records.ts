/** What the sandbox stores of the product's account at name.com. */

/** The product's account at name.com. */
export interface NamecomAccount {
  /** Of the API; it also signs the notices. */
  readonly token: string;
  readonly creditCents: number;
  /** What becomes of notices. */
  readonly notices: 'sent' | 'twice' | 'lost';
  readonly subscriptions: readonly NamecomSubscription[];
  /** The next order is carried out, and its response is lost in this way. */
  readonly losesAnswer?: 'drop' | '504' | null;
  /** The account has no access, so every call is answered with 403. */
  readonly deniesAccess?: boolean;
}

export interface NamecomSubscription {
  readonly id: number;
  readonly eventName: string;
  readonly url: string;
  readonly active: boolean;
  readonly createDate: string;
}

export type NamecomTransferState =
  | 'pending'
  | 'submitting_transfer'
  | 'pending_new_auth_code'
  | 'pending_unlock'
  | 'pending_registry_unlock'
  | 'pending_transfer'
  | 'pending_insert'
  | 'rejected'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'canceled_pending_refund'
  /** A state that the API's description does not have. */
  | 'unheard_of';

/** The latest transfer of a name to name.com. */
export interface NamecomTransfer {
  readonly name: string;
  readonly status: NamecomTransferState;
  readonly order: number;
  readonly paidCents: number;
  readonly authCode: string;
  /** The state was set by the control API and does not follow the registry. */
  readonly isForced: boolean;
}

/** What only name.com knows of a name. */
export interface NamecomName {
  readonly name: string;
  readonly renewsItself: boolean;
  /** Another registrar's request that a notice was sent about. */
  readonly out: 'initiated' | 'completed' | null;
  /** Locks in addition to that of transfers, spelled as a status of EPP or as a `RegistrarLock`. */
  readonly locks: readonly string[];
}
