import { pickText } from '../../model/pick-language.ts';
import type { toRelationEntries } from '../../serializers/resources/relation.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';

type RelationEntry = ReturnType<typeof toRelationEntries>[number];

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

const headings = { outgoing: 'Refers to', incoming: 'Referred to by' } as const;

/** The page of the relations of a resource instance, by direction. */
export function relationsPage(view: RelationsView, paths: PagePaths): Html {
  const { resourceId, relations, languages, listLinks } = view;
  const name = pickText(view.names, languages) ?? resourceId;
  const main = html`<p class="crumbs">
      <a href="${paths.resource(resourceId)}" dir="auto">${name}</a>
    </p>
    <h1>Relations of <span dir="auto">${name}</span></h1>
    ${relations.length === 0 && emptyList('There are no relations that you may see.')}
    ${(['outgoing', 'incoming'] as const).map((direction) =>
      directionSection(
        headings[direction],
        relations.filter((relation) => relation.direction === direction),
        paths,
      ),
    )}
    ${pageNavigation(listLinks)} ${jsonSection(paths.relations(resourceId))}`;
  return layout({ title: `Relations of ${name}`, main, ...view.reader, isIndexed: false }, paths);
}

function directionSection(
  heading: string,
  relations: readonly RelationEntry[],
  paths: PagePaths,
): Html {
  if (relations.length === 0) return html``;
  return html`<section class="card">
    <h2>${heading}</h2>
    <ul class="list">
      ${relations.map((relation) => relationItem(relation, paths))}
    </ul>
  </section>`;
}

function relationItem(relation: RelationEntry, paths: PagePaths): Html {
  const { resource, node, notes } = relation;
  const type = relation.direction === 'incoming' ? relation.inverse_type : relation.type;
  const facts = [
    resource?.model.name,
    node?.label,
    (type ?? relation.type)?.label,
    datesText(relation),
    notes,
  ].flatMap((fact) => fact ?? []);
  return html`<li>
    ${
      resource &&
      html`<a href="${paths.resource(resource.id)}" dir="auto">${resource.name ?? resource.id}</a>`
    }
    <br /><small
      >${facts.map((fact, index) => html`${index > 0 && ' · '}<span dir="auto">${fact}</span>`)}</small
    >
  </li>`;
}

/** The dates of a relation as they are stored: `1850 – 1900`. */
function datesText({ date_started: start, date_ended: end }: RelationEntry): string | null {
  return start === null && end === null ? null : `${start ?? ''} – ${end ?? ''}`.trim();
}
