/** The registry interface of this service, independent of the protocol. */

import type { DsRecord } from '../dnssec/ds-record.ts';
import type { ContactData } from './contact.ts';

export type TransferStatus =
  | 'pending'
  | 'clientApproved'
  | 'clientCancelled'
  | 'clientRejected'
  | 'serverApproved'
  | 'serverCancelled';

/** A transfer between registrars as the registry reports it (RFC 5731 section 3.1.3). */
export interface RegistryTransfer {
  readonly name: string;
  readonly status: TransferStatus;
  /** True: we requested it. */
  readonly ours: boolean;
  /** Undefined when a reseller does not report it. */
  readonly requestedAt: Date | undefined;
  /** True: the name was with us when it was requested, so we must respond. */
  readonly fromUs: boolean;
  /** While pending: when it is decided by default. Later: when it ended (acDate). */
  readonly actingAt: Date | undefined;
  /** End of the registration after an approval. */
  readonly expiresAt: Date | undefined;
  /** While pending: why it does not continue, so that it must be cancelled. Absent: it continues. */
  readonly obstacle?: TransferObstacle | undefined;
}

/** What stops a transfer in that the registrar has accepted. */
export type TransferObstacle =
  | 'WRONG_CODE'
  | 'LOCKED_BY_REGISTRAR'
  | 'LOCKED_BY_REGISTRY'
  | 'REJECTED';

/** The registry's own fees in whole US cents. */
export interface RegistryFees {
  /** For the requested number of years. */
  readonly transferCents: number;
  /** For one year. */
  readonly renewCents: number;
  readonly premium: boolean;
}

/** The terms of a transfer or renewal order. */
export interface Order {
  readonly years: number;
  /** The accepted registry price of a premium name in whole US cents; absent for a standard name. */
  readonly agreedCents?: number | undefined;
}

export interface NameCheck {
  readonly name: string;
  /** True: the name is not registered. */
  readonly available: boolean;
  readonly reason: string | undefined;
  /** Undefined when the registry gives no fees in US dollars. */
  readonly fees: RegistryFees | undefined;
}

export interface RegistryDomain {
  readonly name: string;
  /** True: the name is in our account. */
  readonly ours: boolean;
  readonly statuses: readonly string[];
  readonly nameservers: readonly string[];
  readonly createdAt: Date | undefined;
  readonly updatedAt: Date | undefined;
  readonly transferredAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** Until when the registrar's policy does not let us lift the transfer lock. Absent: it has no such date. */
  readonly lockedUntil?: Date | undefined;
  /** Empty: not signed. Undefined: not reported. */
  readonly ds?: readonly DsRecord[] | undefined;
  /** Id of the registrant's contact; undefined when it is not reported. */
  readonly registrant?: string | undefined;
}

/** Statuses that a registrar may set (RFC 5731 section 2.3). */
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
  /** Only with the capability `dnssec`. */
  readonly addDs?: readonly DsRecord[];
  readonly removeDs?: readonly DsRecord[];
  /** Id of the new registrant's contact; only with the capability `setsRegistrant`. */
  readonly registrant?: string;
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
  /** A name whose state must be queried, because the message only says that it has changed. */
  readonly recheck?: string | undefined;
  /** Present when the message cannot be parsed; it can only be acknowledged. */
  readonly unreadable: UnreadableMessage | undefined;
}

/** The readable remains of a queue message that cannot be parsed. */
export interface UnreadableMessage {
  readonly why: string;
  /** The domain that it seems to be about. */
  readonly name: string | undefined;
  /** A redacted outline for staff. */
  readonly summary: string;
}

