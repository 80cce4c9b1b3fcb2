// The table of the commands that the registry knows, and the message queue's two.
import { acknowledge, oldestMessage } from '../registry/poll.ts';
import { RegistryRefusal } from '../registry/refusal.ts';
import type { World } from '../world.ts';
import type { Command } from './command.ts';
import {
  checkDomains,
  infoDomain,
  renewDomainCommand,
  transferDomain,
  transferXml,
  updateDomainCommand,
} from './domain-commands.ts';
import {
  checkHosts,
  createHostCommand,
  deleteHostCommand,
  infoHost,
  updateHostCommand,
} from './host-commands.ts';
import { DOMAIN, HOST } from './names.ts';
import type { Reply } from './reply.ts';
import { onlyChild, syntaxError, type XmlElement } from './xml.ts';

const OBJECT_COMMANDS: Readonly<Record<string, (command: Command) => Reply>> = {
  [`check ${DOMAIN}`]: checkDomains,
  [`info ${DOMAIN}`]: infoDomain,
  [`renew ${DOMAIN}`]: renewDomainCommand,
  [`transfer ${DOMAIN}`]: transferDomain,
  [`update ${DOMAIN}`]: updateDomainCommand,
  [`check ${HOST}`]: checkHosts,
  [`info ${HOST}`]: infoHost,
  [`create ${HOST}`]: createHostCommand,
  [`update ${HOST}`]: updateHostCommand,
  [`delete ${HOST}`]: deleteHostCommand,
};
/** Those that the fee extension goes with; each reads it itself. */
const EXTENDED = new Set([checkDomains, renewDomainCommand, transferDomain]);
const OBJECT_VERBS = ['check', 'create', 'delete', 'info', 'renew', 'transfer', 'update'];

/** Runs a command of a logged-in registrar. Throws a refusal with its result code. */
export function runCommand(
  world: World,
  verb: XmlElement,
  extension: XmlElement | undefined,
): Reply {
  if (verb.name === 'poll') return poll(world, verb);
  if (!OBJECT_VERBS.includes(verb.name))
    throw new RegistryRefusal(2101, `There is no ${verb.name} here.`);
  const object = onlyChild(verb);
  if (object.namespace !== DOMAIN && object.namespace !== HOST) {
    throw new RegistryRefusal(2307, 'This registry has domains and hosts only.');
  }
  if (object.name !== verb.name)
    throw syntaxError(`The element ${object.name} is not for ${verb.name}.`);
  const run = OBJECT_COMMANDS[`${verb.name} ${object.namespace}`];
  if (!run)
    throw new RegistryRefusal(2101, `There is no ${verb.name} for this kind of object here.`);
  if (extension && !EXTENDED.has(run)) {
    throw new RegistryRefusal(2103, `A ${verb.name} takes no extension here.`);
  }
  return run({ world, verb, object, extension });
}

function poll(world: World, verb: XmlElement): Reply {
  if (verb.attributes.op === 'ack') {
    const id = verb.attributes.msgID;
    if (!id) throw new RegistryRefusal(2003, 'The parameter msgID is missing.');
    acknowledge(world, id);
    const next = oldestMessage(world);
    return next
      ? { code: 1000, queue: { count: next.count, id: next.message.id } }
      : { code: 1000 };
  }
  if (verb.attributes.op !== 'req') throw syntaxError('A poll is a req or an ack.');
  const oldest = oldestMessage(world);
  if (!oldest) return { code: 1300 };
  const { message, count } = oldest;
  return {
    code: 1301,
    queue: { count, id: message.id, at: message.at, text: message.text },
    data: transferXml(message.transfer),
  };
}
