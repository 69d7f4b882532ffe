// The HTTPS side of a listener: TLS 1.2 and up, a certificate that is read again when its files change, and an answer for those who forget the s.
import { unwatchFile, watchFile } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type Server, type ServerOptions, createServer } from 'node:https';
import type { Logger } from 'pino';
import { type CertificateFiles, readCertificate, validityProblem } from './certificate';

/** With forward secrecy and authenticated encryption alone, as Mozilla's intermediate list has them. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

const TLS = { minVersion: 'TLSv1.2', ciphers: CIPHERS } as const;

/** Looked at and not listened to: what renews certificates often changes a link far above the file, of which no event tells. */
const LOOK_MILLISECONDS = 1000;

/** Maximum wait before a retry with a future certificate: its files do not change when it becomes valid. */
const MAX_RETRY_MILLISECONDS = 3_600_000;

export interface HttpsOptions {
  files: CertificateFiles;
  logger: Logger;
  /** Receives the expiry of the served certificate, at startup and after each reload. */
  onCertificate?: ((expires: Date) => void) | undefined;
}

/**
 * Creates an HTTPS server. At startup it also serves an expired or future certificate, and logs an error.
 * @throws Error with a sentence when certificate and key are unusable.
 */
export function createHttpsServer(
  options: ServerOptions,
  listener: RequestListener,
  { files, logger, onCertificate }: HttpsOptions,
): Server {
  const first = readCertificate(files);
  const problem = validityProblem(first);
  if (problem !== undefined) logger.error({ expires: first.expires }, `certificate not valid: ${problem}`);
  onCertificate?.(first.expires);
  const server = createServer(
    { ...options, handshakeTimeout: options.headersTimeout, ...TLS, cert: first.cert, key: first.key },
    listener,
  );

  let retry: NodeJS.Timeout | undefined;

  /** @throws Error with a sentence when the files hold no pair that clients accept. */
  function load(): Date {
    const next = readCertificate(files);
    const wait = next.from.getTime() - Date.now();
    if (wait > 0) retry = setTimeout(reload, Math.min(wait, MAX_RETRY_MILLISECONDS)).unref();
    const found = validityProblem(next);
    if (found !== undefined) throw new Error(found);
    server.setSecureContext({ ...TLS, cert: next.cert, key: next.key }); // open connections keep the old one
    return next.expires;
  }

  function reload(): void {
    clearTimeout(retry);
    try {
      const expires = load();
      logger.info({ expires }, 'certificate loaded again');
      onCertificate?.(expires);
    } catch (error) {
      logger.error({ err: error }, 'new certificate not usable, the one before it is still served');
    }
  }

  const watched = [files.certificate, files.key];
  for (const file of watched) watchFile(file, { interval: LOOK_MILLISECONDS, persistent: false }, reload);
  server.once('close', () => {
    clearTimeout(retry);
    for (const file of watched) unwatchFile(file, reload);
  });
  return server;
}
