/** Receives a legal request without a login. Its reply never says whether the name is here. */

import { createHash } from 'node:crypto';
import type { Actor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { LegalHoldKind } from '@nameloan/contracts/legal-hold';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import { now } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { InvalidNameError } from '../../name/invalid-name-error.ts';
import type { ParsedName } from '../../name/parse-name.ts';
import { parseName } from '../../name/parse-name.ts';
import { commit, quotas } from '../../service-context.ts';
import { readText, textError } from '../text.ts';
import type { LegalRequest } from './legal-request.model.ts';
import { legalRequests } from './legal-request.model.ts';

export interface LegalRequestInput {
  kind: LegalHoldKind;
  domain: string;
  caseId: string;
  provider: string;
  contact: string;
  text: string;
}

/** A repeat with the same content is stored once. INVALID_INPUT, TOO_MANY_REQUESTS per network. */
export async function receiveRequest(actor: Actor, input: LegalRequestInput): Promise<boolean> {
  const { ascii: name, unicode: unicodeName, ...content } = readInput(input);
  const id = createHash('sha256')
    .update(JSON.stringify({ name, ...content }))
    .digest('base64url');
  await commit(async (tx) => {
    if (await legalRequests.find(id, tx)) return;
    await quotas.take('legalRequests', clientNetwork(actor.ip), tx);
    const request: LegalRequest = {
      ...{ id, version: 1, name, unicodeName, ...content, receivedAt: now() },
      ...{ closedAt: null, closedBy: null, open: true },
    };
    try {
      await legalRequests.add(request, tx);
    } catch (error) {
      if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError('legal_requests', id);
      throw error;
    }
    tx.emit('domains.request.received', request, {
      requestId: id,
      kind: content.kind,
      name,
    });
  });
  return true;
}

function readInput({ kind, domain, ...texts }: LegalRequestInput) {
  const caseId = readText(texts.caseId);
  const provider = readText(texts.provider);
  const contact = readText(texts.contact);
  const text = readText(texts.text);
  const name = readName(domain);
  assertValid({
    domain: typeof name === 'string' ? name : undefined,
    caseId: textError(caseId, { what: 'Case number', max: 100 }),
    provider: textError(provider, { what: 'Provider or court', max: 200 }),
    contact: textError(contact, { what: 'Contact', max: 300 }),
    text: textError(text, { what: 'Request', max: 5000 }),
  });
  const { ascii, unicode } = name as ParsedName;
  return { ascii, unicode, kind, caseId, provider, contact, text };
}

/** The sentence if it is no domain name. */
function readName(domain: string): ParsedName | string {
  try {
    return parseName(domain);
  } catch (error) {
    if (error instanceof InvalidNameError) return error.message;
    throw error;
  }
}
