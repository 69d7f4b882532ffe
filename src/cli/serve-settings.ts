// The Settings pages of `serve`, where the configuration asks for them.
import type { Logger } from 'pino';
import type { Inventory } from '../compose';
import type { Config } from '../config';
import type { Listener } from '../server/listener';
import { Refusal } from './refusal';
import { listening } from './running';

export type SettingsPages = Pick<Listener, 'close'> & Partial<Pick<Listener, 'url'>>;

/** `undo` ends what was started before. @throws Refusal when they cannot be served. */
export async function serveSettings(
  { settings, tls, trustProxy }: Config,
  inventory: Inventory,
  apiUrl: string,
  logger: Logger,
  undo: () => Promise<void>,
): Promise<SettingsPages> {
  if (!settings) return { close: () => Promise.resolve() };
  if (!inventory.database.servesSettings) {
    await undo();
    throw new Refusal(
      'The login of DATABASE_URL may not serve the Settings pages. Let it be a member of the role compliance_inventory_settings, or unset SETTINGS_PORT.',
    );
  }
  const { startSettings } = await import('../compose.js');
  const config = { ...settings, ...(tls ? { tls } : {}), ...(trustProxy ? { trustProxy } : {}) };
  return listening(
    { ...settings, variable: 'SETTINGS_PORT' },
    () => startSettings(inventory, { config, apiUrl, logger }),
    undo,
  );
}
