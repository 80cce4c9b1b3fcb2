/** Waits for states that events between services bring about. */

import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { RestObject } from './loans.ts';

/** Waits until the owner sees the domain in this status without a pending transfer. */
export function waitForDomainStatus(
  owner: Person,
  domain: { id: string },
  status: string,
): Promise<RestObject> {
  return waitFor(`domain ${status}`, async () => {
    const { body, status: code } = await owner.call('GET', `/domains/${domain.id}`);
    return code === 200 && body.status === status && !body.pending_transfer && body;
  });
}

/** Waits until the person's list has a domain of this name in this status. */
export function waitForDomainNamed(
  owner: Person,
  name: string,
  status: string,
): Promise<RestObject> {
  return waitFor(`${name} ${status} with ${owner.name}`, async () => {
    const { domains } = await owner.get('/domains?limit=100');
    return domains.find((one: RestObject) => one.domain === name && one.status === status);
  });
}

/** Waits until the domain is bound to no loan and can be listed; resolves to the new listing. */
export function waitUntilListable(owner: Person, domain: { id: string }): Promise<RestObject> {
  return waitFor('the domain to be free', async () => {
    const response = await owner.call('POST', '/listings', {
      domain_id: domain.id,
      desired_apy: 10,
      desired_term: 30,
      desired_loan_amount: 100,
    });
    return response.status === 201 && response.body;
  });
}

export async function getBalance(person: Person): Promise<number> {
  return (await person.get('/users/self')).balance;
}

/** [type, amount, method, status] of all transactions, newest first. */
export async function getTransactions(person: Person): Promise<unknown[]> {
  const { transactions } = await person.get('/transactions?limit=100');
  return transactions.map((one: RestObject) => [one.type, one.amount, one.method, one.status]);
}

/** The person's notifications with this text in their bodies. */
async function findNotifications(person: Person, text: RegExp): Promise<RestObject[]> {
  const { notifications } = await person.get('/notifications');
  return notifications.filter((one: RestObject) => text.test(one.body));
}

export function waitForNotifications(person: Person, text: RegExp): Promise<RestObject[]> {
  return waitFor(`${person.name} to be notified of ${text}`, async () => {
    const notifications = await findNotifications(person, text);
    return notifications.length > 0 && notifications;
  });
}
