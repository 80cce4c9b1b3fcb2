/** Runs a template with its context, of which only what the template reads is loaded or requested. */

import type { Event, EventData, Subject } from '@nameloan/contracts/events';
import type { SecurityClient } from '@nameloan/contracts/identity-events';
import { securityClient } from '@nameloan/contracts/identity-events';
import type { Tx } from '@nameloan/persistence/tx';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { loans } from '../loan/loan.model.ts';
import type { Loan } from '../loan/loan.ts';
import { recipients } from '../recipient/recipient.model.ts';
import { request, serviceContext } from '../service-context.ts';
import type { DraftRenderer, NotificationDraft, TemplateContext } from '../templates/template.ts';

/** More would be an error in the operator flags. */
const maxOperators = 100;

const loaders: {
  readonly [K in keyof TemplateContext]: (event: Event, tx: Tx) => Promise<TemplateContext[K]>;
} = {
  at: async (event) => event.at,
  loan: findLoan,
  operatorIds: findOperatorIds,
  note: requestNote,
  senderName: findSenderName,
  client: async (event) => decryptClient(event),
};
const names = Object.keys(loaders) as (keyof TemplateContext)[];

const notLoaded: TemplateContext = {
  at: new Date(0).toISOString(),
  loan: null,
  operatorIds: [],
  note: null,
  senderName: '',
  client: null,
};

/**
 * The template runs again once a value that it read is loaded. Throws DependencyNotReadyError until copies that it
 * needs have been synced, and UNAVAILABLE while a requested service does not answer.
 */
export async function renderDrafts<S extends Subject>(
  event: Event<S>,
  render: DraftRenderer<S>,
  tx: Tx,
): Promise<NotificationDraft[]> {
  const loaded: Partial<TemplateContext> = {};
  for (;;) {
    const { context, missing } = observe(loaded);
    const drafts = render(event.data, context);
    const [first] = missing;
    if (first === undefined) return drafts;
    Object.assign(loaded, { [first]: await loaders[first](event as Event, tx) });
  }
}

/** A context that notes which values are read before they are loaded. */
function observe(loaded: Partial<TemplateContext>) {
  const missing = new Set<keyof TemplateContext>();
  const context = { ...notLoaded };
  for (const name of names) {
    const get = () => {
      if (name in loaded) return loaded[name];
      missing.add(name);
      return notLoaded[name];
    };
    Object.defineProperty(context, name, { get });
  }
  return { context, missing };
}

async function findLoan({ data }: Event, tx: Tx): Promise<Loan | null> {
  const escrowId = (data as { escrowId?: unknown }).escrowId;
  if (typeof escrowId !== 'string') return null;
  const loan = await loans.find(escrowId, tx);
  if (!loan) throw new DependencyNotReadyError(`loan ${escrowId} is not synced yet`);
  return loan;
}

async function findOperatorIds(_: Event, tx: Tx): Promise<string[]> {
  const found = await recipients.findMany({ operator: true }, { limit: maxOperators, tx });
  return found.map(({ id }) => id);
}

async function requestNote({ subject, data, aggregateVersion }: Event): Promise<string | null> {
  if (subject === 'lending.escrow.moved') {
    const { escrowId } = data as EventData<typeof subject>;
    const reply = await request('lending.transition-note', { escrowId, version: aggregateVersion });
    return reply.note;
  }
  if (subject !== 'payments.deposit.failed') return null;
  const { transactionId } = data as EventData<typeof subject>;
  return (await request('payments.deposit-note', { transactionId })).note;
}

async function findSenderName({ data }: Event, tx: Tx): Promise<string> {
  const { senderId } = data as EventData<'lending.message.sent'>;
  const sender = await recipients.find(senderId, tx);
  if (!sender) throw new DependencyNotReadyError(`account ${senderId} is not synced yet`);
  return sender.name;
}

function decryptClient({ data }: Event): SecurityClient | null {
  const subject = 'identity.account.security-changed';
  const { sealedClient, formerClient } = data as EventData<typeof subject>;
  if (sealedClient === null) return formerClient;
  return securityClient.parse(JSON.parse(serviceContext.decrypt(sealedClient, subject)));
}
