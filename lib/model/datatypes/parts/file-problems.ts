import { isLosslessNumber } from '../../../json/lossless-json.ts';
import type { DatatypeNode, ValueProblem } from '../datatype.ts';
import { listProblems } from './list-value.ts';
import { isObject, type JsonObject } from './values.ts';

/** Everything that is wrong with a list of files: what is no file, too many of them, files too large, files that are no images. */
export function fileProblems(value: unknown, { config }: DatatypeNode): readonly ValueProblem[] {
  return [
    ...countProblems(value, config),
    ...listProblems(value, (file, pointer) => {
      if (isObject(file)) {
        return [...sizeProblems(file, pointer, config), ...typeProblems(file, pointer, config)];
      }
      const message = 'This is no file: give the object that uploading the file returned.';
      return [{ code: 'not_a_file', pointer, message }];
    }),
  ];
}

function countProblems(value: unknown, config: JsonObject): readonly ValueProblem[] {
  const most = config['activateMax'] === true ? amount(config['maxFiles']) : undefined;
  if (!Array.isArray(value) || most === undefined || value.length <= most) return [];
  const message = `This node holds ${most} files at most, but ${value.length} are given: remove some.`;
  return [{ code: 'too_many_files', pointer: '', message }];
}

function sizeProblems(
  { size }: JsonObject,
  pointer: string,
  config: JsonObject,
): readonly ValueProblem[] {
  const most = amount(config['maxFileSize']);
  const bytes = amount(size);
  if (most === undefined || bytes === undefined || bytes <= most) return [];
  const message = `The file has ${bytes} bytes, but files of this node have ${most} at most: give a smaller one.`;
  return [{ code: 'file_too_large', pointer: `${pointer}/size`, message }];
}

function typeProblems(
  { type }: JsonObject,
  pointer: string,
  config: JsonObject,
): readonly ValueProblem[] {
  if (config['imagesOnly'] !== true) return [];
  if (typeof type === 'string' && type.toLowerCase().startsWith('image/')) return [];
  const message = `This node holds images only: give a file whose "type" begins with image/.`;
  return [{ code: 'not_an_image', pointer: `${pointer}/type`, message }];
}

/** A number of a configuration, which forms also store as text; undefined where there is none. */
function amount(value: unknown): number | undefined {
  const text = isLosslessNumber(value) ? value.rawJSON : value;
  if (typeof text === 'number') return text;
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? undefined : number;
}
