import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { datatypeOf, builtInDatatypes } from '../../../../lib/model/datatypes/registry.ts';
import type { FromRdfContext, ReadResult } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { type GoldenCase, goldenFileSchema } from './golden-case.ts';
import {
  datatypeNode,
  displayContext,
  createReadContext,
  normaliseContext,
  referenceLookup,
  writeContext,
  validationContext,
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
  const values = value === null ? [] : datatype.linkedCodec.write(value, node, writeContext);
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
    readBack: readBoth(createReadContext(value)),
    readNew: readBoth(createReadContext(null)),
    problems: datatype
      .validate(value, node, validationContext)
      .map(({ code, pointer }) => `${code} ${pointer}`.trim()),
    normalised: datatype.normalise(value, node, normaliseContext()),
  };
}

function createExpectedResults(goldenCase: GoldenCase) {
  const sameValue: ReadResult = { kind: 'value', value: goldenCase.value };
  const selectReadings = ({
    valueText = sameValue,
    linked = sameValue,
  }: GoldenCase['readBack']) => ({
    ...(goldenCase.valueText.length > 0 && { valueText }),
    ...(goldenCase.linked.length > 0 && { linked }),
  });
  return {
    display: goldenCase.display,
    valueText: goldenCase.valueText,
    linked: goldenCase.linked,
    readBack: selectReadings(goldenCase.readBack),
    readNew: selectReadings(goldenCase.readNew),
    problems: goldenCase.valid === true ? [] : goldenCase.valid,
    normalised: 'normalised' in goldenCase ? goldenCase.normalised : goldenCase.value,
  };
}

describe('the results for a golden value', () => {
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
