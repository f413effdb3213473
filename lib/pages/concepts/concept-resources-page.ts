import { conceptResourceFormats } from '../../http/negotiation/formats.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ListedModel } from '../../queries/graphs/listed-model.ts';
import type { ListedResource } from '../../queries/resources/listed-names.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { formatsSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { nameModels, resourceList } from '../resources/resource-list-page.ts';
import { textInLanguage } from '../words/text-in-language.ts';

export type ConceptResourcesView = {
  readonly conceptId: string;
  /** The preferred labels of the concept by language. */
  readonly labels: Readonly<Record<string, string>>;
  readonly resources: readonly ListedResource[];
  readonly models: readonly ListedModel[];
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly listLinks: ListPageLinks;
  readonly reader: Reader;
};

/** The page of the resource instances that use a concept. */
export function conceptResourcesPage(view: ConceptResourcesView, paths: Site): Html {
  const { conceptId, resources, models, languages } = view;
  const label = pickText(view.labels, languages) ?? conceptId;
  const { words } = paths;
  const shownLabel = textInLanguage(view.labels, conceptId, languages, words);
  const modelNames = nameModels(models, languages, paths.words);
  const main = html`<p class="crumbs">
      <a href="${paths.concept(conceptId)}" dir="auto">${shownLabel}</a>
    </p>
    <h1>
      ${words.html('concept-records.title', { concept: html`<span dir="auto">${shownLabel}</span>` })}
    </h1>
    ${
      resources.length === 0
        ? emptyList(words.text('records.none'), words)
        : resourceList(resources, { modelNames, languages }, paths)
    }
    ${pageNavigation(view.listLinks, words)}
    ${formatsSection(paths.conceptResources(conceptId), conceptResourceFormats, conceptId, words)}`;
  return layout(
    {
      title: words.text('concept-records.title', { concept: label }),
      main,
      ...view.reader,
      isIndexed: false,
    },
    paths,
  );
}
