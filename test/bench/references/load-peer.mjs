// Loads a package that the bench has installed into the folder PEERS (support/peers.mjs).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const fromPeers = createRequire(pathToFileURL(`${process.env.PEERS}/package.json`));

export const loadPeer = (name) => import(pathToFileURL(fromPeers.resolve(name)).href);
