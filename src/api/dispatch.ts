// Hands a request to the contract and writes what it answers.
import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract';
import { notFound } from '../errors';
import { writeAnswer } from './response';
import { responseHeaders } from './response-headers';
import { partsOf } from './request-target';
import { requireWellFormed } from './well-formed';

export const dispatch =
  (currentContract: () => Contract): RequestHandler =>
  async (request, response) => {
    requireWellFormed(request);
    const contract = currentContract();
    const { method, headers } = request;
    const { path, search } = partsOf(request.url);
    if (path.includes('%')) decodeURIComponent(path); // throws URIError, wherever the path would have led
    if (method === 'OPTIONS') {
      const allow = contract.allowedMethods(path);
      if (allow.length === 0) throw notFound();
      response.writeHead(204, { ...responseHeaders(response), Allow: allow.join(', ') }).end();
      return;
    }
    const { exchange } = response.locals;
    const contractRequest = {
      method: method === 'HEAD' ? 'GET' : method, // Node leaves out the body of an answer to HEAD
      path,
      search,
      headers,
      params: {},
      query: {},
      header: {},
      requestBody: undefined,
      bodyType: undefined,
      files: [],
    };
    await request.admission!.work(async () =>
      writeAnswer(response, await contract.handle(contractRequest, exchange!)),
    );
  };
