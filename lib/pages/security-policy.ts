import { createHash } from 'node:crypto';

import { pageScript } from './layout/script.ts';
import { pageStyle } from './layout/style.ts';

/** The styles, scripts and hosts that a page needs in addition to those of all pages. */
export type PageContent = {
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** The hosts from which its map loads data; undefined if it has no map. */
  readonly hosts?: readonly string[] | undefined;
  /** The hosts from which it loads pictures of records. */
  readonly pictures?: readonly string[];
};

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Returns the policy of a page (CSP Level 3): it sends requests only to the service and to the hosts of its map, runs only scripts of the
 * service, and cannot be framed by other sites. `'self'` allows the script of a map, which is a static file. Browsers run nothing else from
 * the service as a script, because of `X-Content-Type-Options`.
 * @rule GeoJSON and OGC API Features: What may the script of a page load, and from where?
 */
export function pageSecurityPolicy({
  styles = [],
  scripts = [],
  hosts,
  pictures = [],
}: PageContent = {}): string {
  const selfForMap = hosts === undefined ? [] : ["'self'"];
  const images = [...(hosts === undefined ? [] : ['data:', 'blob:', ...hosts]), ...pictures];
  const sources = (...names: readonly string[]): string => names.join(' ');
  return [
    "default-src 'none'",
    `style-src ${sources(...selfForMap, ...[pageStyle, ...styles].map(hashSource))}`,
    `script-src ${sources(...selfForMap, ...[pageScript, ...scripts].map(hashSource))}`,
    `connect-src ${sources("'self'", ...(hosts ?? []))}`,
    ...(hosts === undefined ? [] : ["worker-src 'self'"]),
    ...(images.length === 0 ? [] : [`img-src ${sources(...images)}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of static files. The worker of a map needs it, because the policy of the page does not apply to workers. */
export function assetSecurityPolicy(hosts: readonly string[]): string {
  return ["default-src 'none'", `connect-src ${["'self'", ...hosts].join(' ')}`].join('; ');
}
