// Calls the control API from the page.

/** `target` is a method and a path, such as "POST /clock". Throws with the sandbox's error message. */
export async function callControl(target, body) {
  const [method, path] = target.split(' ');
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (response.ok) return;
  const answer = await response.json().catch(() => ({}));
  throw new Error(answer.message ?? `The sandbox answered ${response.status}.`);
}
