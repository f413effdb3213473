import { raw } from 'hono/html';

import { html, type Html } from './html.ts';
import type { PagePaths } from './paths.ts';
import { pageScript } from './script.ts';
import { pageStyle } from './style.ts';

export type Visitor = { readonly username: string; readonly formToken: string };

export type PageContext = { readonly session: Visitor; readonly paths: PagePaths };

export type LayoutParts = {
  readonly title: string;
  readonly main: Html;
  readonly visitor?: Visitor | undefined;
  readonly width?: 'narrow' | 'medium';
};

// The Content-Security-Policy contains the hashes of their content, so add nothing to it, not even a space.
const styleElement = raw(`<style>${pageStyle}</style>`);
const scriptElement = raw(`<script>${pageScript}</script>`);

const logo = html`<svg
  viewBox="0 0 32 32"
  fill="none"
  stroke="currentColor"
  stroke-width="2.2"
  stroke-linecap="round"
  aria-hidden="true"
  focusable="false"
>
  <path d="M4 27h24M6 22.5h20M9 18V13a7 7 0 0 1 14 0v5M13.5 18v-4.5a2.5 2.5 0 0 1 5 0V18" />
</svg>`;

/** Creates a complete page. @param paths undefined if the page cannot have links */
export function layout({ title, main, visitor, width }: LayoutParts, paths?: PagePaths): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Heritage Data Service</title>
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="band">
          <div class="inner">${brand(paths)}${visitor && paths && visitorBar(visitor, paths)}</div>
        </header>
        <main id="main" tabindex="-1" class="inner${width && ` ${width}`}">${main}</main>
        ${scriptElement}
      </body>
    </html> `;
}

function brand(paths: PagePaths | undefined): Html {
  const name = html`${logo}<span>Heritage Data Service</span>`;
  return paths === undefined
    ? html`<span class="brand">${name}</span>`
    : html`<a class="brand" href="${paths.applications}">${name}</a>`;
}

function visitorBar({ username, formToken }: Visitor, paths: PagePaths): Html {
  return html`<div class="visitor">
    <span><span class="visually-hidden">Signed in as </span>${username}</span>
    <form method="post" action="${paths.signOut}">
      ${hiddenField('form_token', formToken)}<button>Sign out</button>
    </form>
  </div>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}
