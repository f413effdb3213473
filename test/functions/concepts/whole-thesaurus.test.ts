import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Execute } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createConceptWriter } from '../../../lib/http/concepts/concept-document.ts';
import { parseConceptId } from '../../../lib/model/ids.ts';
import { defaultReadLimits } from '../../../lib/queries/concepts/concept-read-options.ts';
import { readConcept } from '../../../lib/queries/concepts/read-concept.ts';
import { readContents } from '../../../lib/queries/concepts/read-contents.ts';
import { buildConceptGraph } from '../../../lib/serializers/concepts/concept-graph.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { rdfFormats } from '../../../lib/serializers/rdf/rdf-formats.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { createLambda } from '../../gateway/emulator/lambda.ts';
import { createGateway, openGateway, type Gateway } from '../../gateway/emulator/gateway.ts';
import type { ApiResource } from '../../gateway/emulator/rest-api.ts';
import { readProblem } from '../../gateway/problem.ts';
import { parseStatements } from '../../lib/rdf/outside-parsers.ts';
import { queryColumn } from '../../support/sample.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import {
  largeThesaurusConceptId,
  tenthOfUnescoSize,
  thirdOfUnescoSize,
  unescoThesaurusSize,
  writeLargeThesaurus,
} from '../../support/large-thesaurus.ts';
import { concept, wholeConceptRequest } from './thesaurus.ts';

const scheme = largeThesaurusConceptId(7, 0);
const size = triesAllCases ? unescoThesaurusSize : thirdOfUnescoSize;
const { concepts: conceptCount } = size;
/** Parsers of RDF are slow, so they read a smaller thesaurus, unless tests try all cases. */
const schemeForParsers = largeThesaurusConceptId(6, 0);
const sizeForParsers = triesAllCases ? unescoThesaurusSize : tenthOfUnescoSize;

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeLargeThesaurus(service.stack, size);
  await writeLargeThesaurus(service.stack, sizeForParsers, 6);
  await service.openToGuest();
});

afterAll(async () => service?.close());

