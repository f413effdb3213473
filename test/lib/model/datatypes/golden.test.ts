import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { datatypeOf, builtInDatatypes } from '../../../../lib/model/datatypes/registry.ts';
import type { FromRdfContext, ReadResult } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { type GoldenCase, goldenFileSchema } from './golden-case.ts';
import {
  datatypeNode,
  displayContext,
  fromRdfContext,
  normaliseContext,
  referenceLookup,
  toRdfContext,
  validateContext,
} from './golden-world.ts';

const folder = new URL('golden/', import.meta.url);
const locateFile = (name: string): URL => new URL(`${name}.json`, folder);
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

function computeResults(
  name: string,
  { value, node: { config, ontologyClass }, display }: GoldenCase,
) {
  const datatype = datatypeOf(name);
  const node = datatypeNode({ config, ontologyClass });
  const texts = value === null ? [] : datatype.textCodec.write(value, referenceLookup);
  const values = value === null ? [] : datatype.linkedCodec.write(value, node, toRdfContext);
  const readBoth = (context: FromRdfContext) => ({
    ...(texts.length > 0 && { valueText: datatype.textCodec.read(texts, node, context) }),
    ...(values.length > 0 && { linked: datatype.linkedCodec.read(values, node, context) }),
  });
  return {
    display: Object.fromEntries(
      Object.keys(display).map((language) => [
        language,
        datatype.display(value, node, displayContext(language)),
      ]),
    ),
    valueText: texts,
    linked: values,
    readBack: readBoth(fromRdfContext(value)),
    readNew: readBoth(fromRdfContext(null)),
    problems: datatype
      .validate(value, node, validateContext)
      .map(({ code, pointer }) => `${code} ${pointer}`.trim()),
    normalised: datatype.normalise(value, node, normaliseContext()),
  };
}

function createExpectedResults(golden: GoldenCase) {
  const sameValue: ReadResult = { kind: 'value', value: golden.value };
  const addReadings = ({ valueText = sameValue, linked = sameValue }: GoldenCase['readBack']) => ({
    ...(golden.valueText.length > 0 && { valueText }),
    ...(golden.linked.length > 0 && { linked }),
  });
  return {
    display: golden.display,
    valueText: golden.valueText,
    linked: golden.linked,
    readBack: addReadings(golden.readBack),
    readNew: addReadings(golden.readNew),
    problems: golden.valid === true ? [] : golden.valid,
    normalised: 'normalised' in golden ? golden.normalised : golden.value,
  };
}

describe('the golden files of a value', () => {
  for (const name of names) {
    const cases = goldenFileSchema.parse(parseLossless(readFileSync(locateFile(name), 'utf8')));
    for (const golden of cases) {
      it(`of datatype ${name}: ${golden.title}`, () => {
        expect(computeResults(name, golden)).toStrictEqual(createExpectedResults(golden));
      });
    }
  }
});

describe('every built-in datatype', () => {
  for (const { name } of builtInDatatypes) {
    it(`has a golden file: ${name}`, () => {
      expect(existsSync(locateFile(name))).toBe(true);
    });
  }
});
