import type { ListedModel } from '../../queries/graphs/listed-model.ts';
import type { FormProblem } from '../layout/fields.ts';
import type { Reader } from '../layout/layout.ts';
import type { ResourceListView } from '../resources/resource-list-page.ts';
import type { PageFacets } from './page-facets.ts';
import type { SearchField } from './search-fields.ts';

/** What the page of a search shows. */
export type SearchPageView = {
  /** The fields of the form by groups with a heading. */
  readonly groups: readonly { readonly heading: string; readonly fields: readonly SearchField[] }[];
  /** The conditions as they were sent, by name; the model included. */
  readonly sent: Readonly<Record<string, string>>;
  /** Whether the conditions are those of the reference platform. */
  readonly isFormer: boolean;
  readonly graph: string | undefined;
  readonly models: readonly ListedModel[];
  readonly problems: readonly FormProblem[];
  /** The names of the parameters without a meaning. */
  readonly ignored: readonly string[];
  /** What narrows the search, on the first page of records. */
  readonly facets: PageFacets | undefined;
  /** Undefined if the conditions cannot be followed. */
  readonly page:
    | {
        readonly resources: ResourceListView['resources'];
        readonly isFirstPage: boolean;
        readonly nextCursor: string | undefined;
      }
    | undefined;
  readonly languages: readonly string[];
  readonly reader: Reader;
};