async function textOf(query: string, id = scheme): Promise<string> {
  const response = await service.fetch(`/rdm/concepts/${id}?${query}`);
  const text = await response.text();
  expect([response.status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return text;
}

describe('a whole thesaurus with the proportions of UNESCO’s', () => {
  it('is complete in JSON, with all labels and all related concepts', async () => {
    const document = concept.parse(JSON.parse(await textOf('format=json')));
    const labels = new Set<string>();
    const relatives = new Set<string>();
    const collectIds = (conceptObject: ConceptObject): void => {
      for (const { id } of conceptObject.values) labels.add(id);
      for (const related of conceptObject.relatedconcepts)
        relatives.add(`${conceptObject.id} ${related.id}`);
      conceptObject.subconcepts.forEach(collectIds);
    };
    collectIds(document);
    const [valueCount, relatedCount] = await countStoredRows(7);
    expect([labels.size, relatives.size]).toEqual([valueCount, relatedCount]);
  });

  it('is complete in each RDF format: third-party parsers read the same statements from all of them', async () => {
    const texts = await Promise.all(
      rdfFormatNames.map(
        async (format) => [format, await textOf(`format=${format}`, schemeForParsers)] as const,
      ),
    );
    const [valueCount, relatedCount] = await countStoredRows(6);
    let firstLines: readonly string[] | undefined;
    for (const [format, text] of texts) {
      const lines = await parseStatements(format, text);
      firstLines ??= lines;
      expect(lines.length).toBe(firstLines.length);
      expect(lines.join('\n') === firstLines.join('\n')).toBe(true);
    }
    const countLines = (part: string) => firstLines?.filter((line) => line.includes(part)).length;
    expect(countLines('core#related> ')).toBe(relatedCount);
    expect(countLines('core#prefLabel> ')).toBe(sizeForParsers.concepts * 4);
    expect(countLines('"')).toBe(valueCount);
    expect(countLines(`<${baseUrl}/concepts/${schemeForParsers}> .`)).toBeGreaterThan(
      sizeForParsers.concepts,
    );
  });

  it('has only the first layer of concepts in JSON with depthlimit=1', async () => {
    const document = concept.parse(JSON.parse(await textOf('format=json&depthlimit=1')));
    expect(document.subconcepts).toHaveLength(Math.round(conceptCount * 0.13));
  });
});

describe('the streamed document of a whole thesaurus', () => {
  const formats = ['json', 'turtle'] as const;

  it.each(formats)(
    'needs less than one call per million bytes plus 6, each returning less than 1 MiB: %s',
    async (format) => {
      const sizes: number[] = [];
      const execute: Execute = async (statement) => {
        const rows = await service.stack.dataApi.read(statement);
        sizes.push(rows.flat().reduce<number>((sum, value) => sum + String(value).length, 0));
        return rows;
      };
      const { bytes, maxCharactersInMemory } = await readWhole(execute, format);
      expect(Math.max(...sizes)).toBeLessThan(1_048_576);
      expect(sizes.length).toBeLessThan(bytes / 1_000_000 + 6);
      // The part of the text that is in memory at once does not grow with the text.
      expect(maxCharactersInMemory).toBeLessThan(2_000_000);
    },
  );

  it.runIf(triesAllCases)('is aborted by a change, and then is not valid JSON', async () => {
    // The whole size: a smaller document is sent before the change.
    await writeLargeThesaurus(service.stack, unescoThesaurusSize, 8);
    const response = await service.fetch(
      `/rdm/concepts/${largeThesaurusConceptId(8, 0)}?format=json`,
    );
    const reader = response.body?.getReader();
    const firstText = Buffer.from((await reader?.read())?.value ?? []).toString();
    expect([response.status, firstText.length > 0]).toEqual([200, true]);
    await service.stack.owner.write(
      rawSql(
        `update concept_value set value = value || '!' where concept_id = '${largeThesaurusConceptId(8, 4400)}'`,
      ),
    );
    const remainder = await readRemainder(reader);
    expect(remainder.isBroken).toBe(true);
    expect(() => JSON.parse(firstText + remainder.text)).toThrow(SyntaxError);
  });

  it.each(rdfFormatNames)('cannot be parsed if it was aborted: %s', async (format) => {
    const text = await textOf(`format=${format}&depthlimit=0`);
    const { abortText } = rdfFormats[format].createStreamWriter();
    const cutOffset = text.lastIndexOf('\n', text.length - 2);
    const parsed = parseStatements(format, text.slice(0, cutOffset) + abortText);
    expect(
      await parsed.then(
        () => 'a document',
        () => 'none',
      ),
    ).toBe('none');
  });

  it('has its entity tag without being read: a 304 needs one call, and HEAD sends the tag', async () => {
    const path = `/rdm/concepts/${scheme}?format=turtle`;
    const whole = await service.fetch(path);
    const etag = whole.headers.get('etag') ?? '';
    await whole.text();
    const calls = await service.countCalls(async () => {
      const again = await service.fetch(path, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    });
    expect(calls).toBe(1);
    const head = await service.fetch(path, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
  });

  it('is compressed and indented while it is streamed', async () => {
    const path = `/rdm/concepts/${scheme}?format=json&depthlimit=2&includerelatedconcepts=false`;
    const plainText = await (await service.fetch(path)).text();
    const response = await service.fetch(`${path}&indent=1`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toBe(JSON.stringify(JSON.parse(plainText), null, 1));
  });
});

describe('a gateway that cannot stream', () => {
  let bufferedGateway: Gateway;

  beforeAll(async () => {
    const { api } = await openGateway('sources');
    const bufferedApi = { ...api, root: withoutStreams(api.root), answers: new Map() };
    bufferedGateway = createGateway(bufferedApi, createLambda(bufferedApi, [], 'sources'));
  });

  const get = (query: string): Promise<Response> =>
    bufferedGateway.fetch(new Request(`${baseUrl}/rdm/concepts/${scheme}?${query}`));

  it('returns the same bytes in one piece if they are not too large', async () => {
    for (const query of ['format=turtle', 'format=json&depthlimit=1&includerelatedconcepts=0']) {
      const whole = await get(query);
      expect([whole.status, await whole.text()]).toEqual([200, await textOf(query)]);
    }
  });

  it('answers 413 if the document is too large, and advises parameters for a smaller document', async () => {
    const response = await get('format=json');
    const problem = await readProblem(response);
    expect([problem.status, problem.code]).toEqual([413, 'answer_too_large']);
    const advisedQueries = [...problem.detail.matchAll(/with ((?:\w+=\w+&?)+)/g)].map(
      ([, query]) => query,
    );
    expect(advisedQueries.length).toBeGreaterThan(0);
    for (const query of advisedQueries) {
      expect([query, (await get(`format=json&${query}`)).status]).toEqual([query, 200]);
    }
  });
});

/** Reads a body until it ends or fails. */
async function readRemainder(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<{ readonly text: string; readonly isBroken: boolean }> {
  const parts: Uint8Array[] = [];
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      parts.push(part.value);
    }
    return { text: Buffer.concat(parts).toString(), isBroken: false };
  } catch {
    return { text: Buffer.concat(parts).toString(), isBroken: true };
  }
}

function withoutStreams(resource: ApiResource): ApiResource {
  return {
    ...resource,
    streamTimeouts: new Map(),
    children: resource.children.map(withoutStreams),
  };
}

/** Reads the whole thesaurus. @returns the length of the document, and the length of the longest text that one chunk keeps in memory */
async function readWhole(execute: Execute, format: 'json' | 'turtle') {
  const options = { ...wholeConceptRequest, baseUrl };
  const request = { ...options, includesStatements: format !== 'json' };
  const source = { execute, caller: null, request, ...defaultReadLimits };
  const found = await readConcept(source, parseConceptId(scheme), Infinity);
  const graph = buildConceptGraph(found.positions);
  const top = graph.get(scheme);
  if (top === undefined) throw new Error('The scheme was not found.');
  const writer = createConceptWriter({ graph, top, members: [] }, { format, options });
  let bytes = 0;
  let maxCharactersInMemory = 0;
  for await (const chunk of readContents(source, found, writer.listFragments())) {
    let charactersInMemory = 0;
    for (const step of chunk.fragments) {
      const isText = typeof step === 'string';
      bytes += (isText ? step : writer.write(step, chunk.getContent(step))).length;
      if (isText) charactersInMemory += step.length;
    }
    maxCharactersInMemory = Math.max(maxCharactersInMemory, charactersInMemory);
  }
  return { bytes, maxCharactersInMemory };
}

/** Counts the values and related concepts of the thesaurus whose ids begin with `digit`. */
async function countStoredRows(digit: number): Promise<readonly number[]> {
  const counts = await queryColumn(
    service,
    `select unnest(array[
  (select count(*) from concept_value where concept_id::text like '${digit}%'),
  (select count(*) from concept_relation where relation_type = 'related' and from_concept_id::text like '${digit}%')
])::text`,
  );
  return counts.map(Number);
}