/** What a connection can do, as far as the kinds of registrars differ. */
export interface RegistrarCapabilities {
  /** A pending transfer in can be cancelled. */
  readonly cancelWhilePending: boolean;
  /** Changes and deletion can be locked, not only transfers. */
  readonly updateLock: boolean;
  /** We choose the auth code of a name. */
  readonly setsAuthCode: boolean;
  /** We can reject a transfer out. */
  readonly answersTransferOut: boolean;
  /** A pending transfer out does not show in the statuses of its name; absent: it does. */
  readonly hidesTransferOut?: boolean;
  readonly restoresByApi: boolean;
  /** Changes arrive in a message queue. */
  readonly pollQueue: boolean;
  /** When the registrar takes the fee of a transfer. */
  readonly feeAt: 'REQUEST' | 'ARRIVAL';
  /** It answers for names outside our account too. Otherwise a name that it does not know may exist elsewhere. */
  readonly knowsOtherNames: boolean;
  /** DS records can be read and changed; absent: no. */
  readonly dnssec?: boolean;
  /** Contacts can be created, and the registrant changed; absent: no. */
  readonly setsRegistrant?: boolean;
}

/**
 * One account at a registry or a reseller. Every method may reject with the errors in registrar-errors.ts:
 * EppRejectedError (the registry rejected the command), EppUnknownOutcomeError (a change was sent and its response was
 * lost: query before repeating), EppUnavailableError (nothing was done, retry later) and EppInvalidInputError (nothing
 * was sent). Names are lower-case A-labels. Queries are repeated automatically after a lost response.
 */
export interface Registrar {
  /** Id of the connection in the registrar file. */
  readonly id: string;
  readonly capabilities: RegistrarCapabilities;
  /**
   * For so many milliseconds an order whose outcome is unknown may still be carried out. Absent: the registry rejects
   * the repetition of an order.
   */
  readonly settleMs?: number;
  /** False after a failed attempt to reach it, until one succeeds. */
  isAvailable(): boolean;
  /** `transferYears` is the number of years of a transfer, for its fee; default 1. */
  check(names: readonly string[], transferYears?: number): Promise<NameCheck[]>;
  /** With the code the registry also returns data that it hides from other registrars. */
  info(name: string, authCode?: string): Promise<RegistryDomain>;
  /** The order's years are added by the transfer; default one. */
  transferRequest(name: string, authCode: string, order?: Order): Promise<RegistryTransfer>;
  transferQuery(name: string, authCode?: string): Promise<RegistryTransfer>;
  transferCancel(name: string, authCode?: string): Promise<RegistryTransfer>;
  /** Rejects another registrar's request for a domain that we sponsor. */
  transferReject(name: string): Promise<RegistryTransfer>;
  /** Resolves once the change is applied, or with `pending: true` when the registry only accepted it (1001). */
  update(name: string, change: DomainChange): Promise<{ pending: boolean }>;
  /** The registry compares the UTC date of `currentExpiry`, so a repeated renewal is rejected and not applied twice. */
  renew(name: string, currentExpiry: Date, order: Order): Promise<{ expiresAt: Date | undefined }>;
  hostCheck(names: readonly string[]): Promise<HostCheck[]>;
  /** Creates a host object without addresses, so only for hosts outside our own domains. */
  hostCreate(name: string): Promise<void>;
  /** Resolves to the contact's id, which the registrar may choose. Only with the capability `setsRegistrant`, as below. */
  createContact?(id: string, data: ContactData): Promise<string>;
  updateContact?(id: string, data: ContactData): Promise<void>;
  /** The oldest message, which stays queued until ack; null when the queue is empty. */
  poll(): Promise<RegistryMessage | null>;
  /** Removes a message; does not fail if it is already gone. */
  ack(id: string): Promise<void>;
  /** The auth code of a name of ours; only where we do not choose it. */
  fetchAuthCode?(name: string): Promise<string>;
  /** Subscribes to the registrar's notices; only where an address for them is set. Idempotent. */
  subscribe?(): Promise<void>;
  /** Our latest transfer of each name; only without a message queue. */
  listTransfers?(): Promise<RegistryTransfer[]>;
  /** Ends the session and rejects waiting commands. */
  close(): Promise<void>;
}
