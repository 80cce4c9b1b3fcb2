/** Dispatches a registrar's command to its handler; the two commands of the message queue are handled here. */

import { acknowledge, oldestMessage } from '../registry/message-queue.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Command } from './command.ts';
import { createContactCommand, infoContact, updateContactCommand } from './contact-commands.ts';
import {
  checkDomains,
  infoDomain,
  noticeXml,
  renewDomainCommand,
  transferDomain,
  updateDomainCommand,
} from './domain-commands.ts';
import {
  checkHosts,
  createHostCommand,
  deleteHostCommand,
  infoHost,
  updateHostCommand,
} from './host-commands.ts';
import { contactNamespace, domainNamespace, hostNamespace } from './names.ts';
import type { Reply } from './reply.ts';
import type { XmlElement } from './xml.ts';
import { onlyChild, syntaxError } from './xml.ts';

const objectCommands: Readonly<Record<string, (command: Command) => Reply>> = {
  [`check ${domainNamespace}`]: checkDomains,
  [`info ${domainNamespace}`]: infoDomain,
  [`renew ${domainNamespace}`]: renewDomainCommand,
  [`transfer ${domainNamespace}`]: transferDomain,
  [`update ${domainNamespace}`]: updateDomainCommand,
  [`check ${hostNamespace}`]: checkHosts,
  [`info ${hostNamespace}`]: infoHost,
  [`create ${hostNamespace}`]: createHostCommand,
  [`update ${hostNamespace}`]: updateHostCommand,
  [`delete ${hostNamespace}`]: deleteHostCommand,
  [`info ${contactNamespace}`]: infoContact,
  [`create ${contactNamespace}`]: createContactCommand,
  [`update ${contactNamespace}`]: updateContactCommand,
};
/** Commands that accept an extension; each reads it itself. */
const extended = new Set([checkDomains, renewDomainCommand, transferDomain, updateDomainCommand]);
const objectNamespaces: readonly string[] = [domainNamespace, hostNamespace, contactNamespace];
const objectVerbs = ['check', 'create', 'delete', 'info', 'renew', 'transfer', 'update'];

/** Runs a command of a logged-in registrar. Throws RegistryError. */
export function runCommand(command: Omit<Command, 'object'>): Reply {
  const { context, verb, extension } = command;
  if (verb.name === 'poll') return poll(context, verb);
  if (!objectVerbs.includes(verb.name))
    throw new RegistryError(2101, `The command ${verb.name} is not supported.`);
  const object = onlyChild(verb);
  if (!objectNamespaces.includes(object.namespace)) {
    throw new RegistryError(2307, 'This registry only has domains, hosts and contacts.');
  }
  if (object.name !== verb.name)
    throw syntaxError(`The element ${object.name} is not for ${verb.name}.`);
  const run = objectCommands[`${verb.name} ${object.namespace}`];
  if (!run)
    throw new RegistryError(2101, `The command ${verb.name} is not supported for this object.`);
  if (extension && !extended.has(run)) {
    throw new RegistryError(2103, `A ${verb.name} takes no extension here.`);
  }
  return run({ ...command, object });
}

function poll(context: SandboxContext, verb: XmlElement): Reply {
  if (verb.attributes.op === 'ack') {
    const id = verb.attributes.msgID;
    if (!id) throw new RegistryError(2003, 'The parameter msgID is missing.');
    acknowledge(context, id);
    const next = oldestMessage(context);
    return next
      ? { code: 1000, queue: { count: next.count, id: next.message.id } }
      : { code: 1000 };
  }
  if (verb.attributes.op !== 'req') throw syntaxError('A poll is a req or an ack.');
  const oldest = oldestMessage(context);
  if (!oldest) return { code: 1300 };
  const { message, count } = oldest;
  return {
    code: 1301,
    queue: { count, id: message.id, at: message.at, text: message.text },
    data: noticeXml(context, message.transfer),
  };
}
