/** The proof of control that an account publishes on any number of its names. */

import { createHmac } from 'node:crypto';
import { settings } from '../config.ts';
import { toBase32 } from '../dns/base32.ts';
import { readProofKey } from './proof-key.model.ts';

export interface AccountProof {
  txt: {
    /** Relative to the domain. */
    host: string;
    value: string;
  };
  /** Both hosts; null where the operator has no host for proofs. */
  nameservers: [string, string] | null;
  cname: {
    /** Relative to the domain. */
    host: string;
    target: string;
  } | null;
}

const challengeLabel = '_nameloan-challenge';

/** 160 bits, like the token of one domain. */
const tokenBytes = 20;

/** Stable for the account, also after a rotation of the installation's secret, and different in every installation. */
export async function readAccountProof(accountId: string): Promise<AccountProof> {
  const key = await readProofKey();
  const token = (purpose: string) => {
    const digest = createHmac('sha256', key).update(`${purpose} ${accountId}`).digest();
    return toBase32(digest.subarray(0, tokenBytes));
  };
  const { PROOF_HOST: proofHost } = settings.value;
  const [label, host] = [token('nameservers'), challengeLabel];
  return {
    txt: { host, value: `nameloan-account=${token('txt')}` },
    nameservers: proofHost ? [`${label}.ns1.${proofHost}`, `${label}.ns2.${proofHost}`] : null,
    cname: proofHost ? { host, target: `${token('cname')}.dcv.${proofHost}` } : null,
  };
}
