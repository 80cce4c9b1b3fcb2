/** Load on one URL, and alternating runs of two targets, so that a drifting machine affects both alike. */

import autocannon from 'autocannon';

export interface Target {
  url: string;
  /** Requested one after another instead of the path in `url`. */
  paths?: string[];
  method?: 'GET' | 'POST';
  body?: string;
}

export const connections = 20;

/** Options for autocannon: each connection starts at a different request, so that they don't request the same page together. */
export function staggerStart<R extends { path: string }>(requests: R[]) {
  let connection = 0;
  return {
    requests,
    setupClient: (client: { setRequests(all: R[]): void }) => {
      const from = Math.floor((requests.length / connections) * connection++);
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  };
}

async function runLoad(target: Target, seconds: number): Promise<number> {
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    method: target.method ?? 'GET',
    ...(target.paths ? staggerStart(target.paths.map((path) => ({ path }))) : {}),
    ...(target.body ? { body: target.body, headers: { 'content-type': 'application/json' } } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${target.url}: ${result.non2xx} rejections and ${result.errors} errors under load`,
    );
  }
  return result.requests.average;
}

/** Requests per second of both, from the pair of runs with the median ratio. */
export async function compareTargets(
  ours: Target,
  reference: Target,
  { rounds = 3, seconds = 4 } = {},
): Promise<{ ours: number; reference: number; ratio: number }> {
  await runLoad(ours, 2);
  await runLoad(reference, 2);
  const pairs: { oursPerSecond: number; referencePerSecond: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      oursPerSecond: await runLoad(ours, seconds),
      referencePerSecond: await runLoad(reference, seconds),
    });
  }
  pairs.sort(
    (a, b) => a.oursPerSecond / a.referencePerSecond - b.oursPerSecond / b.referencePerSecond,
  );
  const { oursPerSecond, referencePerSecond } = pairs[Math.floor(pairs.length / 2)] ?? {
    oursPerSecond: 0,
    referencePerSecond: 1,
  };
  return {
    ours: oursPerSecond,
    reference: referencePerSecond,
    ratio: oursPerSecond / referencePerSecond,
  };
}
