/** What one node of the broker takes: facts of the usual size, published as services publish them. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@nameloan/contracts/events.ts';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { NatsBus } from '@nameloan/service/bus/nats-bus.ts';
import { freePort } from '@nameloan/service/free-port.ts';
import { newId } from '@nameloan/service/id.ts';
import { findNats } from '../load/find-program.ts';
import { cpuMsOf } from './cpu.ts';
import { natsMissing } from './replica.ts';
import { say } from './say.ts';

const facts = 10_000;
const atOnce = 100;
const warmUp = 1000;
const name = `${facts.toLocaleString('en-US')} facts into one stream on one node`;

function makeFact(): Event<'lending.message.sent'> {
  const ids = { escrowId: newId(), domainId: newId(), borrowerId: newId(), lenderId: newId() };
  return {
    id: newId(),
    subject: 'lending.message.sent',
    v: 1,
    aggregateId: ids.escrowId,
    aggregateVersion: 1,
    at: new Date().toISOString(),
    data: {
      ...ids,
      domainName: 'example.com',
      messageId: newId(),
      senderId: ids.lenderId,
      senderName: 'Len Lender',
      recipientIds: [ids.borrowerId],
    },
  };
}

async function publish(bus: NatsBus, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await bus.publish(makeFact());
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export async function benchStream(): Promise<void> {
  const binary = findNats(process.env);
  if (binary === undefined) return say(name, natsMissing);
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-stream-'));
  const port = await freePort();
  const at = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)];
  const server = spawn(binary, at, { stdio: 'ignore' });
  const ended = new Promise((done) => server.once('exit', done));
  try {
    const bus = await NatsBus.connect({
      url: `nats://127.0.0.1:${port}`,
      name: 'bench',
      stream: 'BENCH',
      roots: serviceNames,
    });
    await publish(bus, warmUp);
    const before = cpuMsOf(server.pid ?? 0);
    const began = performance.now();
    await publish(bus, facts);
    const seconds = (performance.now() - began) / 1000;
    const microseconds = ((cpuMsOf(server.pid ?? 0) - before) * 1000) / facts;
    await bus.close();
    const bytes = JSON.stringify(makeFact()).length;
    say(name, `${Math.round(facts / seconds)} facts/s`);
    say(`  the broker's CPU for one of ${bytes} bytes`, `${Math.round(microseconds)} µs`);
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
