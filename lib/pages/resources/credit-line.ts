import type { LocalizedText } from '../../model/pick-language.ts';
import { html, type Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { textInLanguage } from '../words/text-in-language.ts';

/** Who is to be named with a picture; undefined if the value names nobody. */
export function creditLine(
  attribution: LocalizedText | null,
  { languages, paths }: { readonly languages: readonly string[]; readonly paths: Site },
): Html | undefined {
  if (attribution === null) return undefined;
  const credit = textInLanguage(attribution, '', languages, paths.words);
  return html`<small
    >${paths.words.html('files.credit', { credit: html`<span dir="auto">${credit}</span>` })}</small
  >`;
}
