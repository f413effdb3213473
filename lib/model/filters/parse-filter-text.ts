import { isStorableText } from '../../json/storable.ts';
import type { Filter } from './filter.ts';
import { readFilterText } from './grammar.ts';
import { filterLimits } from './limits.ts';
import { requireFilter } from './operations.ts';
import { FilterRefusal, resultOf, type FilterResult } from './problem.ts';

/**
 * Parses a filter in CQL2 text (OGC 21-065r2, annex B), in time proportional to its length.
 */
export function parseFilterText(text: string): FilterResult<Filter> {
  return resultOf(() => {
    if (text.length > filterLimits.characters) {
      const message = `The filter has more than ${filterLimits.characters} characters. Simplify its geometries, or ask for fewer values at once.`;
      throw new FilterRefusal(message, { in: 'text', position: filterLimits.characters });
    }
    if (!isStorableText(text)) {
      const message = 'The filter has U+0000 or half of a surrogate pair here. Remove it.';
      throw new FilterRefusal(message, { in: 'text', position: findUnstorableCharacter(text) });
    }
    return requireFilter(readFilterText(text));
  });
}

function findUnstorableCharacter(text: string): number {
  const zero = text.indexOf('\0');
  const loneSurrogate = text.search(/\p{Surrogate}/u);
  return zero === -1 || (loneSurrogate !== -1 && loneSurrogate < zero) ? loneSurrogate : zero;
}
