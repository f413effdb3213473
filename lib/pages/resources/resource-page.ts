import { resourceAndPageFormats } from '../../http/negotiation/formats.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { collectGeometries } from '../../model/datatypes/values/feature-collection.ts';
import { listShownNodes } from '../../model/graphs/node-widget.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import { manifestUri, presentationContext } from '../../serializers/iiif/manifest-uri.ts';
import { pickTextInLanguage } from '../../model/pick-language.ts';
import type { TreeTile } from '../../model/resources/resource-tree.ts';
import type { ListedRelation } from '../../queries/resources/relation-rows.ts';
import type { ResourceIdentifier } from '../../model/resources/resource-record.ts';
import { factRow } from '../layout/fact-row.ts';
import { copyField } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { alternateFormats, formatsSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import { dateElement } from '../layout/time-elements.ts';
import type { Settings } from '../../settings.ts';
import type { Words } from '../words/words.ts';
import { mapParts } from '../map/map-element.ts';
import { placeFigure } from '../map/place-figure.ts';
import { foreignTag, textInLanguage } from '../words/text-in-language.ts';
import { cardSections } from './card-sections.ts';
import { drawOutline } from './outline.ts';
import { relatedRecordsSection } from './related-records.ts';
import { textHtml } from './rich-text.ts';
import { createStructuredData, type DescribedResource } from './structured-data.ts';
import type { ValueContext } from './value-html.ts';

export type ResourceView = DescribedResource & {
  /** Its names and descriptions by language. */
  readonly names: Readonly<Record<string, string | null>>;
  readonly descriptions: Readonly<Record<string, string | null>>;
  readonly graph: CompiledGraph;
  readonly tiles: readonly TreeTile[];
  /** Tiles with a proposal that waits for a review. */
  readonly pendingTileIds: ReadonlySet<string>;
  /** Its relations with other resource instances, up to one more of each part than the page lists. */
  readonly relations: readonly ListedRelation[];
  /** The name of its state in the life cycle of its model; null without one. */
  readonly state: string | null;
  readonly identifiers: readonly ResourceIdentifier[];
  /** The time of the last change, ISO 8601. */
  readonly changedAt: string | undefined;
  /** Whether it has pictures that the reader may see, and so a manifest. */
  readonly hasPictures: boolean;
  /** Whether the reader may open the history. */
  readonly mayReadHistory: boolean;
  readonly mapStyle: Settings['mapStyle'];
  readonly values: ValueContext;
  readonly reader: Reader;
};

/** The media type of a manifest of IIIF. */
const manifestType = `application/ld+json;profile="${presentationContext}"`;

/** The page of a resource instance: its name, its values by card, its place, and related records. */
export function resourcePage(page: ResourceView, paths: Site): Html {
  const { graph, tiles, values } = page;
  const { words } = paths;
  const title = page.name ?? page.resourceId;
  const geometries = shownGeometries(graph, tiles);
  const outline = drawOutline(geometries, words);
  const main = html`<p class="crumbs">
      <a href="${paths.resources}?graph=${graph.graphId}" dir="auto"
        >${textInLanguage(graph.name, graph.graphId, values.languages, words)}</a
      >
    </p>
    <h1 dir="auto">${textInLanguage(page.names, title, values.languages, words)}</h1>
    ${lead(page, words)} ${outline && placeFigure(outline, page.resourceId, page.mapStyle, paths)}
    ${cardSections(graph, tiles, page.pendingTileIds, values)} ${identifiersSection(page, words)}
    ${relatedRecordsSection(page, paths)} ${changeLine(page, paths)}
    ${citeSection(title, page, paths)}
    ${formatsSection(paths.resource(page.resourceId), resourceAndPageFormats, page.resourceId, words)}`;
  return layout(
    {
      title,
      main,
      ...page.reader,
      ...(outline && mapParts(paths)),
      canonical: page.uri,
      description: page.description?.slice(0, 300),
      alternates: [
        ...alternateFormats(paths.resource(page.resourceId), resourceAndPageFormats),
        ...(page.hasPictures
          ? [{ type: manifestType, path: manifestUri(paths.baseUrl, page.resourceId) }]
          : []),
      ],
      structuredData: createStructuredData(page, geometries, paths.instance),
    },
    paths,
  );
}

/** The description, unless it is the text of a value, which the cards show. */
function lead(
  { description, descriptions, graph, tiles, values }: ResourceView,
  words: Words,
): Html | false {
  if (description === null || isShownValue(description, graph, tiles)) return false;
  const picked = pickTextInLanguage(descriptions, values.languages);
  const language = foreignTag(picked?.language, words);
  return html`<div class="lead">${textHtml(description, undefined, language)}</div>`;
}

function isShownValue(text: string, graph: CompiledGraph, tiles: readonly TreeTile[]): boolean {
  const nodeIds = listShownNodes(graph.nodes).map(({ nodeId }) => nodeId);
  return tiles.some(({ data }) => nodeIds.some((nodeId) => textsOf(data[nodeId]).includes(text)));
}

/** The texts of a value in all languages. */
const textsOf = (value: unknown): readonly unknown[] =>
  isObject(value)
    ? Object.values(value).map((text) => (isObject(text) ? text['value'] : text))
    : [value];

function citeSection(
  title: string,
  { uri, resourceId, hasPictures }: ResourceView,
  { instance, words, baseUrl }: Site,
): Html {
  return html`<section class="card">
    <h2>${words.text('record.cite')}</h2>
    ${copyField('address', words.text('record.address'), uri, words)}
    ${copyField(
      'citation',
      words.text('record.citation'),
      `${title}. ${instance.title}. ${uri}`,
      words,
    )}
    ${hasPictures && manifestField(manifestUri(baseUrl, resourceId), words)}
  </section>`;
}

/** The address of the manifest, and a link that can be dragged into viewers, which read the parameter `manifest`. */
function manifestField(uri: string, words: Words): Html {
  const address = `${uri}?${new URLSearchParams({ manifest: uri }).toString()}`;
  const link = (content: Html): Html => html`<a href="${address}">${content}</a>`;
  return html`${copyField('manifest', words.text('record.manifest'), uri, words)}
    <p class="hint">${words.html('record.drag-manifest', { link })}</p>`;
}

function changeLine(
  { resourceId, changedAt, state, mayReadHistory }: ResourceView,
  paths: Site,
): Html | false {
  const { words } = paths;
  if (changedAt === undefined) return false;
  return html`<p class="kind">
    ${state !== null && html`${words.html('record.state', { state: html`<span dir="auto">${state}</span>` })} · `}${words.html('record.changed', { date: dateElement(changedAt, words) })}
    · <a href="${paths.relations(resourceId)}">${words.text('record.relations')}</a>
    ${mayReadHistory && html` · <a href="${paths.history(resourceId)}">${words.text('record.history')}</a>`}
  </p>`;
}

function shownGeometries(graph: CompiledGraph, tiles: readonly TreeTile[]): readonly unknown[] {
  const nodeIds = listShownNodes(graph.nodes)
    .filter(({ datatype }) => datatypeOf(datatype).holds === 'geometry')
    .map(({ nodeId }) => nodeId);
  return tiles.flatMap(({ data }) => nodeIds.flatMap((nodeId) => collectGeometries(data[nodeId])));
}

function identifiersSection({ identifiers }: ResourceView, words: Words): Html | false {
  if (identifiers.length === 0) return false;
  return html`<section class="card">
    <h2>${words.text('record.identifiers')}</h2>
    <dl class="facts">
      ${identifiers.map(({ identifier, source, identifier_type: type }) =>
        factRow(
          type === '' ? source : `${source} (${type})`,
          html`<span dir="auto">${identifier}</span>`,
        ),
      )}
    </dl>
  </section>`;
}
