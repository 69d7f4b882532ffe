// HTTPS servers: TLS 1.2 and newer, with a certificate that is reloaded when its files change.
import { constants } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { type ServerOptions, createServer } from 'node:https';
import type { Logger } from 'pino';
import { type Certificate, type CertificateFiles, readCertificate } from '../../base/secrets/certificate';

/** Forward secrecy and authenticated encryption only, as in Mozilla's intermediate configuration. */
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

const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION, // A client would cause a handshake for each request.
} as const;

/** Polling, because renewal often replaces a symbolic link above the file, which causes no event. */
const POLL_MILLISECONDS = 1000;

/** Maximum wait before a retry with a future certificate: its files do not change when it becomes valid. */
const MAX_RETRY_MILLISECONDS = 3_600_000;

/** Returns why clients reject a certificate at this time, undefined when they accept it. */
function validityProblem({ validFrom, expires }: Certificate, now = Date.now()): string | undefined {
  const certificate = 'The certificate in TLS_CERT_FILE';
  if (expires.getTime() < now) return `${certificate} expired at ${expires.toISOString()}. Renew it.`;
  if (validFrom.getTime() > now)
    return `${certificate} is not valid before ${validFrom.toISOString()}. Use one that is valid now.`;
  return undefined;
}

interface HttpsOptions {
  files: CertificateFiles;
  logger: Logger;
  /** Receives the expiry of the served certificate, at startup and after each reload. */
  onCertificate?: ((expires: Date) => void) | undefined;
}

/**
 * Creates an HTTPS server. At startup it also serves an expired or future certificate, and logs an error.
 * @throws Error with a sentence when certificate and key are unusable.
 */
export function createHttpsServer(options: ServerOptions, { files, logger, onCertificate }: HttpsOptions) {
  const first = readCertificate(files);
  const problem = validityProblem(first);
  if (problem !== undefined) logger.error({ expires: first.expires }, `certificate not valid: ${problem}`);
  onCertificate?.(first.expires);
  const server = createServer({
    ...options,
    handshakeTimeout: options.headersTimeout,
    ...TLS,
    cert: first.cert,
    key: first.key,
  });

  let retry: NodeJS.Timeout | undefined;

  /** @throws Error with a sentence when clients would reject the pair in the files */
  function load(): Date {
    const next = readCertificate(files);
    const wait = next.validFrom.getTime() - Date.now();
    if (wait > 0) retry = setTimeout(reload, Math.min(wait, MAX_RETRY_MILLISECONDS)).unref();
    const nextProblem = validityProblem(next);
    if (nextProblem !== undefined) throw new Error(nextProblem);
    // Open connections keep the previous one.
    server.setSecureContext({ ...TLS, cert: next.cert, key: next.key });
    return next.expires;
  }

  function reload(): void {
    clearTimeout(retry);
    try {
      const expires = load();
      logger.info({ expires }, 'certificate reloaded');
      onCertificate?.(expires);
    } catch (error) {
      logger.error({ err: error }, 'new certificate rejected, the previous one is still served');
    }
  }

  const watched = [files.certificate, files.key];
  for (const file of watched) watchFile(file, { interval: POLL_MILLISECONDS, persistent: false }, reload);
  server.once('close', () => {
    clearTimeout(retry);
    for (const file of watched) unwatchFile(file, reload);
  });
  return server;
}
