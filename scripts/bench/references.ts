/** The servers that the bench holds the product against, each a process of its own on the product's database. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const files = { express: 'express-reference.ts', defaultGateway: 'default-gateway.ts' };

/** One page of listings, as a visitor's document. */
export const listingsPage = `query Listings { listings(page: 1, limit: 12) { pages total listings {
  id domainName unicodeName domainId estimatedValue desiredTerm desiredAmount desiredApy createdAt open
  disclosure { receives repays interest costOverTermPercent aprAllCostsPercent termDays dueOn security }
  appraisal { low mid high appraisedAt } } } }`;

export interface Reference {
  url: string;
  stop(): void;
}

/** Rejects when it ends before it is ready. */
export function startReference(which: keyof typeof files, mongoUrl: string): Promise<Reference> {
  const file = files[which];
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, file), mongoUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return new Promise((ready, reject) => {
    let text = '';
    child.stdout?.on('data', (data) => {
      text += data;
      const line = text.split('\n').find((one) => one.startsWith('{"ready"'));
      if (line) ready({ url: JSON.parse(line).url, stop: () => child.kill('SIGTERM') });
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}
