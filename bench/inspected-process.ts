/** What a process holds in memory once its garbage is gone, asked through the engine's own inspector. */

import { setTimeout as pause } from 'node:timers/promises';

const everyMs = 100;
const tries = 50;

export interface RetainedMemory {
  /** Objects and what hangs on them outside the heap. */
  usedKb: number;
  residentKb: number;
}

/** `port`: where the inspector listens after its signal, set by --inspect-port. */
export class InspectedProcess {
  readonly #pid: number;
  readonly #port: number;

  constructor(pid: number, port: number) {
    this.#pid = pid;
    this.#port = port;
  }

  async held(): Promise<RetainedMemory> {
    process.kill(this.#pid, 'SIGUSR1');
    const socket = new WebSocket(await this.#address());
    try {
      await new Promise((open) => socket.addEventListener('open', open, { once: true }));
      for (let round = 0; round < 2; round++) await ask(socket, 'HeapProfiler.collectGarbage', {});
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = (await ask(socket, 'Runtime.evaluate', { expression })) as {
        result: { value: string };
      };
      const { rss, heapUsed, external } = JSON.parse(result.value);
      return { usedKb: (heapUsed + external) / 1000, residentKb: rss / 1000 };
    } finally {
      socket.close();
    }
  }

  async #address(): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(`http://127.0.0.1:${this.#port}/json/list`);
        const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
        if (target) return target.webSocketDebuggerUrl;
      } catch (error) {
        if (attempt >= tries) throw error;
      }
      await pause(everyMs);
    }
  }
}

let lastId = 0;

function ask(socket: WebSocket, method: string, params: object): Promise<unknown> {
  const id = ++lastId;
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent) => {
      const answer = JSON.parse(String(data));
      if (answer.id !== id) return;
      socket.removeEventListener('message', hear);
      resolve(answer.result);
    };
    socket.addEventListener('message', hear);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
