// Signed statements of where a log ended at a time (Ed25519, RFC 8032). A file of keys or checkpoints is text.
import { type KeyObject, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { type Checkpoint, SCHEMAS } from '../../../generated/files';
import type { OrganizationId } from '../../base/organization';
import { parseJson } from '../../base/values';
import { compileValidator } from '../../contract/schemas';
import type { Head } from './append';

type Unsigned = Omit<Checkpoint, 'signature'>;

/** Returns a JSON array of the signed values without white space, in this order. */
const signedText = (unsigned: Unsigned): Buffer => {
  const { version, organization, slug, sequence, head, time, keyId } = unsigned;
  return Buffer.from(
    JSON.stringify(['inventory checkpoint', version, organization, slug, sequence, head, time, keyId]),
  );
};

/** Returns an Ed25519 key of a PEM text; undefined for another text. `create`: createPublicKey or createPrivateKey. */
export function readKey(pem: string, create: (pem: string) => KeyObject): KeyObject | undefined {
  try {
    const key = create(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** `key`: a public key, or a private key, which contains its public key. */
export function computeKeyId(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex').slice(0, 16);
}

/** Returns a new key pair as PEM texts. */
export const newKeyPair = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

export function signCheckpoint(
  { id, slug }: { id: OrganizationId; slug: string },
  { sequence, hash: head }: Head,
  time: Date,
  key: KeyObject,
): Checkpoint {
  const unsigned: Unsigned = {
    version: 1,
    organization: id,
    slug,
    sequence,
    head,
    time: time.toISOString(),
    keyId: computeKeyId(key),
  };
  return { ...unsigned, signature: sign(null, signedText(unsigned), key).toString('base64') };
}

/** Returns the checkpoint of a JSON text; undefined for another text. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const value = parseJson(text);
  return compileValidator(SCHEMAS.Checkpoint)(value) ? (value as Checkpoint) : undefined;
}

/** Returns why a checkpoint does not speak for the organization; undefined when it does. */
export function findFault(
  checkpoint: Checkpoint,
  { id, slug }: { id: OrganizationId; slug: string },
  publicKey: KeyObject,
): string | undefined {
  const { organization, keyId, signature } = checkpoint;
  const given = computeKeyId(publicKey);
  if (keyId !== given)
    return `The checkpoint was signed with the key ${keyId}, and the public key is ${given}. Pass the public key of ${keyId}.`;
  if (!verify(null, signedText(checkpoint), publicKey, Buffer.from(signature, 'base64')))
    return 'The signature of the checkpoint is wrong: the file was altered. Take the checkpoint from another copy.';
  return organization === id
    ? undefined
    : `The checkpoint is of the organization ${organization} ("${checkpoint.slug}"), and "${slug}" is ${id}. Pass a checkpoint of "${slug}".`;
}
