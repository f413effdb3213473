import { createHash } from 'node:crypto';

import { pageScript } from './layout/script.ts';
import { pageStyle } from './layout/style.ts';

/** The styles, scripts and hosts of a page besides those of all pages. */
export type PageContent = {
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** The hosts from which its map reads; undefined if it has no map. */
  readonly hosts?: readonly string[] | undefined;
};

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Pages send requests only to the service, run only our own scripts, and cannot be framed by other sites (CSP Level 3). The script of a map is
 * a file of ours: nothing else that the service sends is a script to a browser, because of `X-Content-Type-Options`.
 */
export function pageSecurityPolicy({ styles = [], scripts = [], hosts }: PageContent = {}): string {
  const self = hosts === undefined ? [] : ["'self'"];
  const sources = (...names: readonly string[]): string => names.join(' ');
  return [
    "default-src 'none'",
    `style-src ${sources(...self, ...[pageStyle, ...styles].map(hashSource))}`,
    `script-src ${sources(...self, ...[pageScript, ...scripts].map(hashSource))}`,
    `connect-src ${sources("'self'", ...(hosts ?? []))}`,
    ...(hosts === undefined
      ? []
      : ["worker-src 'self'", `img-src ${sources('data:', 'blob:', ...hosts)}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of static files. It applies to the worker of a map, which does not have the policy of its page. */
export function assetSecurityPolicy(hosts: readonly string[]): string {
  return ["default-src 'none'", `connect-src ${["'self'", ...hosts].join(' ')}`].join('; ');
}
