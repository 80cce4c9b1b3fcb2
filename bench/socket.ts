/** One socket with one subscription, as a browser opens it. */

export interface SocketOptions<T> {
  token: string;
  asked: { query: string; variables?: Record<string, unknown> };
  hear(data: T): void;
}

/** Resolves, once the gateway has taken the subscription, to what closes the socket. */
export function openSocket<T>(url: string, wish: SocketOptions<T>): Promise<() => void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return new Promise((ready, reject) => {
    const fail = (why: string) => reject(new Error(`the socket at ${url}: ${why}`));
    socket.onerror = () => fail('it cannot be opened');
    socket.onopen = () => send({ type: 'connection_init', payload: { accessToken: wish.token } });
    socket.onmessage = ({ data }) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        send({ type: 'subscribe', id: 'one', payload: wish.asked });
        // A pong comes after everything that was sent before the ping was taken.
        send({ type: 'ping' });
      } else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'pong') ready(() => socket.close());
      else if (type === 'error') fail(JSON.stringify(payload));
      else if (type === 'next') wish.hear(payload.data as T);
    };
  });
}
