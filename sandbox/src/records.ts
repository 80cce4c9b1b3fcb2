/**
 * Types of the records that the sandbox stores. Times are ISO 8601 in UTC, and business time unless stated
 * otherwise.
 */

export type TransferEnd =
  | 'clientApproved'
  | 'clientCancelled'
  | 'clientRejected'
  | 'serverApproved';

export type TransferStatus = TransferEnd | 'pending';

export interface Transfer {
  readonly status: TransferStatus;
  /** The gaining registrar. */
  readonly requestedBy: string;
  readonly requestedAt: string;
  /** The losing registrar. */
  readonly actingBy: string;
  /** While pending: when it is approved by default. Later: when it ended. */
  readonly actingAt: string;
  /** The expiry after an approval. */
  readonly newExpiry: string;
  /** Wall time of the request in milliseconds, for the automatic approval after wall seconds. */
  readonly requestedWallMs: number;
}

/** A DS record (RFC 4034 section 5). */
export interface DsRecord {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Hexadecimal. */
  readonly digest: string;
}

export interface Domain {
  readonly name: string;
  readonly roid: string;
  /** False: the name is available, as after DELETE in the control API. */
  readonly registered: boolean;
  /** The sponsoring registrar's id. */
  readonly registrar: string;
  /** The prohibitions and holds; ok, inactive and pendingTransfer are computed. */
  readonly statuses: readonly string[];
  readonly nameservers: readonly string[];
  /** The DS records of a signed zone; absent: not signed. */
  readonly ds?: readonly DsRecord[];
  /** Id of the registrant's contact; absent: one that the registry does not show. */
  readonly registrant?: string;
  readonly authCode: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly transferredAt: string | null;
  readonly expiresAt: string;
  readonly premium: boolean;
  /** False: transfers of this domain are never approved automatically; absent: as the settings say. */
  readonly autoApprove?: boolean;
  /** The last transfer, pending or ended. */
  readonly transfer: Transfer | null;
}

export interface HostAddress {
  readonly ip: 'v4' | 'v6';
  readonly address: string;
}

export interface Host {
  readonly name: string;
  readonly roid: string;
  readonly addresses: readonly HostAddress[];
  /** clientDeleteProhibited and clientUpdateProhibited; ok and linked are computed. */
  readonly statuses: readonly string[];
  readonly registrar: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

/** A postal address and who is there, in ASCII (`int`) or in any script (`loc`). */
export interface PostalInfo {
  readonly type: 'int' | 'loc';
  readonly name: string;
  readonly organization: string | null;
  readonly street: readonly string[];
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A contact object (RFC 5733). */
export interface Contact {
  readonly id: string;
  readonly roid: string;
  readonly registrar: string;
  readonly postalInfo: readonly PostalInfo[];
  readonly voice: string | null;
  readonly email: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

/** The content of EPP's trnData. */
export interface TransferData extends Omit<Transfer, 'requestedWallMs'> {
  readonly name: string;
}

export interface PollMessage {
  readonly id: string;
  /** Business time. */
  readonly at: string;
  readonly text: string;
  /** The transfer as it was when the message was written. */
  readonly transfer: TransferData;
}

/** A DNSKEY record (RFC 4034 section 2). */
export interface DnsKey {
  readonly flags: number;
  readonly algorithm: number;
  /** Base64. */
  readonly key: string;
}

export interface DnsRecords {
  readonly name: string;
  /** The values of the name's TXT records. */
  readonly txt: readonly string[];
  /** The name that it is an alias of; absent without one. */
  readonly cname?: string;
  /** The nameservers of its delegation, in place of the registry's; absent without them. */
  readonly ns?: readonly string[];
  /** The public keys that its nameservers serve; absent: the zone is not signed. */
  readonly dnskey?: readonly DnsKey[];
  /** Business time. */
  readonly at: string;
}

export interface Mail {
  readonly id: string;
  /** The envelope's recipient. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string | null;
  /** Business time. */
  readonly at: string;
}

export type CheckoutStatus =
  | 'open'
  | 'processing'
  | 'partially_paid'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'disputed'
  /** The payer's bank kept the money. */
  | 'lost';

/** A refund by the merchant. */
export interface StripeRefund {
  readonly id: string;
  readonly amountCents: number;
  readonly createdAt: string;
}

/** A chargeback by the payer's bank, and its outcome. */
export interface StripeDispute extends StripeRefund {
  readonly status: 'needs_response' | 'won' | 'lost';
}

interface CheckoutBase {
  readonly id: string;
  readonly status: CheckoutStatus;
  readonly amountCents: number;
  /** Three lower-case letters. */
  readonly currency: string;
  readonly refundedCents: number;
  /** Wall time, like all provider times. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The product's reference for this payment. */
  readonly reference: string | null;
  readonly description: string;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
}

export interface StripeCheckout extends CheckoutBase {
  readonly provider: 'stripe';
  readonly paymentIntent: string;
  readonly charge: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Metadata for the payment intent and its charges. */
  readonly intentMetadata: Readonly<Record<string, string>>;
  readonly customerEmail: string | null;
  readonly expiresAt: string;
  readonly apiVersion: string;
  /** Oldest first; absent when there are none. */
  readonly refunds?: readonly StripeRefund[];
  readonly disputes?: readonly StripeDispute[];
}

export interface NowpaymentsCheckout extends CheckoutBase {
  readonly provider: 'nowpayments';
  readonly paymentId: string;
  readonly priceAmount: number;
  readonly actuallyPaid: number;
  readonly ipnUrl: string | null;
}

export type Checkout = StripeCheckout | NowpaymentsCheckout;

export interface Delivery {
  readonly id: string;
  readonly checkoutId: string;
  readonly provider: Checkout['provider'];
  /** The event's type, or the payment's status. */
  readonly kind: string;
  /** The exact body, the same in every attempt; only the signature's time changes. */
  readonly body: string;
  readonly state: 'pending' | 'delivered' | 'abandoned';
  readonly attempts: number;
  /** Wall time in milliseconds. */
  readonly nextAttemptAtMs: number;
  readonly lastResult: string | null;
}

export interface StoredResponse {
  /** Digest of the first request. */
  readonly request: string;
  readonly body: string;
}

/** A service process of the product that follows the sandbox's clock. */
export interface RegisteredService {
  readonly name: string;
  /** URL to which the sandbox posts `{offsetMs}`. */
  readonly url: string;
}

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

/** The simulated external parties that can have a fault. */
export type Party =
  | 'epp'
  | 'dns'
  | 'smtp'
  | 'stripe'
  | 'nowpayments'
  | 'rdap'
  | 'namecom'
  | 'domainconnect';

/** Responds late; rejects the request; closes the connection; sends an invalid response. */
export type FaultKind = 'slow' | 'refuse' | 'drop' | 'nonsense';

export interface Fault {
  readonly kind: FaultKind;
  /** Share of the requests, above 0 and at most 1. */
  readonly share: number;
  /** Wall time; null: until it is ended. */
  readonly endsAt: string | null;
}

export type Faults = Readonly<Partial<Record<Party, Fault>>>;

/** The settings of PUT /settings. */
export interface Settings {
  /** A pending transfer is approved automatically after this many seconds of wall time; null: never. */
  readonly autoApproveSeconds: number | null;
  /** True: the registrar's account at the registry is empty, so orders that cost money fail (2104). */
  readonly registryCreditExhausted: boolean;
  /** Active faults by party. */
  readonly faults: Faults;
}
