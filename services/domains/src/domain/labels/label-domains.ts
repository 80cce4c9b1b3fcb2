/** Adds labels to domains of an account and removes them, for all given domains or none. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { commit } from '../../service-context.ts';
import { domains } from '../domain.model.ts';
import type { Domain } from '../domain.ts';
import type { AccountLabels } from './account-labels.model.ts';
import { accountLabels } from './account-labels.model.ts';
import {
  changeLabels,
  maxLabelsPerAccount,
  maxLabelsPerDomain,
  readLabel,
  spellAs,
  validateLabels,
} from './label.ts';

const maxDomains = 500;

export interface LabelChange {
  ids: readonly string[];
  add: readonly string[];
  remove: readonly string[];
}

export interface LabelledDomain {
  id: string;
  labels: readonly string[];
}

/** The account's labels, alphabetically. */
export async function listLabels({ accountId }: AccountActor): Promise<string[]> {
  const labels = (await accountLabels.findById(accountId))?.labels ?? [];
  return [...labels].sort((one, other) => one.localeCompare(other, 'en'));
}

/** A label as the account spells it. */
export async function spellLabel({ accountId }: AccountActor, text: string): Promise<string> {
  const known = (await accountLabels.findById(accountId))?.labels ?? [];
  return spellAs(known, readLabel(text) ?? text);
}

/** Returns the domains in the order of their ids. Errors: INVALID_INPUT, NOT_FOUND. */
export async function labelDomains(
  { accountId }: AccountActor,
  { ids: given, add, remove }: LabelChange,
): Promise<LabelledDomain[]> {
  const ids = [...new Set(given)];
  assertValid({
    ids:
      ids.length >= 1 && ids.length <= maxDomains ? undefined : `Name 1 to ${maxDomains} domains.`,
    add: validateLabels(add),
    remove: validateLabels(remove),
  });
  return commit(async (tx) => {
    const found = await domains.findMany({ _id: { $in: ids }, accountId, active: true }, { tx });
    if (found.length < ids.length) throw new DomainError('NOT_FOUND', 'There is no such domain.');
    const stored = await accountLabels.find(accountId, tx);
    const known = stored?.labels ?? [];
    const change = { add: spellAll(known, add), remove: spellAll(known, remove) };
    const changed: Domain[] = [];
    for (const domain of found) changed.push(await setLabels(domain, change, tx));
    const kept = await findUsed(accountId, change.remove, tx);
    const unused = change.remove.filter((label) => !kept.includes(label));
    const labels = changeLabels(known, { add: change.add, remove: unused });
    await storeLabels(stored ?? accountId, { labels, isAdding: add.length > 0 }, tx);
    const labelled = new Map(changed.map(({ id, labels = [] }) => [id, labels]));
    return ids.map((id) => ({ id, labels: labelled.get(id) ?? [] }));
  });
}

const spellAll = (known: readonly string[], labels: readonly string[]) =>
  labels.flatMap((text) => {
    const label = readLabel(text);
    return label === undefined ? [] : [spellAs(known, label)];
  });

function setLabels(
  domain: Domain,
  change: { add: readonly string[]; remove: readonly string[] },
  tx: Tx,
): Promise<Domain> | Domain {
  const present = domain.labels ?? [];
  const labels = changeLabels(present, change);
  if (labels.length > maxLabelsPerDomain)
    assertValid({
      add: `${domain.unicodeName} would have more than ${maxLabelsPerDomain} labels.`,
    });
  const isSame = labels.length === present.length && labels.every((one, at) => one === present[at]);
  return isSame ? domain : domains.update(domain, { ...domain, labels }, tx);
}

/** Those labels that a domain of the account still has. */
async function findUsed(accountId: string, labels: readonly string[], tx: Tx): Promise<string[]> {
  const used: string[] = [];
  for (const label of labels)
    if (await domains.findOne({ accountId, active: true, labels: label }, tx)) used.push(label);
  return used;
}

async function storeLabels(
  before: AccountLabels | string,
  { labels, isAdding }: { labels: string[]; isAdding: boolean },
  tx: Tx,
): Promise<void> {
  if (labels.length > maxLabelsPerAccount)
    assertValid({ add: `An account has at most ${maxLabelsPerAccount} labels.` });
  if (typeof before !== 'string') {
    // Written even without changes, so that the removal of a label's last use at the same moment conflicts with it.
    const isSame = labels.join('\n') === before.labels.join('\n');
    if (isAdding || !isSame) await accountLabels.update(before, { ...before, labels }, tx);
    return;
  }
  try {
    await accountLabels.add({ id: before, version: 1, labels }, tx);
  } catch (error) {
    // The account's first labels at the same time.
    if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError('accountLabels', before);
    throw error;
  }
}
