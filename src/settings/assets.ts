// The files that the pages load, under names that have a digest of what is in them: browsers may keep them for ever.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteAsset } from './http/message';

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

function asset(name: string, ending: keyof typeof TYPES): SiteAsset {
  const body = readFileSync(join(__dirname, 'web', `${name}.${ending}`));
  return {
    path: `/assets/${name}.${hash('sha256', body, 'hex').slice(0, 16)}.${ending}`,
    type: TYPES[ending],
    body,
  };
}

export const STYLE = asset('settings', 'css');
export const SCRIPT = asset('settings', 'js');
export const ICON = asset('icon', 'svg');
