// The folders of the pages that the build writes. Jest maps this module to its built copy, because tests run from
// the sources.
import { join } from 'node:path';

/** Folder of the static files. */
export const WEB_FOLDER = join(__dirname, 'web');
/** The guide as HTML. */
export const GUIDE_FOLDER = join(__dirname, 'guide');
