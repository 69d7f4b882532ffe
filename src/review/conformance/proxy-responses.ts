// Recognizes the responses of a proxy in front of the server, which say nothing about the server.
import { isObject } from '../../base/json';
import { quoted } from '../../base/report/report';
import { countOf } from '../../base/text';
import type { Reply } from '../probe/send';

/** Statuses with which proxies reject a request by themselves, most for its size or syntax. */
const REJECTIONS = [400, 403, 408, 413, 414, 417, 431, 494];

/** The server gives every response an id, and every error a code. */
const isOfServer = ({ headers, body }: Reply): boolean =>
  (isObject(body) && typeof body['error'] === 'string') ||
  (headers.has('x-request-id') && !headers.has('server'));

export class ProxyResponses {
  private readonly rejections = new Map<string, number>();
  private name: string | undefined;

  /** Returns whether a proxy rejected the request, and counts it. `label` describes the request. */
  has(reply: Reply, label: string): boolean {
    if (!REJECTIONS.includes(reply.status) || isOfServer(reply)) return false;
    this.name ??= reply.headers.get('server') ?? undefined;
    const text = `${reply.status} to ${label}`;
    this.rejections.set(text, (this.rejections.get(text) ?? 0) + 1);
    return true;
  }

  /** Returns a sentence for the report, if there were such responses. */
  get notes(): string[] {
    if (this.rejections.size === 0) return [];
    const name = this.name === undefined ? '' : ` (${quoted(this.name)})`;
    const texts = [...this.rejections].map(([text, times]) => `${text} (${countOf(times, 'time')})`);
    return [
      `A proxy in front of the server${name} rejected requests by itself, which are not judged: ${texts.join(', ')}.`,
    ];
  }
}
