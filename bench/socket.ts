/** Opens a WebSocket with one subscription, like a browser. */

export interface SocketOptions<T> {
  token: string;
  subscription: { query: string; variables?: Record<string, unknown> };
  onData(data: T): void;
}

/** Resolves to a function that closes the socket, once the subscription is active. */
export function openSocket<T>(url: string, options: SocketOptions<T>): Promise<() => void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return new Promise((ready, reject) => {
    const fail = (reason: string) => reject(new Error(`the socket at ${url}: ${reason}`));
    socket.onerror = () => fail('cannot be opened');
    socket.onopen = () =>
      send({ type: 'connection_init', payload: { accessToken: options.token } });
    socket.onmessage = ({ data }) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        send({ type: 'subscribe', id: 'one', payload: options.subscription });
        // The gateway answers the ping after it has handled the subscription.
        send({ type: 'ping' });
      } else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'pong') ready(() => socket.close());
      else if (type === 'error') fail(JSON.stringify(payload));
      else if (type === 'next') options.onData(payload.data as T);
    };
  });
}
