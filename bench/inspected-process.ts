/** Memory that a process retains after garbage collection, read through V8's inspector. */

import { setTimeout as pause } from 'node:timers/promises';

const pollIntervalMs = 100;
const maxAttempts = 50;

export interface RetainedMemory {
  /** Heap objects and the external memory that they own. */
  usedKb: number;
  residentKb: number;
}

/** `port`: the inspector's port, set by --inspect-port; it listens after SIGUSR1. */
export class InspectedProcess {
  readonly #pid: number;
  readonly #port: number;

  constructor(pid: number, port: number) {
    this.#pid = pid;
    this.#port = port;
  }

  async readRetained(): Promise<RetainedMemory> {
    process.kill(this.#pid, 'SIGUSR1');
    const socket = new WebSocket(await this.#address());
    try {
      await new Promise((open) => socket.addEventListener('open', open, { once: true }));
      for (let round = 0; round < 2; round++)
        await callInspector(socket, 'HeapProfiler.collectGarbage', {});
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = (await callInspector(socket, 'Runtime.evaluate', { expression })) as {
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
        const response = await fetch(`http://127.0.0.1:${this.#port}/json/list`);
        const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
        if (target) return target.webSocketDebuggerUrl;
      } catch (error) {
        if (attempt >= maxAttempts) throw error;
      }
      await pause(pollIntervalMs);
    }
  }
}

let lastId = 0;

function callInspector(socket: WebSocket, method: string, params: object): Promise<unknown> {
  const id = ++lastId;
  return new Promise((resolve) => {
    const onMessage = ({ data }: MessageEvent) => {
      const response = JSON.parse(String(data));
      if (response.id !== id) return;
      socket.removeEventListener('message', onMessage);
      resolve(response.result);
    };
    socket.addEventListener('message', onMessage);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
