import type { Docs, DocsGroup } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { Site } from '../layout/site.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';
import { docsParagraphs, docsText } from './docs-text.ts';
import { operationSection } from './operation-section.ts';

/** Creates the page with all operations. If scripts are disabled, it has no forms. @param canonical the URI of the page */
export function docsPage(docs: Docs, canonical: string, paths: Site): Html {
  const main = html`<h1>All operations</h1>
    <p class="lead">
      Everything that the API can do. For programs, there is an
      <a href="${paths.base}/openapi.json">OpenAPI description</a>.
    </p>
    <nav class="card" aria-label="Groups of operations">
      <ul class="inline">
        ${docs.groups.map(
          ({ name, operations }) =>
            html`<li>
              <a href="#${groupId(name)}">${groupTitle(name)}</a>
              <small>${operations.length}</small>
            </li>`,
        )}
      </ul>
    </nav>
    <section class="card">${docsParagraphs(docs.description)}</section>
    ${tokenSection(paths)} ${docs.groups.map((group) => groupSection(group, paths))}`;
  return layout(
    {
      title: 'All operations',
      // The descriptions exist only in English.
      main: html`<div lang="en" dir="ltr">${main}</div>`,
      canonical,
      style: docsStyle,
      script: docsScript,
    },
    paths,
  );
}

// Ids of operations do not begin with this prefix, so the anchors of groups and operations are distinct.
const groupId = (name: string): string => `group-${name}`;

const acronyms: Readonly<Record<string, string>> = {
  geojson: 'GeoJSON',
  oauth: 'OAuth',
  ogc: 'OGC API',
};

function groupTitle(name: string): string {
  const words = acronyms[name] ?? name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function groupSection({ name, description, operations }: DocsGroup, paths: PagePaths): Html {
  return html`<section>
    <h2 class="group" id="${groupId(name)}">${groupTitle(name)}</h2>
    <p class="lead">${docsText(description)}</p>
    ${operations.map((operation) => operationSection(operation, paths))}
  </section>`;
}

/** The field for the token. It has no name and no form, so only the script of the page can send the token. */
function tokenSection(paths: PagePaths): Html {
  return html`<section class="card" data-script hidden>
    <h2>Your requests</h2>
    <div class="field">
      <label for="access-token">Access token</label>
      <p class="hint" id="access-token-hint">
        Optional. “Send” adds it to the request. It stays in this field until you close or reload
        the page. <a href="#issue-token">POST ${paths.base}/o/token</a> issues one.
      </p>
      <input
        id="access-token"
        type="password"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="access-token-hint"
      />
    </div>
  </section>`;
}
