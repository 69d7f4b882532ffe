// Passes a request to the contract, which calls the operation's handler, and writes the response.
import type { RequestHandler } from 'express';
import type { Contract } from '../../contract/contract';
import { notFound } from '../../base/errors';
import { requireWellFormed, splitTarget } from './http-syntax';
import { responseHeaders } from './request-context';
import { writeResponse } from './response';

export const dispatch =
  (currentContract: () => Contract): RequestHandler =>
  async (request, response) => {
    requireWellFormed(request);
    const contract = currentContract();
    const { method, headers } = request;
    const { path, search } = splitTarget(request.url);
    if (path.includes('%')) decodeURIComponent(path); // throws URIError, also for an unknown path
    if (method === 'OPTIONS') {
      const allow = contract.allowedMethods(path);
      if (allow.length === 0) throw notFound();
      response.writeHead(204, { ...responseHeaders(response), Allow: allow.join(', ') }).end();
      return;
    }
    const contractRequest = {
      // Node omits the body of a response to HEAD.
      method: method === 'HEAD' && contract.match('GET', path) ? 'GET' : method,
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
    const { authenticatedRequest } = response.locals;
    await request.admission!.work(async () =>
      writeResponse(response, await contract.handle(contractRequest, authenticatedRequest!)),
    );
  };
