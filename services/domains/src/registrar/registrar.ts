/** What the product asks of a registry, whatever protocol carries it: the service depends on this alone. */

export type TransferStatus =
  | 'pending'
  | 'clientApproved'
  | 'clientCancelled'
  | 'clientRejected'
  | 'serverApproved'
  | 'serverCancelled';

/** A transfer between registrars as the registry tells it (RFC 5731 section 3.1.3). */
export interface RegistryTransfer {
  readonly name: string;
  readonly status: TransferStatus;
  /** Id of the registrar that asked for the transfer (reID). */
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** Id of the registrar that answers, or answered (acID). */
  readonly actingBy: string | undefined;
  /** While pending: when silence decides. Afterwards: when it ended (acDate). */
  readonly actingAt: Date | undefined;
  /** End of the registration that an approval brings, or brought. */
  readonly expiresAt: Date | undefined;
}

/** What the registry itself charges, in whole US cents. */
export interface RegistryFees {
  /** For the years that were asked about. */
  readonly transferCents: number;
  /** For one year. */
  readonly renewCents: number;
  readonly premium: boolean;
}

/** What a transfer or a renewal is ordered for. */
export interface Order {
  readonly years: number;
  /** The registry's own price of a premium name, in whole US cents, agreed to by naming it; else absent. */
  readonly agreedCents?: number | undefined;
}

export interface NameCheck {
  readonly name: string;
  /** True: nobody has registered it. */
  readonly available: boolean;
  readonly reason: string | undefined;
  /** Undefined where the registry tells no fees, or not in US dollars. */
  readonly fees: RegistryFees | undefined;
}

export interface RegistryDomain {
  readonly name: string;
  readonly roid: string;
  /** Id of the registrar that holds it (clID); compare with Registrar.clientId. */
  readonly sponsor: string;
  readonly statuses: readonly string[];
  readonly nameservers: readonly string[];
  readonly createdAt: Date | undefined;
  readonly updatedAt: Date | undefined;
  readonly transferredAt: Date | undefined;
  readonly expiresAt: Date | undefined;
}

/** Statuses that a registrar may set itself (RFC 5731 section 2.3). */
export type ClientStatus =
  | 'clientDeleteProhibited'
  | 'clientHold'
  | 'clientRenewProhibited'
  | 'clientTransferProhibited'
  | 'clientUpdateProhibited';

export interface DomainChange {
  readonly addStatuses?: readonly ClientStatus[];
  readonly removeStatuses?: readonly ClientStatus[];
  readonly addNameservers?: readonly string[];
  readonly removeNameservers?: readonly string[];
  /** The new authorisation code. */
  readonly authCode?: string;
}

export interface HostCheck {
  readonly name: string;
  /** True: no such host object exists. */
  readonly available: boolean;
}

export interface RegistryMessage {
  readonly id: string;
  /** Present when the message is about a transfer. */
  readonly transfer: RegistryTransfer | undefined;
  /** Present when the message cannot be understood; no answer but its acknowledgement helps then. */
  readonly unreadable: UnreadableMessage | undefined;
}

/** What is left of a message of the queue that cannot be understood. */
export interface UnreadableMessage {
  readonly why: string;
  /** The domain that it seems to be about. */
  readonly name: string | undefined;
  /** For a person, without anything confidential. */
  readonly summary: string;
}

/**
 * One registry account. Every method may reject with the errors of registrar-errors.ts: EppRefusal (the
 * registry said no), EppUnknownOutcome (a change was sent and its answer lost: ask before repeating),
 * EppUnavailable (nothing was done, try later), EppInputRefused (nothing was sent, the input is wrong).
 * Names are lower-case A-labels. Methods that only read are repeated by themselves after a lost answer.
 */
export interface Registrar {
  /** Our own id at the registry. */
  readonly clientId: string;
  /** `transferYears` are what a transfer would add, for its fee; 1 where not given. */
  check(names: readonly string[], transferYears?: number): Promise<NameCheck[]>;
  /** With the code the registry also tells what it keeps from strangers. */
  info(name: string, authCode?: string): Promise<RegistryDomain>;
  /** The order's years are what the transfer adds; one where not given. */
  transferRequest(name: string, authCode: string, order?: Order): Promise<RegistryTransfer>;
  transferQuery(name: string, authCode?: string): Promise<RegistryTransfer>;
  transferCancel(name: string, authCode?: string): Promise<RegistryTransfer>;
  /** Our no, as the registrar that holds the name, to another one's request. */
  transferReject(name: string): Promise<RegistryTransfer>;
  /** Resolves once the registry has done it, or with `pending: true` when it only took it on (1001). */
  update(name: string, change: DomainChange): Promise<{ pending: boolean }>;
  /** `currentExpiry` is compared by its UTC date, so that a repeated renewal is refused, not doubled. */
  renew(name: string, currentExpiry: Date, order: Order): Promise<{ expiresAt: Date | undefined }>;
  hostCheck(names: readonly string[]): Promise<HostCheck[]>;
  /** Creates a host object without addresses, that is one outside our own domains. */
  hostCreate(name: string): Promise<void>;
  /** The oldest message, which stays until ack; null when none waits. */
  poll(): Promise<RegistryMessage | null>;
  /** Removes a message; one that is gone already is no error. */
  ack(id: string): Promise<void>;
  /** Ends the session; commands that still wait are refused. */
  close(): Promise<void>;
}
