// What the commands that serve have in common: a start that may find its port taken, and an end by signal.
import type { Inventory } from '../compose';
import { Refusal } from './refusal';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** @throws Refusal when the address cannot be had; the inventory is closed then. */
export async function listening<Server>(inventory: Inventory, { host, port }: { host: string; port: number }, start: () => Promise<Server>): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    await inventory.close();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') throw new Refusal(`Port ${port} of ${host} is in use. Set PORT to another one.`);
    if (code === 'EACCES') throw new Refusal(`Port ${port} of ${host} is not allowed for this user. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') throw new Refusal(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}

/** Waits for SIGINT or SIGTERM, then stops in good order; a second signal ends the process at once. */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    const first = (): void => {
      for (const signal of SIGNALS) process.off(signal, first);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, first);
  });
  await stop();
}
