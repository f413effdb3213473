import { raw } from 'hono/html';
import { visuallyHidden } from './visually-hidden.ts';

import { formats, type FormatName } from '../../http/negotiation/formats.ts';
import { html, type Html } from './html.ts';
import { navigation, type ReaderRights } from './navigation.ts';
import { pageFooter } from './page-footer.ts';
import type { Site } from './site.ts';
import { pageScript } from './script.ts';
import { pageStyle } from './style.ts';
import type { Words } from '../words/words.ts';

export type Visitor = { readonly username: string; readonly formToken: string };

export type PageContext = { readonly session: Visitor; readonly paths: Site };

export type LayoutParts = {
  readonly title: string;
  readonly main: Html;
  readonly visitor?: Visitor | undefined;
  /** The path of the sign-in, for a visitor who is not signed in. */
  readonly signInPath?: string | undefined;
  /** What the reader may open besides the pages for everybody. */
  readonly rights?: Partial<ReaderRights>;
  /** The path of the page, with its query. */
  readonly target?: string;
  readonly width?: 'narrow' | 'medium' | 'wide';
  /** The URI of the object that the page shows. */
  readonly canonical?: string;
  /** What the page shows, for previews of links to it. */
  readonly description?: string | undefined;
  /** The other formats of the page: their media types and paths. */
  readonly alternates?: readonly { readonly type: string; readonly path: string }[];
  /** Whether search engines may list the page; true if left out. */
  readonly isIndexed?: boolean;
  /** JSON-LD for search engines. */
  readonly structuredData?: Readonly<Record<string, unknown>>;
  /** A style and a script for this page only. The Content-Security-Policy of the page must contain their hashes. */
  readonly style?: string;
  readonly script?: string;
  /** The path of a module script. */
  readonly moduleScript?: string;
};

/** The reader of a page: an account that is signed in, or a visitor who can sign in. */
export type Reader = Pick<LayoutParts, 'visitor' | 'signInPath' | 'rights' | 'target'>;

// The Content-Security-Policy contains the hashes of style and script, so add nothing to them, not even a space.
const styleElement = (style: string): Html => raw(`<style>${style}</style>`);
const scriptElement = (script: string): Html => raw(`<script>${script}</script>`);

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

/** The site, or only the words of a page that cannot have links. */
export type SiteOrWords = Site | Pick<Site, 'words'>;

const siteOf = (given: SiteOrWords): Site | undefined => ('home' in given ? given : undefined);

/** Creates a complete page. */
export function layout(parts: LayoutParts, given: SiteOrWords): Html {
  const { words } = given;
  const site = siteOf(given);
  const { title, main, visitor, signInPath, width, canonical, structuredData, style, script } =
    parts;
  const { isIndexed = true, moduleScript, rights = {}, target, alternates = [] } = parts;
  return html`<!doctype html>
    <html lang="${words.language}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${nameOf(site)}</title>
        ${!isIndexed && html`<meta name="robots" content="noindex" />`}
        ${canonical !== undefined && html`<link rel="canonical" href="${canonical}" />`}
        ${alternates.map(({ type, path }) => html`<link rel="alternate" type="${type}" href="${path}" />`)}
        ${linkPreview(parts, site)}
        ${styleElement(pageStyle)}${style !== undefined && styleElement(style)}${moduleScript !== undefined && html`<script type="module" src="${moduleScript}"></script>`}${structuredData && dataBlock(structuredData)}
      </head>
      <body>
        <a class="skip" href="#main">${words.text('layout.skip')}</a>
        <header class="band">
          <div class="inner">
            ${brand(site)}${visitor && site && visitorBar(visitor, site)}${signInPath !== undefined && signInLink(signInPath, words)}
          </div>
        </header>
        ${site && navigation(rights, target, site)}
        ${canonical !== undefined && html`<p class="printed inner" dir="ltr">${canonical}</p>`}
        <main id="main" tabindex="-1" class="inner${width && ` ${width}`}">${main}</main>
        ${site && pageFooter(site)}
        ${scriptElement(pageScript)}${script !== undefined && scriptElement(script)}
      </body>
    </html> `;
}

/** The name of the instance. Without valid settings it is that of the service. */
const nameOf = (site: Site | undefined): string => site?.instance.title ?? 'Heritage Data Service';

/** What other sites show of a link to the page (The Open Graph protocol). */
function linkPreview({ title, canonical, description }: LayoutParts, site: Site | undefined): Html {
  const properties: readonly (readonly [name: string, content: string | undefined])[] = [
    ['og:site_name', nameOf(site)],
    ['og:title', title.slice(0, 200)],
    ['og:type', 'website'],
    ['og:url', canonical],
    ['og:description', description],
    ['og:image', site?.instance.logo],
  ];
  return html`${properties.flatMap(([name, content]) =>
    content === undefined ? [] : [html`<meta property="${name}" content="${content}" />`],
  )}`;
}

function brand(site: Site | undefined): Html {
  const own = site?.instance.logo;
  const name = html`${own === undefined ? logo : html`<img src="${own}" alt="" />`}<span dir="auto"
      >${nameOf(site)}</span
    >`;
  return site === undefined
    ? html`<span class="brand">${name}</span>`
    : html`<a class="brand" href="${site.home}">${name}</a>`;
}

/** The JSON-LD of a page. It is not run, so the Content-Security-Policy does not apply. It must not contain the end tag of a script. */
function dataBlock(data: Readonly<Record<string, unknown>>): Html {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">
    ${raw(text)}
  </script>`;
}

function signInLink(path: string, words: Words): Html {
  return html`<div class="visitor"><a href="${path}">${words.text('layout.sign-in')}</a></div>`;
}

function visitorBar({ username, formToken }: Visitor, paths: Site): Html {
  const { words } = paths;
  return html`<div class="visitor">
    <span
      >${words.html('layout.signed-in', {
        hidden: visuallyHidden,
        username: html`<span dir="auto">${username}</span>`,
      })}</span
    >
    <form method="post" action="${paths.signOut}">
      ${hiddenField('form_token', formToken)}<button>${words.text('layout.sign-out')}</button>
    </form>
  </div>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/**
 * Links to the other formats of a page.
 * @param path the path of the page
 * @param names the formats of its operation
 */
export function formatsSection(
  path: string,
  names: readonly FormatName[],
  id: string,
  words: Words,
): Html {
  return html`<section class="card formats">
    <h2>${words.text('formats.title')}</h2>
    <ul class="inline">
      ${names
        .filter((format) => format !== 'html')
        .map((format) => html`<li><a href="${path}?format=${format}" dir="ltr">${format}</a></li>`)}
    </ul>
    <p class="hint">${words.html('formats.id', { id: html`<code>${id}</code>` })}</p>
  </section>`;
}

/** The link to the JSON of a page, if this is its only other format. @param path the path of the page */
export function jsonSection(path: string, words: Words): Html {
  return html`<section class="card formats">
    <h2>${words.text('formats.title')}</h2>
    <ul class="inline">
      <li><a href="${path}?format=json" dir="ltr">json</a></li>
    </ul>
  </section>`;
}

/** The links to the other formats of a page, for its head. @param path the path of the page */
export const alternateFormats = (
  path: string,
  names: readonly FormatName[],
): NonNullable<LayoutParts['alternates']> =>
  names
    .filter((name) => name !== 'html')
    .map((name) => ({ type: formats[name].mediaTypes[0], path: `${path}?format=${name}` }));
