// Which answers are successes of this API: something in front of it may answer as well.
import { type HttpResponse, isJson } from './attempt.js';

const NO_CONTENT = 204;

/** JSON, CSV, or nothing where nothing belongs; a page of HTML with status 200 comes from somewhere else, and so does one with nothing in it. */
const isOurs = ({ status, headers, body }: HttpResponse): boolean =>
  body === undefined
    ? status === NO_CONTENT
    : isJson(headers) || /^text\/csv\b/i.test(headers.get('content-type') ?? '');

export const isSuccess = (answer: HttpResponse): boolean =>
  answer.status >= 200 && answer.status < 300 && isOurs(answer);
