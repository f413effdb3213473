import type { PageReader } from '../../queries/users/page-reader.ts';
import { html, type Html } from './html.ts';
import type { Site } from './site.ts';

/** Which pages a reader may open, besides those for everybody. */
export type ReaderRights = Omit<PageReader, 'username'>;

/**
 * The links to the parts of the instance that the reader may open.
 * @param target the path of the page, whose part is marked; undefined for a page of no part
 */
export function navigation(
  rights: Partial<ReaderRights>,
  target: string | undefined,
  paths: Site,
): Html {
  const { words } = paths;
  const parts: readonly (readonly [text: string, path: string, isOpen: boolean | undefined])[] = [
    [words.text('navigation.records'), paths.resources, true],
    [words.text('navigation.search'), paths.search, true],
    [words.text('navigation.map'), paths.map, true],
    [words.text('navigation.thesaurus'), paths.concepts, true],
    [words.text('navigation.history'), paths.changes, rights.mayReadHistory],
    [words.text('navigation.exports'), paths.exports, rights.mayFetchExports],
    [words.text('navigation.applications'), paths.applications, rights.mayAdministerApplications],
  ];
  return html`<nav class="parts" aria-label="${words.text('navigation.main')}">
    <ul class="inner">
      ${parts.flatMap(([text, path, isOpen]) =>
        isOpen === true ? [html`<li>${partLink(text, path, target)}</li>`] : [],
      )}
    </ul>
  </nav>`;
}

function partLink(text: string, path: string, target: string | undefined): Html {
  const [page = ''] = (target ?? '').split('?');
  const isPage = withoutSlash(page) === withoutSlash(path);
  const isWithin = page.startsWith(`${withoutSlash(path)}/`);
  if (isPage) return html`<a href="${path}" aria-current="page">${text}</a>`;
  return isWithin
    ? html`<a href="${path}" aria-current="true">${text}</a>`
    : html`<a href="${path}">${text}</a>`;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');
