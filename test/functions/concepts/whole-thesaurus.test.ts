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
import { quadsOf } from '../../lib/rdf/judges.ts';
import { queryColumn } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import {
  largeThesaurusConceptId,
  unescoThesaurusSize,
  writeLargeThesaurus,
} from '../../support/large-thesaurus.ts';
import { concept, everything } from './thesaurus.ts';

const scheme = largeThesaurusConceptId(7, 0);
const { concepts } = unescoThesaurusSize;

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeLargeThesaurus(service.stack, unescoThesaurusSize);
  await service.openToGuest();
});

afterAll(async () => service?.close());

async function textOf(query: string): Promise<string> {
  const response = await service.fetch(`/rdm/concepts/${scheme}?${query}`);
  const text = await response.text();
  expect([response.status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return text;
}

describe('the whole of a thesaurus of ordinary size', () => {
  it('comes in JSON, with every concept, its labels and what is related to it', async () => {
    const document = concept.parse(JSON.parse(await textOf('format=json')));
    const labels = new Set<string>();
    const relatives = new Set<string>();
    const look = (one: ConceptObject): void => {
      for (const { id } of one.values) labels.add(id);
      for (const other of one.relatedconcepts) relatives.add(`${one.id} ${other.id}`);
      one.subconcepts.forEach(look);
    };
    look(document);
    const [values, related] = await stored();
    expect([labels.size, relatives.size]).toEqual([values, related]);
  });

  it('comes in each format of RDF, and says the same to every outside parser', async () => {
    const texts = await Promise.all(
      rdfFormatNames.map(async (format) => [format, await textOf(`format=${format}`)] as const),
    );
    const [values, related] = await stored();
    let first: readonly string[] | undefined;
    for (const [format, text] of texts) {
      const lines = await quadsOf(format, text);
      first ??= lines;
      expect(lines.length).toBe(first.length);
      expect(lines.join('\n') === first.join('\n')).toBe(true);
    }
    const said = (part: string) => first?.filter((line) => line.includes(part)).length;
    expect(said('core#related> ')).toBe(related);
    expect(said('core#prefLabel> ')).toBe(concepts * 4);
    expect(said('"')).toBe(values);
    expect(said(`<${baseUrl}/concepts/${scheme}> .`)).toBeGreaterThan(concepts);
  });

  it('comes in JSON by layers', async () => {
    const document = concept.parse(JSON.parse(await textOf('format=json&depthlimit=1')));
    expect(document.subconcepts).toHaveLength(585);
  });
});

describe('how the whole of a thesaurus is read', () => {
  const formats = ['json', 'turtle'] as const;

  it.each(formats)(
    'takes about a call for each million bytes, each below 1 MiB: %s',
    async (format) => {
      const sizes: number[] = [];
      const execute: Execute = async (statement) => {
        const rows = await service.stack.data.read(statement);
        sizes.push(rows.flat().reduce<number>((sum, value) => sum + String(value).length, 0));
        return rows;
      };
      const { bytes, letters } = await readWhole(execute, format);
      expect(Math.max(...sizes)).toBeLessThan(1_048_576);
      expect(sizes.length).toBeLessThan(bytes / 1_000_000 + 6);
      // What is held of the text at once does not grow with it.
      expect(letters).toBeLessThan(2_000_000);
    },
  );

  it('is broken off by a change, and not closed', async () => {
    const response = await service.fetch(`/rdm/concepts/${scheme}?format=json`);
    const reader = response.body?.getReader();
    const first = Buffer.from((await reader?.read())?.value ?? []).toString();
    expect([response.status, first.length > 0]).toEqual([200, true]);
    await service.stack.owner.write(
      rawSql(
        `update concept_value set value = value || '!' where concept_id = '${largeThesaurusConceptId(7, 4400)}'`,
      ),
    );
    const rest = await restOf(reader);
    expect(rest.isBroken).toBe(true);
    expect(() => JSON.parse(first + rest.text)).toThrow(SyntaxError);
  });

  it.each(rdfFormatNames)('is no document where it was cut: %s', async (format) => {
    const text = await textOf(`format=${format}&depthlimit=0`);
    const { abortText: whenCut } = rdfFormats[format].graphWriter();
    const cut = text.lastIndexOf('\n', text.length - 2);
    const read = quadsOf(format, text.slice(0, cut) + whenCut);
    expect(
      await read.then(
        () => 'a document',
        () => 'none',
      ),
    ).toBe('none');
  });

  it('is known by its entity tag before it is read: 304 at one call, and HEAD', async () => {
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

  it('is compressed and indented as it is made', async () => {
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
  let buffered: Gateway;

  beforeAll(async () => {
    const { api } = await openGateway('sources');
    const own = { ...api, root: withoutStreams(api.root), answers: new Map() };
    buffered = createGateway(own, createLambda(own, [], 'sources'));
  });

  const get = (query: string): Promise<Response> =>
    buffered.fetch(new Request(`${baseUrl}/rdm/concepts/${scheme}?${query}`));

  it('is answered the same bytes in one piece, where these can be sent', async () => {
    for (const query of ['format=turtle', 'format=json&depthlimit=1&includerelatedconcepts=0']) {
      const whole = await get(query);
      expect([whole.status, await whole.text()]).toEqual([200, await textOf(query)]);
    }
  });

  it('is answered a 413 where they cannot, which names what really can be sent', async () => {
    const response = await get('format=json');
    const problem = await readProblem(response);
    expect([problem.status, problem.code]).toEqual([413, 'answer_too_large']);
    const named = [...problem.detail.matchAll(/with ((?:\w+=\w+&?)+)/g)].map(([, one]) => one);
    expect(named.length).toBeGreaterThan(0);
    for (const query of named) {
      expect([query, (await get(`format=json&${query}`)).status]).toEqual([query, 200]);
    }
  });
});

/** Reads what comes until it ends or breaks. */
async function restOf(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<{ readonly text: string; readonly isBroken: boolean }> {
  const read: Uint8Array[] = [];
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      read.push(part.value);
    }
    return { text: Buffer.concat(read).toString(), isBroken: false };
  } catch {
    return { text: Buffer.concat(read).toString(), isBroken: true };
  }
}

function withoutStreams(resource: ApiResource): ApiResource {
  return {
    ...resource,
    streamTimeouts: new Map(),
    children: resource.children.map(withoutStreams),
  };
}

/** Reads all of the thesaurus; gives the letters of the document, and the most that a chunk holds of them besides its contents. */
async function readWhole(execute: Execute, format: 'json' | 'turtle') {
  const options = { ...everything, baseUrl };
  const request = { ...options, includesStatements: format !== 'json' };
  const source = { execute, caller: null, request, ...defaultReadLimits };
  const found = await readConcept(source, parseConceptId(scheme), Infinity);
  const graph = buildConceptGraph(found.positions);
  const top = graph.get(scheme);
  if (top === undefined) throw new Error('The scheme was not found.');
  const writer = createConceptWriter({ graph, top, members: [] }, { format, options });
  let bytes = 0;
  let letters = 0;
  for await (const chunk of readContents(source, found, writer.fragments())) {
    let held = 0;
    for (const step of chunk.fragments) {
      const isText = typeof step === 'string';
      bytes += (isText ? step : writer.write(step, chunk.contentOf(step))).length;
      if (isText) held += step.length;
    }
    letters = Math.max(letters, held);
  }
  return { bytes, letters };
}

async function stored(): Promise<readonly number[]> {
  const counts = await queryColumn(
    service,
    `select count(*)::text from concept_value
     union all
     select count(*)::text from concept_relation where relation_type = 'related'`,
  );
  return counts.map(Number);
}
