// What the handlers of a web site get and give: no framework in it, so that they can be read, moved and tested without one.

export interface SiteRequest {
  method: 'get' | 'post';
  /** The path's parameters, by the names in the route. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** The fields of the form that was sent; none for a GET. */
  form: URLSearchParams;
  cookies: Record<string, string | undefined>;
  /** The path and query, as they were sent. */
  target: string;
  /** Whether a link of another site leads here: browsers then leave out cookies that are `SameSite=Strict`. */
  crossSite: boolean;
  /** The client's, by a trusted proxy's word where there is one. */
  address: string;
  requestId: string;
}

/** `lax` is for the one cookie that must come back from another site. */
export interface SiteCookie {
  name: string;
  /** Undefined takes the cookie away. */
  value: string | undefined;
  sameSite?: 'strict' | 'lax';
  /** In seconds; without it the cookie goes with the browser. */
  maxAge?: number;
}

export interface SiteAnswer {
  status: number;
  /** A page in HTML, or a file that comes piece by piece. */
  body?: string | AsyncIterable<string>;
  headers?: Record<string, string>;
  cookies?: SiteCookie[];
}

export interface SiteRoute {
  method: SiteRequest['method'];
  /** Such as `/organizations/:slug/keys`. It is what the log says of a request: paths may hold secrets. */
  path: string;
  handle: (request: SiteRequest) => Promise<SiteAnswer>;
}

/** A file that never changes under its name. */
export interface SiteAsset {
  path: string;
  type: string;
  body: Buffer;
}

export interface Site {
  routes: SiteRoute[];
  assets: SiteAsset[];
  /** The page for a request that found nothing or failed. */
  failure: (status: number, message: string) => string;
}
