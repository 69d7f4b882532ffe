// Reads the certificate and the private key of HTTPS, and checks that they belong together.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readBytesSync } from '../read-file';

/** Paths of PEM files. */
export interface CertificateFiles {
  /** The server's certificate, then the intermediate certificates. */
  certificate: string;
  key: string;
}

export type Certificate = ReturnType<typeof readCertificate>;

/** Runs `step`, and puts `problem` before the message of its error. */
function attempt<T>(problem: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new Error(`${problem}: ${(error as Error).message}.`, { cause: error });
  }
}

/** @throws Error with a sentence that names the environment variable */
export function readCertificate(files: CertificateFiles) {
  const cert = attempt('TLS_CERT_FILE must name a readable file', () => readBytesSync(files.certificate));
  const key = attempt('TLS_KEY_FILE must name a readable file', () => readBytesSync(files.key));
  const first = attempt(
    `TLS_CERT_FILE must be a certificate in PEM format, and ${files.certificate} is not`,
    () => new X509Certificate(cert),
  );
  const privateKey = attempt(
    `TLS_KEY_FILE must be an unencrypted private key in PEM format, and ${files.key} is not`,
    () => createPrivateKey(key),
  );
  if (!first.checkPrivateKey(privateKey)) {
    throw new Error(
      'TLS_KEY_FILE must be the key of the certificate in TLS_CERT_FILE. ' +
        `${files.key} is the key of another one.`,
    );
  }
  // For example, an incomplete chain passes all checks before.
  attempt('TLS_CERT_FILE and TLS_KEY_FILE must be usable for TLS', () => createSecureContext({ cert, key }));
  return { cert, key, validFrom: new Date(first.validFrom), expires: new Date(first.validTo) };
}
