import { sameValue } from '../change/same-value.ts';
import type { Datatype, NormaliseContext } from './datatype.ts';
import { fileIri } from './parts/file-iri.ts';
import { fileProblems } from './parts/file-problems.ts';
import { filePredicates, fileTerm } from './parts/file-term.ts';
import { emptyAsNull } from './parts/list-value.ts';
import { iriNames, placeName, readElements } from './parts/stored-elements.ts';
import { plainTextAsStored } from './parts/read-language-texts.ts';
import { jsonValue } from './parts/value-text.ts';
import { asList, isObject, joined, plainDisplay } from './parts/values.ts';
import { textsAt } from './parts/compared-by.ts';
import { string } from './string.ts';

/**
 * Files that were uploaded, shown by their addresses: `[{"name", "type", "size", "file_id", "url", "lastModified", …}]`. Their
 * texts for readers (`altText`, `title`, `attribution`, `description`) stand in the JSON text of the value alone.
 */
export const fileList: Datatype = {
  name: 'file-list',
  columnText: { as: 'text by language', each: '$[*]', texts: ['$.title', '$.name'] },
  comparedBy: textsAt('$[*].file_id', '$[*].url'),
  widget: '10000000-0000-0000-0000-000000000019',
  display: (value) =>
    joined(
      asList(value).map((file) => {
        if (!isObject(file)) return null;
        const shown = file['url'] ?? file['name'];
        return typeof shown === 'string' ? shown : null;
      }),
      ' | ',
    ),
  validate: fileProblems,
  columnDisplay: (value, node, context) =>
    joined(
      asList(value).map((file) => {
        if (!isObject(file)) return null;
        const title = string.display(file['title'] ?? null, node, context);
        return title ?? plainDisplay(file['name']);
      }),
    ),
  normalise: (value, _node, context) => {
    const files = emptyAsNull(value);
    return Array.isArray(files) ? files.map((file) => fileAsStored(file, context)) : files;
  },
  valueText: jsonValue,
  linked: {
    kind: 'reference',
    hasClassOfNode: true,
    describedBy: filePredicates,
    write: (value, node, context) =>
      asList(value).map((file, index) => fileTerm(file, index, node, context)),
    read: (values, _node, { baseUrls, stored }) =>
      readElements(
        values,
        stored,
        {
          ofElement: (file, index) => {
            const iris = baseUrls.flatMap((baseUrl) => fileIri(file, baseUrl) ?? []);
            return iris.length === 0 ? [placeName(index)] : Array.from(new Set(iris));
          },
          ofThing: iriNames,
        },
        ({ id }) => ({
          kind: 'problem',
          message: `The file ${id} is none of this value: files are uploaded, upload it first.`,
        }),
      ),
  },
};

const textsForReaders = new Set(['altText', 'title', 'attribution', 'description']);

/** A file with its texts for readers in the form in which the model stores texts. One that is stored already stays as it is. */
function fileAsStored(file: unknown, { textLanguage, stored }: NormaliseContext): unknown {
  if (!isObject(file) || asList(stored).some((one) => sameValue(one, file))) return file;
  return Object.fromEntries(
    Object.entries(file).map(([key, value]) => [
      key,
      textsForReaders.has(key) && value !== ''
        ? plainTextAsStored(value, { textLanguage, stored: null })
        : value,
    ]),
  );
}
