/** What a reseller's gateway does differently from the RFCs, chosen per connection. */

import type { RegistrarCapabilities } from '../registrar.ts';
import { secDnsNamespace } from './dns-security.ts';

export type ProfileName = 'rfc' | 'centralnic';

export interface EppProfile {
  readonly name: ProfileName;
  /** Of the fee extension: RFC 8748, or version 0.7 of its drafts, which names every command of every name. */
  readonly feeNamespace: string;
  /** Selected at login, if the greeting offers them. */
  readonly extensions: readonly string[];
  readonly capabilities: RegistrarCapabilities;
}

const rfcFeeNamespace = 'urn:ietf:params:xml:ns:epp:fee-1.0';
const draftFeeNamespace = 'urn:ietf:params:xml:ns:fee-0.7';
const keysysNamespace = 'http://www.key-systems.net/epp/keysys-1.0';

export const rfcProfile: EppProfile = {
  name: 'rfc',
  feeNamespace: rfcFeeNamespace,
  extensions: [rfcFeeNamespace, secDnsNamespace],
  capabilities: {
    cancelWhilePending: true,
    updateLock: true,
    setsAuthCode: true,
    answersTransferOut: true,
    restoresByApi: false,
    pollQueue: true,
    feeAt: 'ARRIVAL',
    knowsOtherNames: true,
    dnssec: true,
    setsRegistrant: true,
  },
};

/**
 * CentralNic Reseller (RRPproxy), by the command reference of its EPP gateway. Its only documented lock is that of
 * transfers; a connection may declare more.
 */
const centralnicProfile: EppProfile = {
  name: 'centralnic',
  feeNamespace: draftFeeNamespace,
  extensions: [draftFeeNamespace, keysysNamespace, secDnsNamespace],
  capabilities: { ...rfcProfile.capabilities, updateLock: false },
};

export const profiles: Readonly<Record<ProfileName, EppProfile>> = {
  rfc: rfcProfile,
  centralnic: centralnicProfile,
};
