// Sends requests with an API key. Throws when the connection breaks, as fetch does.

export function createClient(url, key) {
  return async (method, path, { body, headers = {}, signal } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}
