import { conceptFormats } from '../../http/negotiation/formats.ts';
import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { pickText } from '../../model/pick-language.ts';
import {
  maxRelatives,
  type ConceptPageContent,
  type ConceptRelative,
} from '../../queries/concepts/concept-page-content.ts';
import { maxOfferingNodes } from '../../queries/concepts/concept-uses.ts';
import { maxListedUsers } from '../../queries/concepts/concept-uses.ts';
import { html, type Html } from '../layout/html.ts';
import { formatsSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import type { Words } from '../words/words.ts';
import { textHtml } from '../resources/rich-text.ts';
import { nodeTypeName, valueTypeName } from './concept-terms.ts';
import { foreignTag, textInLanguage } from '../words/text-in-language.ts';
import { pickPreferredLabel, preferredLabels } from './preferred-label.ts';

export type ConceptView = Pick<
  ConceptPageContent,
  'values' | 'relatives' | 'offeringNodes' | 'referrers'
> & {
  readonly conceptId: string;
  readonly uri: string;
  readonly nodeType: string;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly reader: Reader;
};

const relativeKinds: readonly ConceptRelative['kind'][] = [
  'broader',
  'narrower',
  'member',
  'collection',
  'related',
];

/** The page of a concept: its labels and notes by language, its relatives, and where it is used. */
export function conceptPage(view: ConceptView, paths: Site): Html {
  const { values, languages } = view;
  const { words } = paths;
  const title = pickPreferredLabel(values, languages) ?? view.conceptId;
  const main = html`<p class="kind">${nodeTypeName(view.nodeType, words)}</p>
    <h1 dir="auto">${textInLanguage(preferredLabels(values), view.conceptId, languages, words)}</h1>
    ${valueSection(words.text('concept.labels'), view, ({ category }) => category !== 'note', words)}
    ${valueSection(words.text('concept.notes'), view, ({ category }) => category === 'note', words)}
    ${relativeKinds.map((kind) => relativeSection(kind, view, paths))}
    ${offeringNodesSection(view, paths)} ${referrersSection(view, paths)}
    ${formatsSection(paths.concept(view.conceptId), conceptFormats, view.conceptId, words)}`;
  return layout({ title, main, canonical: view.uri, ...view.reader }, paths);
}

type Value = ConceptView['values'][number];

function valueSection(
  title: string,
  { values }: ConceptView,
  isIncluded: (value: Value) => boolean,
  words: Words,
): Html {
  const rows = values.filter(isIncluded).map(
    ({ type, language, text }) =>
      html`<div>
        <dt>
          ${valueTypeName(type, words)}${language !== null && html` <small dir="ltr">${language}</small>`}
        </dt>
        <dd>${textHtml(text, undefined, foreignTag(language ?? undefined, words))}</dd>
      </div>`,
  );
  if (rows.length === 0) return html``;
  return html`<section class="card">
    <h2>${title}</h2>
    <dl class="facts">${rows}</dl>
  </section>`;
}

function relativeSection(
  kind: ConceptRelative['kind'],
  { relatives, languages }: ConceptView,
  paths: Site,
): Html {
  return linkSection(
    paths.words.text(`concept.${kind}`),
    relatives
      .filter((relative) => relative.kind === kind)
      .map(({ conceptId, legacyId, labels }) => ({
        path: paths.concept(conceptId),
        // A concept of another vocabulary has no label here.
        text: textInLanguage(labels, legacyId ?? conceptId, languages, paths.words),
      })),
    maxRelatives,
    paths.words,
    { className: 'inline' },
  );
}

/** The nodes that offer the concept, as model › card › node. */
function offeringNodesSection({ offeringNodes, languages }: ConceptView, paths: Site): Html {
  return linkSection(
    paths.words.text('concept.offered-by'),
    offeringNodes.map(({ graphId, modelName, cardName, ...node }) => ({
      path: paths.graph(graphId),
      text: [
        pickText(modelName, languages) ?? '',
        pickText(cardName, languages) ?? '',
        labelOfNode(node, languages),
      ]
        .filter((name) => name !== '')
        .join(' › '),
    })),
    maxOfferingNodes,
    paths.words,
  );
}

function referrersSection({ conceptId, referrers, languages }: ConceptView, paths: Site): Html {
  return linkSection(
    paths.words.text('concept.used-by'),
    referrers.map(({ resourceId, names }) => ({
      path: paths.resource(resourceId),
      text: textInLanguage(names, resourceId, languages, paths.words),
    })),
    maxListedUsers,
    paths.words,
    { morePath: paths.conceptResources(conceptId) },
  );
}

function linkSection(
  title: string,
  links: readonly { readonly path: string; readonly text: string | Html }[],
  maxLinks: number,
  words: Words,
  {
    className,
    morePath,
  }: {
    readonly className?: 'inline';
    /** The path of the page of all. */
    readonly morePath?: string;
  } = {},
): Html {
  if (links.length === 0) return html``;
  return html`<section class="card">
    <h2>${title}</h2>
    <ul ${className !== undefined && html`class="${className}"`}>
      ${links
        .slice(0, maxLinks)
        .map(({ path, text }) => html`<li><a href="${path}" dir="auto">${text}</a></li>`)}
    </ul>
    ${
      links.length > maxLinks &&
      html`<p class="hint">
        ${words.text('lists.cut', { count: maxLinks })}
        ${morePath !== undefined && html`<a href="${morePath}">${words.text('lists.all')}</a>`}
      </p>`
    }
  </section>`;
}
