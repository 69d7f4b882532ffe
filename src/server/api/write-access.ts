// Rejects the changes of read-only keys before the body is read, whatever the path.
import type { RequestHandler } from 'express';
import { readOnlyKey } from '../../base/errors';

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** @throws ApiError `forbidden` */
export const requireWriteAccess: RequestHandler = ({ method }, response, next) => {
  if (response.locals.authenticatedRequest!.principal.access === 'read_only' && !READS.includes(method))
    throw readOnlyKey(method);
  next();
};
