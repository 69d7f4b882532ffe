// Calls a server with a key. A connection that breaks throws, as with fetch.

export function createClient(url, key) {
  return async (method, path, { body, headers = {}, signal } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}
