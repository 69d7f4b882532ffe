// A certificate with its private key, read from the two files that an operator names.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

export interface CertificateFiles {
  /** PEM: the server's certificate, then those between it and the root. */
  certificate: string;
  /** PEM. */
  key: string;
}

export interface Certificate {
  cert: Buffer;
  key: Buffer;
  /** When its validity begins and ends. */
  from: Date;
  expires: Date;
}

/** What a step's failure means, in a sentence. */
function attempt<T>(sentence: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new Error(`${sentence}: ${(error as Error).message}.`, { cause: error });
  }
}

/** @throws Error with a sentence that names the variable to look at. */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = attempt('TLS_CERT_FILE must name a file that can be read', () =>
    readFileSync(files.certificate),
  );
  const key = attempt('TLS_KEY_FILE must name a file that can be read', () => readFileSync(files.key));
  const first = attempt(
    `TLS_CERT_FILE must be a certificate in PEM, and ${files.certificate} is not`,
    () => new X509Certificate(cert),
  );
  const privateKey = attempt(
    `TLS_KEY_FILE must be an unencrypted private key in PEM, and ${files.key} is not`,
    () => createPrivateKey(key),
  );
  if (!first.checkPrivateKey(privateKey))
    throw new Error(
      `TLS_KEY_FILE must be the key of the certificate in TLS_CERT_FILE, and ${files.key} belongs to another one.`,
    );
  attempt('TLS_CERT_FILE and TLS_KEY_FILE must be a pair that TLS takes', () =>
    createSecureContext({ cert, key }),
  ); // such as a chain that is cut
  return { cert, key, from: new Date(first.validFrom), expires: new Date(first.validTo) };
}

/** Returns why clients reject a certificate at this time, undefined when they accept it. */
export function validityProblem({ from, expires }: Certificate, now = Date.now()): string | undefined {
  if (expires.getTime() < now)
    return `The certificate in TLS_CERT_FILE expired at ${expires.toISOString()}. Renew it.`;
  if (from.getTime() > now)
    return `The certificate in TLS_CERT_FILE is not valid before ${from.toISOString()}. Use one that is valid now.`;
  return undefined;
}
