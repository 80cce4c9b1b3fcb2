/** Sends hostile calls one by one and tells which hold the product's event loop too long. */

import type { World } from './world.ts';

/** Milliseconds of the thread's CPU time in one turn. */
const longestTurnMs = 50;
/** Collecting garbage and compiling cost once; what a text costs, it costs each time. */
const tries = 6;

/** One hostile call; resolves when it is answered, whatever the answer. */
export interface Try {
  what: string;
  send(): Promise<unknown>;
}

async function longestDuring(world: World, work: () => Promise<unknown>): Promise<number> {
  const [product] = world.processes;
  if (!product) throw new Error('there is no product');
  product.tell('begin');
  await work();
  const { longestMs } = (await product.ask('read')) as { longestMs: number };
  return longestMs;
}

/** The longest turn that this call makes each time, in milliseconds. */
async function longestEachTime(world: World, one: Try): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && least > longestTurnMs; at++) {
    least = Math.min(least, await longestDuring(world, one.send));
  }
  return least;
}

/** The calls that held everybody else up, each with its milliseconds. */
export async function tooLong(world: World, all: readonly Try[]): Promise<string[]> {
  const send = async () => {
    for (const one of all) await one.send();
  };
  if ((await longestDuring(world, send)) <= longestTurnMs) return [];
  const found: string[] = [];
  for (const one of all) {
    const ms = await longestEachTime(world, one);
    if (ms > longestTurnMs) found.push(`${one.what}: ${Math.round(ms)} ms`);
  }
  return found;
}
