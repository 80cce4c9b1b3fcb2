TOKEN=$TOKEN node --input-type=module <<'END'
const socket = new WebSocket('ws://localhost:4000/graphql', 'graphql-transport-ws');
const send = (message) => socket.send(JSON.stringify(message));
const query = 'subscription { balanceChanged { name balance } }';

socket.onopen = () =>
  send({ type: 'connection_init', payload: { accessToken: process.env.TOKEN } });
socket.onmessage = ({ data }) => {
  const { type, payload } = JSON.parse(data);
  if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query } });
  if (type === 'next') console.log(JSON.stringify(payload.data));
  if (type === 'error') console.error(payload);
  if (type === 'ping') send({ type: 'pong' });
};
END
