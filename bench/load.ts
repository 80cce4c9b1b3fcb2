/** Load on one address, and whole runs taken in turn so that a drifting machine harms both sides alike. */

import autocannon from 'autocannon';

export interface Target {
  url: string;
  /** Paths taken in turn, instead of the one in `url`. */
  paths?: string[];
  method?: 'GET' | 'POST';
  body?: string;
}

export const connections = 20;

/** For autocannon: each connection begins elsewhere; in step they would all ask for the same page at once. */
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

async function once(target: Target, seconds: number): Promise<number> {
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
      `${target.url}: ${result.non2xx} refusals and ${result.errors} errors under load`,
    );
  }
  return result.requests.average;
}

/** Requests a second of both, and the median of the ratios of neighbouring runs. */
export async function compareTargets(
  ours: Target,
  reference: Target,
  { rounds = 3, seconds = 4 } = {},
): Promise<{ ours: number; reference: number; ratio: number }> {
  await once(ours, 2);
  await once(reference, 2);
  const pairs: { mine: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ mine: await once(ours, seconds), theirs: await once(reference, seconds) });
  }
  pairs.sort((a, b) => a.mine / a.theirs - b.mine / b.theirs);
  const { mine, theirs } = pairs[Math.floor(pairs.length / 2)] ?? { mine: 0, theirs: 1 };
  return { ours: mine, reference: theirs, ratio: mine / theirs };
}
