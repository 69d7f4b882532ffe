// Two certificates for localhost, each signed by itself, with keys that are good for nothing else. They are valid for a hundred years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateFiles } from '../../src/http/certificate';

const filesOf = (name: string): CertificateFiles => ({
  certificate: join(__dirname, `tls/${name}.test-only.cert.pem`),
  key: join(__dirname, `tls/${name}.test-only.key.pem`),
});

export const FIRST = filesOf('first');
export const RENEWED = filesOf('renewed');

/** What a client trusts. */
export const AUTHORITIES = [FIRST, RENEWED].map(({ certificate }) => readFileSync(certificate));
