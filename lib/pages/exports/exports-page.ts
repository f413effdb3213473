import { formatNumber } from '../../http/parameters/types/numbers.ts';
import type { ListedExport } from '../../queries/exports/fetchable-exports.ts';
import { emptyList } from '../layout/empty-list.ts';
import { formatSize } from '../layout/format-size.ts';
import { factRow } from '../layout/fact-row.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { Site } from '../layout/site.ts';
import { timeElement } from '../layout/time-elements.ts';

export type ExportsView = {
  readonly exports: readonly ListedExport[];
  readonly reader: Reader;
};

/** The page of the exports that the reader may fetch. */
export function exportsPage({ exports, reader }: ExportsView, paths: Site): Html {
  const main = html`<h1>Exports</h1>
    <p class="lead">Files with whole data sets, made by a schedule.</p>
    ${exports.length === 0 && emptyList('There are no exports that you may fetch.')}
    ${exports.map((item) => exportSection(item, paths))} ${jsonSection(paths.exports)}`;
  return layout({ title: 'Exports', main, ...reader, isIndexed: false }, paths);
}

function exportSection({ name, format, file, mayFetch }: ListedExport, paths: PagePaths): Html {
  const path = `${paths.exports}/${encodeURIComponent(name)}`;
  return html`<section class="card">
    <h2>${name}</h2>
    <dl class="facts">
      ${factRow('Format', html`${format}`)}
      ${
        file === null
          ? factRow('File', html`Not made yet`)
          : html`${factRow('Features', html`${formatNumber(file.features)}`)}
            ${factRow('Size', html`${formatSize(file.bytes)}`)}
            ${factRow('Data of', timeElement(file.begun))}`
      }
    </dl>
    ${
      file !== null &&
      mayFetch &&
      html`<p class="actions">
        <a class="button" href="${path}">Download</a>
        <a href="${path}?manifest">Manifest</a>
      </p>`
    }
  </section>`;
}
