import { listPropertyNames } from '../../model/layer-filters/queryable.ts';
import type { NamedLayer } from '../../queries/ogc/queryable-names.ts';
import { html, type Html } from '../layout/html.ts';
import { factRow } from '../layout/fact-row.ts';
import type { Site } from '../layout/site.ts';
import { englishText } from '../words/english-text.ts';
import type { Words } from '../words/words.ts';
import type { OgcPage } from './ogc-page-response.ts';

type DescribedParameter = { readonly name: string; readonly description?: string };

type ParameterOrReference = DescribedParameter | { readonly $ref: string };

/** The parts of an OpenAPI document that the page shows. */
type ApiDescription = {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: {
          readonly summary: string;
          readonly parameters: readonly ParameterOrReference[];
        };
      }
    >
  >;
  readonly components: { readonly parameters: Readonly<Record<string, DescribedParameter>> };
};

/** The page that describes OGC API Features: its operations with their parameters, and the properties of each collection. */
export function apiPage(
  description: ApiDescription,
  layers: readonly NamedLayer[],
  paths: Site,
): OgcPage {
  const { info, components } = description;
  const { words } = paths;
  const title = words.text('layers-api.title');
  const main = html`<p class="crumbs"><a href="${paths.ogc}">${words.text('layers.title')}</a></p>
    <h1>${title}</h1>
    <p class="lead">
      ${words.html('layers-api.version', { title: data(info.title), version: info.version })}
    </p>
    ${Object.entries(description.paths).map(
      ([path, { get }]) =>
        html`<section class="card">
          <h2><code>${paths.ogc}${path === '/' ? '' : path}</code></h2>
          <p>${englishText(`${get.summary}.`, words)}</p>
          <dl class="facts">
            ${get.parameters.map((parameter) => parameterRow(parameter, components.parameters, words))}
          </dl>
        </section>`,
    )}
    ${layers.map(
      (layer) =>
        html`<section class="card">
          <h2><code>${paths.collection(layer.slug)}/items</code></h2>
          <p>${words.text('layers-api.properties')}</p>
          <ul class="inline">
            ${listPropertyNames(layer).map((name) => html`<li><code>${name}</code></li>`)}
          </ul>
        </section>`,
    )}
    <section class="card">
      <h2>${words.text('formats.title')}</h2>
      <ul class="inline">
        <li>
          <a href="${paths.ogc}/api?format=json">${words.text('layers-api.openapi')}</a>
        </li>
      </ul>
    </section>`;
  return { title, main };
}

const data = (text: string): Html => html`<span dir="auto">${text}</span>`;

/** A parameter with its description, which exists only in English. */
function parameterRow(
  parameter: ParameterOrReference,
  sharedParameters: ApiDescription['components']['parameters'],
  words: Words,
): Html {
  const resolvedParameter =
    '$ref' in parameter ? sharedParameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
  return resolvedParameter === undefined
    ? html``
    : factRow(resolvedParameter.name, englishText(resolvedParameter.description ?? '', words));
}
