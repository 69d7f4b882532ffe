// The hosts of this machine alone: what goes to them is on no network.
export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.includes(hostname.replace(/^\[|\]$/g, ''));
