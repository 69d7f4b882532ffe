// The signals that ask a command to end: of somebody at the terminal, of a service manager, and of a terminal that is closed.

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
