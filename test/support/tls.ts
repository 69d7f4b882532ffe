// Self-signed certificates for localhost with keys for tests only. FIRST and RENEWED are valid for 100 years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateFiles } from '../../src/base/secrets/certificate';

const filesOf = (name: string): CertificateFiles => ({
  certificate: join(__dirname, `tls/${name}.test-only.cert.pem`),
  key: join(__dirname, `tls/${name}.test-only.key.pem`),
});

export const FIRST = filesOf('first');
export const RENEWED = filesOf('renewed');
/** Was valid only in 2020. */
export const EXPIRED = filesOf('expired');
/** Is valid from 2099. */
export const FUTURE = filesOf('future');

/** The certificates that test clients trust. */
export const AUTHORITIES = [FIRST, RENEWED].map(({ certificate }) => readFileSync(certificate));
