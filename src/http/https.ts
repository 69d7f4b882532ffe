// The HTTPS side of a listener: TLS 1.2 and up, a certificate that is read again when its files change, and an answer for those who forget the s.
import { unwatchFile, watchFile } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type Server, type ServerOptions, createServer } from 'node:https';
import type { Logger } from 'pino';
import { type CertificateFiles, readCertificate } from './certificate';

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

/** @throws Error with a sentence when certificate and key cannot be used. */
export function createHttpsServer(files: CertificateFiles, options: ServerOptions, listener: RequestListener, logger: Logger): Server {
  const { cert, key } = readCertificate(files);
  const server = createServer({ ...options, handshakeTimeout: options.headersTimeout, ...TLS, cert, key }, listener);
  const reload = (): void => {
    try {
      const { expires, ...pair } = readCertificate(files);
      server.setSecureContext({ ...TLS, ...pair }); // connections that are open keep theirs
      logger.info({ expires }, 'certificate loaded again');
    } catch (error) {
      logger.error({ err: error }, 'new certificate not usable, the one before it is still served');
    }
  };
  const watched = [files.certificate, files.key];
  for (const file of watched) watchFile(file, { interval: LOOK_MILLISECONDS, persistent: false }, reload);
  server.once('close', () => {
    for (const file of watched) unwatchFile(file, reload);
  });
  return server;
}
