// Records the files of a folder as evidence. Each subfolder has the id of a record, or the name of a cyber asset.
// Run: node evidence-sync.mts FOLDER [URL_OF_THE_FOLDER]
import { hash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type CallError, createClient, unwrap, upload } from 'compliance-inventory/client';

const TYPES = {
  ca: 'cyber_asset',
  tsk: 'task',
  pd: 'policy_document',
  ta: 'training_assignment',
  ac: 'access_control',
} as const;

process.on('uncaughtException', ({ message }) => {
  console.error(`error: ${message}`);
  process.exit(1);
});
const { API_KEY: apiKey = '', SYNC_URL: baseUrl = 'http://127.0.0.1:4010' } = process.env;
const inventory = createClient({ baseUrl, apiKey, userAgent: 'evidence-sync/1.0' });

/** Returns the same key for the same record, so that two runs at the same time create it once. */
const keyOf = (body: object) => ({ header: { 'Idempotency-Key': hash('sha256', JSON.stringify(body)) } });

/** Returns the path of each file below the folder, as a list of names, without hidden files. */
const filesIn = (root: string): string[][] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep))
    .filter((names) => !names.some((name) => name.startsWith('.')))
    .sort();

/** Returns a record as the resource of evidence, and the descriptions of its evidence. */
async function recordOf(resourceId: string) {
  const resourceType = TYPES[resourceId.split('_')[0] as keyof typeof TYPES];
  if (resourceType === undefined)
    throw new Error(`"${resourceId}" is not the name of an asset or the id of a record. Rename the folder.`);
  const params = { path: { resourceId } };
  const { data } = unwrap(await inventory.GET('/evidence/by-resource/{resourceId}', { params }));
  return { resource: { resourceId, resourceType }, known: data.map(({ description }) => description ?? '') };
}

/** Uploads a document, an image or a text. Other files become a link or a note. */
async function artifactOf(names: string[], bytes: Uint8Array<ArrayBuffer>, folderUrl: string | undefined) {
  const name = names.at(-1)!;
  if (/\.(pdf|docx|png|jpe?g|txt|csv)$/i.test(name)) {
    const params = keyOf({ name, digest: hash('sha256', bytes) });
    const file = new File([bytes], name);
    const { id } = unwrap(await upload(inventory, '/policy-documents/upload', file, { params }));
    return { type: 'file', fileId: id } as const;
  }
  if (folderUrl === undefined)
    return { type: 'note', noteText: `File ${name}, ${bytes.length} bytes` } as const;
  const url = [folderUrl.replace(/\/$/, ''), ...names.map(encodeURIComponent)].join('/');
  return { type: 'link', url } as const;
}

const [root = 'evidence', folderUrl] = process.argv.slice(2);
const assets = new Map(unwrap(await inventory.GET('/cyber-assets')).map(({ name, id }) => [name, id]));
const records = new Map<string, ReturnType<typeof recordOf>>();
const counts = { recorded: 0, unchanged: 0, rejected: 0 };
for (const names of filesIn(root)) {
  const [folder = '', ...inside] = names;
  try {
    if (inside.length === 0) throw new Error('The file is in no subfolder. Move it to that of its record.');
    if (!records.has(folder)) records.set(folder, recordOf(assets.get(folder) ?? folder));
    const { resource, known } = await records.get(folder)!;
    const bytes = new Uint8Array(readFileSync(join(root, ...names)));
    const digest = `sha256:${hash('sha256', bytes)}`;
    if (known.some((description) => description.includes(digest))) {
      counts.unchanged += 1;
      continue;
    }
    const description = `${inside.join('/')} (${digest})`;
    const body = { ...resource, ...(await artifactOf(names, bytes, folderUrl)), description };
    unwrap(await inventory.POST('/evidence', { params: keyOf(body), body }));
    known.push(description);
    counts.recorded += 1;
  } catch (error) {
    if (((error as CallError).kind ?? 'api') !== 'api') throw error; // without a connection, no file succeeds
    counts.rejected += 1;
    console.error(`${join(root, ...names)}: ${(error as Error).message}`);
  }
}
console.log(`${counts.recorded} recorded, ${counts.unchanged} unchanged, ${counts.rejected} rejected.`);
if (counts.rejected > 0) process.exitCode = 3;
