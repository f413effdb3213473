import { listPropertyNames } from '../../model/layer-filters/queryable.ts';
import type { NamedLayer } from '../../queries/ogc/queryable-names.ts';
import { html, type Html } from '../layout/html.ts';
import { factRow } from '../layout/fact-row.ts';
import type { PagePaths } from '../layout/paths.ts';
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
  paths: PagePaths,
): OgcPage {
  const { info, components } = description;
  const main = html`<p class="crumbs"><a href="${paths.ogc}">Layers for maps</a></p>
    <h1>Description of the API</h1>
    <p class="lead">${info.title}, version ${info.version}</p>
    ${Object.entries(description.paths).map(
      ([path, { get }]) =>
        html`<section class="card">
          <h2><code>${paths.ogc}${path === '/' ? '' : path}</code></h2>
          <p>${get.summary}.</p>
          <dl class="facts">
            ${get.parameters.map((parameter) => parameterRow(parameter, components.parameters))}
          </dl>
        </section>`,
    )}
    ${layers.map(
      (layer) =>
        html`<section class="card">
          <h2><code>${paths.collection(layer.slug)}/items</code></h2>
          <p>Its properties are parameters, too.</p>
          <ul class="inline">
            ${listPropertyNames(layer).map((name) => html`<li><code>${name}</code></li>`)}
          </ul>
        </section>`,
    )}
    <section class="card">
      <h2>Other formats</h2>
      <ul class="inline">
        <li><a href="${paths.ogc}/api?format=json">OpenAPI, with responses and schemas</a></li>
      </ul>
    </section>`;
  return { title: 'Description of the API', main };
}

function parameterRow(
  parameter: ParameterOrReference,
  sharedParameters: ApiDescription['components']['parameters'],
): Html {
  const resolvedParameter =
    '$ref' in parameter ? sharedParameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
  return resolvedParameter === undefined
    ? html``
    : factRow(resolvedParameter.name, html`${resolvedParameter.description ?? ''}`);
}
