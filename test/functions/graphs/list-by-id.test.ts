import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { restrictedNodegroups } from '../../../infra/local/sample/access.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { strictGraphFile, strictGraphList } from '../../lib/serializers/graphs/strict-types.ts';
import { openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const path = '/api/arches/graphs?format=arches-json&hide_empty_nodes=false&compact=false';

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
});

afterAll(async () => service?.close());

const modelsOf = async () => strictGraphList.parse(await service.fetchJson(path)).models;

const rowLists = z.object({
  nodes: z.array(z.unknown()),
  edges: z.array(z.unknown()),
  nodegroups: z.array(z.unknown()),
  cards: z.array(z.unknown()),
});

/** The number of rows of each kind in the document of a model. */
async function countRowsInDocument(graphId: string) {
  const file = await service.fetchJson(`/graphs/${graphId}?format=arches-json`);
  const { nodes, edges, nodegroups, cards } = rowLists.parse(strictGraphFile.parse(file).graph[0]);
  return {
    nodes: nodes.length,
    edges: edges.length,
    nodegroups: nodegroups.length,
    cards: cards.length,
  };
}

/** The number of rows of each kind for each model, in the list and in the document of the model. */
async function readRowCounts() {
  const models = await modelsOf();
  const listed = Object.values(models).map(({ nodes, edges, nodegroups, cards }) => ({
    nodes,
    edges,
    nodegroups,
    cards,
  }));
  return { listed, inDocuments: await Promise.all(Object.keys(models).map(countRowsInDocument)) };
}

describe('GET /api/arches/graphs', () => {
  it('has no models for anonymous callers while the instance is closed', async () => {
    expect(await modelsOf()).toEqual({});
  });

  describe('on an open instance', () => {
    beforeAll(async () => service.openToGuest());

    it('has the models of /graphs by id, with the JSON types that strict clients require', async () => {
      const graphList = z.array(z.looseObject({ graphid: z.string(), slug: z.string() }));
      const graphs = graphList.parse(await service.fetchJson('/graphs'));
      const models = await modelsOf();
      expect(Object.keys(models)).toEqual(graphs.map(({ graphid }) => graphid));
      expect(Object.values(models).map(({ slug }) => slug)).toEqual(graphs.map(({ slug }) => slug));
      expect(graphs.length).toBeGreaterThan(2);
    });

    it('reports the number of rows of each kind that the document of a model has', async () => {
      const { listed, inDocuments } = await readRowCounts();
      expect(listed).toEqual(inDocuments);
    });

    it('does not count nodegroups that the caller may not read', async () => {
      const before = await modelsOf();
      await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', restrictedNodegroups));
      expect(await modelsOf()).not.toEqual(before);
      const { listed, inDocuments } = await readRowCounts();
      expect(listed).toEqual(inDocuments);
    });

    it('omits related models that the caller may not see', async () => {
      const [first = '', second = ''] = Object.keys(await modelsOf());
      const hidden = '00000000-0000-4000-8000-00000000000f';
      await runStatement(
        service,
        `update graph
set source = source || '{"relatable_resource_model_ids": ["${second.toUpperCase()}", "${hidden}"]}'
where graph_id = '${first}'`,
      );
      const { [first]: model } = await modelsOf();
      expect(model?.relatable_resource_model_ids).toEqual([second.toUpperCase()]);
    });
  });
});
