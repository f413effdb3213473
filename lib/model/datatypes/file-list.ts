import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isEqualValue } from '../change/compare-values.ts';
import type { Datatype, DatatypeNode, NormaliseContext, ValueProblem } from './datatype.ts';
import { fileIri, filePredicates, writeFileNode } from './codecs/file-node.ts';
import { toStoredText } from './values/language-texts.ts';
import { nodeNames, positionName, readElements } from './codecs/read-elements.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { emptyAsNull, validateList } from './values/validate-list.ts';
import {
  asList,
  isObject,
  joinNonEmpty,
  formatAsText,
  restrictToNonEmptyStrings,
  type JsonObject,
} from './values/json-values.ts';
import { stringDatatype } from './string.ts';

/**
 * Uploaded files, displayed by their addresses: `[{"name", "type", "size", "file_id", "url", "lastModified", …}]`.
 * Their texts (`altText`, `title`, `attribution`, `description`) appear only in the JSON form of the value.
 */
export const fileListDatatype: Datatype = {
  name: 'file-list',
  searchedBy: 'words',
  columnText: { as: 'text by language', each: '$[*]', texts: ['$.title', '$.name'] },
  comparisonPaths: restrictToNonEmptyStrings('$[*].file_id', '$[*].url'),
  widget: '10000000-0000-0000-0000-000000000019',
  display: (value) =>
    joinNonEmpty(
      asList(value).map((file) => {
        if (!isObject(file)) return null;
        const text = file['url'] ?? file['name'];
        return typeof text === 'string' ? text : null;
      }),
      ' | ',
    ),
  validate: findFileListProblems,
  columnDisplay: (value, node, context) =>
    joinNonEmpty(
      asList(value).map((file) => {
        if (!isObject(file)) return null;
        const title = stringDatatype.display(file['title'] ?? null, node, context);
        return title ?? formatAsText(file['name']);
      }),
    ),
  normalise: (value, _node, context) => {
    const files = emptyAsNull(value);
    return Array.isArray(files) ? files.map((file) => toStoredFile(file, context)) : files;
  },
  textCodec: jsonTextCodec,
  linkedCodec: {
    kind: 'reference',
    hasClassOfNode: true,
    ownPredicates: filePredicates,
    write: (value, node, context) =>
      asList(value).map((file, index) => writeFileNode(file, index, node, context)),
    read: (values, _node, { baseUrls, stored }) =>
      readElements(
        values,
        stored,
        {
          namesOfElement: (file, index) => {
            const iris = baseUrls.flatMap((baseUrl) => fileIri(file, baseUrl) ?? []);
            return iris.length === 0 ? [positionName(index)] : Array.from(new Set(iris));
          },
          namesOfNode: nodeNames,
        },
        ({ id }) => ({
          kind: 'problem',
          message: `The file ${id} is not in this value: upload it first.`,
        }),
      ),
  },
};

const textMembers = new Set(['altText', 'title', 'attribution', 'description']);

/** Converts the texts of a file into the form in which the model stores texts. A stored file stays unchanged. */
function toStoredFile(file: unknown, { textLanguage, stored }: NormaliseContext): unknown {
  if (!isObject(file) || asList(stored).some((storedFile) => isEqualValue(storedFile, file)))
    return file;
  return Object.fromEntries(
    Object.entries(file).map(([key, value]) => [
      key,
      textMembers.has(key) && value !== ''
        ? toStoredText(value, { textLanguage, stored: null })
        : value,
    ]),
  );
}

/**
 * Lists all problems of a file list: entries that are not files, too many or too large files, files that are not
 * images.
 */
export function findFileListProblems(
  value: unknown,
  { config }: DatatypeNode,
): readonly ValueProblem[] {
  return [
    ...validateCount(value, config),
    ...validateList(value, (file, pointer) => {
      if (isObject(file)) {
        return [...validateSize(file, pointer, config), ...validateType(file, pointer, config)];
      }
      const message = 'This is not a file: give the object that uploading the file returned.';
      return [{ code: 'not_a_file', pointer, message }];
    }),
  ];
}

function validateCount(value: unknown, config: JsonObject): readonly ValueProblem[] {
  const maximum = config['activateMax'] === true ? parseAmount(config['maxFiles']) : undefined;
  if (!Array.isArray(value) || maximum === undefined || value.length <= maximum) return [];
  const message = `This node takes at most ${maximum} files, but ${value.length} are given: remove some.`;
  return [{ code: 'too_many_files', pointer: '', message }];
}

function validateSize(
  { size }: JsonObject,
  pointer: string,
  config: JsonObject,
): readonly ValueProblem[] {
  const maximum = parseAmount(config['maxFileSize']);
  const bytes = parseAmount(size);
  if (maximum === undefined || bytes === undefined || bytes <= maximum) return [];
  const message = `The file has ${bytes} bytes, but this node takes at most ${maximum}: give a smaller one.`;
  return [{ code: 'file_too_large', pointer: `${pointer}/size`, message }];
}

function validateType(
  { type }: JsonObject,
  pointer: string,
  config: JsonObject,
): readonly ValueProblem[] {
  if (config['imagesOnly'] !== true) return [];
  if (typeof type === 'string' && type.toLowerCase().startsWith('image/')) return [];
  const message = `This node takes images only: give a file whose "type" begins with image/.`;
  return [{ code: 'not_an_image', pointer: `${pointer}/type`, message }];
}

/** Parses a number, which forms can store as a text; undefined if the value is not a number. */
function parseAmount(value: unknown): number | undefined {
  const text = isLosslessNumber(value) ? value.rawJSON : value;
  if (typeof text === 'number') return text;
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? undefined : number;
}
