import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { crm, literalClass, rdfValue } from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

/*
 * Two models of signs. Both have a text, an inventory number without a language, and pictures. The first model stores texts by
 * language, because its own name is a text by language. The second has a plain name, and stores plain texts.
 */

const signs = [
  { kind: 'by language', firstId: 3000, name: { en: 'Sign' } },
  { kind: 'plain', firstId: 3100, name: 'Sign' },
] as const;

type Sign = (typeof signs)[number];

const idsOf = ({ firstId }: Sign) => ({
  graph: id(firstId),
  root: id(firstId + 1),
  text: id(firstId + 2),
  number: id(firstId + 3),
  pictures: id(firstId + 4),
  resource: id(firstId + 10),
  tile: id(firstId + 11),
});

function modelOf(sign: Sign): unknown {
  const { graph, root, text, number, pictures } = idsOf(sign);
  const literalOf = (datatype: string) => ({ datatype, ontologyclass: literalClass });
  return {
    graphid: graph,
    name: sign.name,
    slug: `sign-${sign.firstId}`,
    isresource: true,
    nodes: [
      node(root, 'Sign', null, {
        istopnode: true,
        datatype: 'semantic',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
      node(text, 'Text', text, literalOf('string')),
      node(number, 'Number', text, literalOf('non-localized-string')),
      node(pictures, 'Pictures', text, literalOf('file-list')),
    ],
    edges: [
      edge(root, text, crm('P3_has_note')),
      edge(text, number, crm('P1_is_identified_by')),
      edge(text, pictures, crm('P138i_has_representation')),
    ],
    nodegroups: [{ nodegroupid: text, cardinality: '1', parentnodegroup_id: null }],
    cards: [],
  };
}

const english = (value: string) => ({ 'en-US': { value, direction: 'ltr' } });
/** A text in the layout of a model of signs. */
const asStored = ({ kind }: Sign, value: string): unknown =>
  kind === 'plain' ? value : english(value);

const picture = (altText: unknown) => ({
  name: 'sign.jpg',
  url: '/files/sign.jpg',
  status: 'uploaded',
  altText,
});

function recordWith(sign: Sign, text: unknown, number: unknown = null, altText?: unknown): unknown {
  const ids = idsOf(sign);
  const data = {
    [ids.text]: text,
    [ids.number]: number,
    [ids.pictures]: altText === undefined ? null : [picture(altText)],
  };
  return {
    graph_id: ids.graph,
    tiles: [{ tileid: ids.tile, nodegroup_id: ids.text, parenttile_id: null, sortorder: 0, data }],
  };
}

const documentWithNote = (text: unknown) => ({ [crm('P3_has_note')]: text });

/** Every way to write a text without a language. */
const waysToWrite: Readonly<
  Record<
    string,
    (writer: TestWriter, sign: Sign, text: string, options: string) => Promise<Response>
  >
> = {
  'PUT of JSON-LD with a literal': (writer, sign, text, options) =>
    writer.sendRequest('PUT', `${pathOf(sign)}${options}`, documentWithNote(text)),
  'PUT of JSON-LD with a node object': (writer, sign, text, options) =>
    writer.sendRequest('PUT', `${pathOf(sign)}${options}`, documentWithNote({ [rdfValue]: text })),
  'PUT of JSON-LD in the shape of the specification': (writer, sign, text, options) =>
    writer.sendRequest('PUT', `${pathOf(sign)}${options}`, {
      '@type': `${baseUrl}/graph/${idsOf(sign).graph}`,
      ...documentWithNote({ [rdfValue]: text }),
    }),
  'POST of JSON-LD': (writer, sign, text, options) =>
    writer.sendRequest('POST', `/resources/sign-${sign.firstId}${options}`, documentWithNote(text)),
  'PUT of tile records': (writer, sign, text, options) =>
    writer.sendRequest('PUT', `${pathOf(sign)}${options}`, recordWith(sign, text)),
  'POST of tile records': (writer, sign, text, options) =>
    writer.sendRequest('POST', `/resources/sign-${sign.firstId}${options}`, {
      graph_id: idsOf(sign).graph,
      tiles: [{ nodegroup_id: idsOf(sign).text, data: { [idsOf(sign).text]: text } }],
    }),
  'POST of a tile': (writer, sign, text, options) =>
    writer.sendRequest('POST', `/api/tiles/${options}`, {
      nodegroup_id: idsOf(sign).text,
      data: { [idsOf(sign).text]: text },
    }),
  'POST of a value': (writer, sign, text, options) =>
    sendForm(writer, `/api/node_value/${options}`, { nodeid: idsOf(sign).text, data: text }),
};

const pathOf = (sign: Sign): string => `/resources/sign-${sign.firstId}/${idsOf(sign).resource}`;

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith({ graph: signs.map(modelOf) });
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

/** Reads the value of a node in the only sign. */
async function storedValue(nodeId: string): Promise<unknown> {
  const data = `select t.data -> '${nodeId}' from tile t where t.data ? '${nodeId}'`;
  const [value = ''] = await queryColumn(mills.service, `select (${data})::text`);
  return JSON.parse(value);
}

describe.each(signs)('a text without a language, in a model whose texts are $kind,', (sign) => {
  const { text, number, pictures } = idsOf(sign);

  it.each(Object.entries(waysToWrite))(
    'is planned and stored in the layout of the model: %s',
    async (_way, write) => {
      const plan = await write(reviewer, sign, 'Beware', '?dry_run=true');
      expect(await plan.text()).toContain(JSON.stringify(asStored(sign, 'Beware')));
      expect((await write(reviewer, sign, 'Beware', '')).status).toBeLessThan(300);
      expect(await storedValue(text)).toEqual(asStored(sign, 'Beware'));
    },
  );

  it.each(Object.entries(waysToWrite).filter(([way]) => way.startsWith('PUT')))(
    'changes nothing if it is sent again: %s',
    async (_way, write) => {
      await write(reviewer, sign, 'Beware', '');
      const before = await mills.traces();
      await write(reviewer, sign, 'Beware', '');
      expect(await mills.traces()).toBe(before);
    },
  );

  it('is stored as a plain text if the datatype of its node has no languages', async () => {
    await reviewer.sendRequest('PUT', pathOf(sign), recordWith(sign, null, '1987,0103.1'));
    expect(await storedValue(number)).toBe('1987,0103.1');
  });

  it('is stored in the layout of the model if it is the alternative text of a picture', async () => {
    await reviewer.sendRequest('PUT', pathOf(sign), recordWith(sign, null, null, 'A sign'));
    expect(await storedValue(pictures)).toEqual([picture(asStored(sign, 'A sign'))]);
  });
});

describe('a model that stores texts by language', () => {
  const [sign] = signs;
  const { text, tile, resource, graph } = idsOf(sign);

  it('keeps a stored plain text when the document of GET is sent back', async () => {
    await mills.service.stack.owner.write({
      text: `with inserted as (
  insert into resource (resource_id, graph_id) values ('${resource}', '${graph}')
)
insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values ('${tile}', '${resource}', '${text}', 0, '{"${text}": "Beware"}')`,
      parameters: [],
    });
    const before = await mills.traces();
    for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json']) {
      const document = await (
        await reviewer.sendRequest('GET', `/resources/${resource}?format=${form}`)
      ).text();
      expect((await reviewer.sendRequest('PUT', `/resources/${resource}`, document)).status).toBe(
        200,
      );
    }
    expect(await mills.traces()).toBe(before);
  });

  it('stores a text without a language in the nearest language of the stored text', async () => {
    const inEnglish = { en: { value: 'Beware', direction: 'ltr' } };
    await reviewer.sendRequest('PUT', pathOf(sign), recordWith(sign, inEnglish));
    for (const write of [
      waysToWrite['PUT of JSON-LD with a literal'],
      waysToWrite['PUT of tile records'],
    ]) {
      await write?.(reviewer, sign, 'Keep out', '');
      expect(await storedValue(text)).toEqual({ en: { value: 'Keep out', direction: 'ltr' } });
    }
  });
});
