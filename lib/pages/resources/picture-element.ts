import { pickTextInLanguage } from '../../model/pick-language.ts';
import type { DescribedFile } from '../../model/files/described-file.ts';
import { html, type Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { foreignTag } from '../words/text-in-language.ts';
import type { ShownPicture } from './shown-pictures.ts';

/**
 * A picture that is loaded once it comes into view. Its alternative text is that of the file, otherwise its title or name.
 * @param languages those of the reader, preferred first
 */
export function pictureElement(
  { source, width, height }: ShownPicture,
  { altText, title, name }: Pick<DescribedFile, 'altText' | 'title' | 'name'>,
  { languages, paths }: { readonly languages: readonly string[]; readonly paths: Site },
): Html {
  const alternative = pickTextInLanguage(altText ?? title, languages);
  const language = foreignTag(alternative?.language, paths.words);
  return html`<img
    src="${source}"
    alt="${alternative?.text ?? name}"
    ${language !== undefined && html`lang="${language}"`}
    width="${width}"
    height="${height}"
    loading="lazy"
    decoding="async"
  />`;
}
