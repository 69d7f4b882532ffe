// The hosts of this machine alone: what goes to them is on no network.
export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.includes(hostname.replace(/^\[|\]$/g, ''));

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Returns whether a `Host` field, with or without a port, names loopback. A site that uses DNS rebinding
 * still sends its own name.
 */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);
