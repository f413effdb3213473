import { maxRelated } from '../../queries/resources/related-records.ts';
import type { ListedRelation } from '../../queries/resources/relation-rows.ts';
import { toRelationEntries } from '../../serializers/resources/relation.ts';
import { html, type Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { factsHtml, relationFacts, relationKind, type RelationEntry } from './relation-facts.ts';
import { resourceLink, type ValueContext } from './value-html.ts';

type RelatedView = {
  readonly resourceId: string;
  /** Up to one more of each part than the page lists. */
  readonly relations: readonly ListedRelation[];
  readonly values: ValueContext;
};

/** A relation as it is stored, and with texts in the language of the reader. */
type RelatedRecord = { readonly stored: ListedRelation; readonly entry: RelationEntry };

/** The section of the records that are related with a record, by direction and kind; false if there are none. */
export function relatedRecordsSection(view: RelatedView, paths: Site): Html | false {
  const { relations, values, resourceId } = view;
  const entries = toRelationEntries(relations, [], {
    models: [],
    languages: values.languages,
    baseUrl: '',
  });
  const related = relations.flatMap((stored, index) => {
    const entry = entries[index];
    return entry === undefined || stored.resourceId === resourceId ? [] : [{ stored, entry }];
  });
  if (related.length === 0) return false;
  return html`<section class="card">
    <h2>${paths.words.text('record.related')}</h2>
    ${(['outgoing', 'incoming'] as const).map((direction) =>
      directionPart(
        direction,
        related.filter(({ entry }) => entry.direction === direction),
        view,
        paths,
      ),
    )}
  </section>`;
}

function directionPart(
  direction: 'outgoing' | 'incoming',
  related: readonly RelatedRecord[],
  { resourceId, values }: RelatedView,
  paths: Site,
): Html {
  const { words } = paths;
  if (related.length === 0) return html``;
  const kinds = [...Map.groupBy(related, ({ entry }) => relationKind(entry, words)).entries()];
  const isCut = [...Map.groupBy(related, ({ stored }) => stored.part).values()].some(
    (ofPart) => ofPart.length > maxRelated,
  );
  return html`<h3>${words.text(`relations.${direction}`)}</h3>
    <dl class="facts">
      ${kinds.map(
        ([kind, records]) =>
          html`<div>
            <dt dir="auto">${kind}</dt>
            <dd>
              <ul>
                ${records.slice(0, maxRelated).map((record) => relatedItem(record, values))}
              </ul>
            </dd>
          </div>`,
      )}
    </dl>
    ${
      isCut &&
      html`<p class="hint">
        ${words.text('lists.cut', { count: maxRelated })}
        <a href="${paths.relations(resourceId)}?direction=${direction}"
          >${words.text('lists.all')}</a
        >
      </p>`
    }`;
}

function relatedItem({ stored, entry }: RelatedRecord, values: ValueContext): Html {
  const facts = relationFacts(entry);
  return html`<li>
    ${resourceLink(stored.resourceId, values)}
    ${facts.length > 0 && html`<br /><small>${factsHtml(facts)}</small>`}
  </li>`;
}
