import type { ListedExport } from '../../queries/exports/fetchable-exports.ts';
import { emptyList } from '../layout/empty-list.ts';
import { factRow } from '../layout/fact-row.ts';
import { formatSize } from '../layout/format-size.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import { timeElement } from '../layout/time-elements.ts';

export type ExportsView = {
  readonly exports: readonly ListedExport[];
  readonly reader: Reader;
};

/** The page of the exports that the reader may fetch. */
export function exportsPage({ exports, reader }: ExportsView, paths: Site): Html {
  const { words } = paths;
  const title = words.text('exports.title');
  const main = html`<h1>${title}</h1>
    <p class="lead">${words.text('exports.lead')}</p>
    ${exports.length === 0 && emptyList(words.text('exports.none'), words)}
    ${exports.map((item) => exportSection(item, paths))} ${jsonSection(paths.exports, words)}`;
  return layout({ title, main, ...reader, isIndexed: false }, paths);
}

function exportSection({ name, format, file, mayFetch }: ListedExport, paths: Site): Html {
  const { words } = paths;
  const path = `${paths.exports}/${encodeURIComponent(name)}`;
  return html`<section class="card">
    <h2 dir="auto">${name}</h2>
    <dl class="facts">
      ${factRow(words.text('exports.format'), html`<code>${format}</code>`)}
      ${
        file === null
          ? factRow(words.text('exports.file'), words.html('exports.not-made'))
          : html`${factRow(words.text('exports.features'), html`${words.number(file.features)}`)}
            ${factRow(words.text('exports.size'), html`${formatSize(file.bytes, words)}`)}
            ${factRow(words.text('exports.begun'), timeElement(file.begun, words))}`
      }
    </dl>
    ${
      file !== null &&
      mayFetch &&
      html`<p class="actions">
        <a class="button" href="${path}">${words.text('exports.download')}</a>
        <a href="${path}?manifest">${words.text('exports.manifest')}</a>
      </p>`
    }
  </section>`;
}
