import { pickText } from '../../model/pick-language.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import { factsHtml, relationFacts, relationKind, type RelationEntry } from './relation-facts.ts';
import type { Site } from '../layout/site.ts';
import { textInLanguage } from '../words/text-in-language.ts';

export type RelationsView = {
  readonly resourceId: string;
  /** The names of the resource instance by language. */
  readonly names: Readonly<Record<string, string>>;
  readonly relations: readonly RelationEntry[];
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly listLinks: ListPageLinks;
  readonly reader: Reader;
};

/** The page of the relations of a resource instance, by direction. */
export function relationsPage(view: RelationsView, paths: Site): Html {
  const { resourceId, relations, languages, listLinks } = view;
  const { words } = paths;
  const name = pickText(view.names, languages) ?? resourceId;
  const shownName = textInLanguage(view.names, resourceId, languages, words);
  const main = html`<p class="crumbs">
      <a href="${paths.resource(resourceId)}" dir="auto">${shownName}</a>
    </p>
    <h1>${words.html('relations.title', { name: html`<span dir="auto">${shownName}</span>` })}</h1>
    ${relations.length === 0 && emptyList(words.text('relations.none'), words)}
    ${(['outgoing', 'incoming'] as const).map((direction) =>
      directionSection(
        words.text(`relations.${direction}`),
        relations.filter((relation) => relation.direction === direction),
        paths,
      ),
    )}
    ${pageNavigation(listLinks, words)} ${jsonSection(paths.relations(resourceId), words)}`;
  return layout(
    { title: words.text('relations.title', { name }), main, ...view.reader, isIndexed: false },
    paths,
  );
}

function directionSection(heading: string, relations: readonly RelationEntry[], paths: Site): Html {
  if (relations.length === 0) return html``;
  return html`<section class="card">
    <h2>${heading}</h2>
    <ul class="list">
      ${relations.map((relation) => relationItem(relation, paths))}
    </ul>
  </section>`;
}

function relationItem(relation: RelationEntry, paths: Site): Html {
  const { resource, node } = relation;
  const facts = [
    ...(resource ? [resource.model.name] : []),
    ...(node ? [node.label] : []),
    relationKind(relation, paths.words),
    ...relationFacts(relation),
  ].flatMap((fact) => fact ?? []);
  return html`<li>
    ${
      resource &&
      html`<a href="${paths.resource(resource.id)}" dir="auto">${resource.name ?? resource.id}</a>`
    }
    <br /><small>${factsHtml([...new Set(facts)])}</small>
  </li>`;
}
