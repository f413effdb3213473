import type { Docs, DocsGroup } from '../../http/description/docs-groups.ts';
import { contentsOf, listObjects } from '../../http/description/docs-objects.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import { englishMain } from '../words/english-text.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';
import { docsText } from './docs-text.ts';
import { objectList } from './object-list.ts';
import { operationSection, operationTitle } from './operation-section.ts';
import { subjectTitle } from './subject-title.ts';
import { tokenSection } from './token-section.ts';

export type DocsSubjectView = {
  readonly docs: Docs;
  readonly group: DocsGroup;
  readonly reader: Reader;
  readonly baseUrl: string;
};

/** The page with the operations of a subject. If scripts are disabled, it sends no requests to them. */
export function docsSubject({ docs, group, reader, baseUrl }: DocsSubjectView, site: Site): Html {
  const { name, description, operations } = group;
  const title = subjectTitle(name);
  const main = html`<p class="crumbs"><a href="${site.docs}">All operations</a></p>
    <h1>${title}</h1>
    <p class="lead">${docsText(description)}</p>
    <nav class="card" aria-label="Operations">
      <ul class="list">
        ${operations.map(
          (operation) => html`<li><a href="#${operation.id}">${operationTitle(operation)}</a></li>`,
        )}
      </ul>
    </nav>
    ${tokenSection(reader, site)}
    ${operations.map((operation) => operationSection(operation, { ...site, baseUrl }))}
    ${objectList(listObjects(operations.flatMap(contentsOf), docs))}`;
  return layout(
    {
      title: `Operations: ${title}`,
      main: englishMain(main),
      canonical: `${baseUrl}/docs/${name}`,
      style: docsStyle,
      script: docsScript,
      ...reader,
    },
    site,
  );
}
