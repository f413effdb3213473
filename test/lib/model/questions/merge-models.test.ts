import { describe, expect, it } from 'vitest';

import { mergeModels } from '../../../../lib/model/questions/merge-models.ts';
import type {
  Place,
  QuestionNode,
  RecordCondition,
  ValueTest,
} from '../../../../lib/model/questions/question.ts';

const node = (model: string, name: string): QuestionNode => ({
  nodeId: `${model} ${name}`,
  graphId: model,
  entryNodeId: 1,
  nodegroupPath: [model],
  readableNodegroupIds: [model],
});
const words = (text: string): ValueTest => ({ kind: 'words', texts: [text] });
const value = (model: string, name: string, test: ValueTest): RecordCondition => ({
  kind: 'tiles',
  condition: { kind: 'value', node: node(model, name), test, isOther: false },
});
const values = (models: readonly string[], name: string, test: ValueTest): RecordCondition => ({
  kind: 'values',
  nodes: models.map((model) => node(model, name)),
  test,
});
const ofModels = (conditionOf: (model: string) => RecordCondition) =>
  ['a', 'b'].map((model) => ({ graphIds: [model], condition: conditionOf(model) }));

describe('a question about several models', () => {
  it('has one condition on all nodes with one name', () => {
    expect(mergeModels(ofModels((model) => value(model, 'type', words('barrow'))))).toEqual([
      { graphIds: ['a', 'b'], condition: values(['a', 'b'], 'type', words('barrow')) },
    ]);
  });

  it('has one condition for each test, if the models require different values', () => {
    expect(mergeModels(ofModels((model) => value(model, 'type', words(model))))).toEqual([
      {
        graphIds: ['a', 'b'],
        condition: {
          kind: 'any',
          parts: ['a', 'b'].map((model) => values([model], 'type', words(model))),
        },
      },
    ]);
  });

  it('has its groups part by part, and the nodes of both models for one place', () => {
    const place: Place = {
      area: { kind: 'geometries', geometries: ['{"type":"Point","coordinates":[0,0]}'] },
      metres: 1,
      relation: 'intersects',
    };
    const conditionOf = (model: string): RecordCondition => ({
      kind: 'all',
      parts: [
        { kind: 'not', part: value(model, 'type', words('barrow')) },
        { kind: 'place', place, nodes: [node(model, 'shape')], isOutside: false },
      ],
    });
    expect(mergeModels(ofModels(conditionOf))).toEqual([
      {
        graphIds: ['a', 'b'],
        condition: {
          kind: 'all',
          parts: [
            { kind: 'not', part: values(['a', 'b'], 'type', words('barrow')) },
            {
              kind: 'place',
              place,
              nodes: [node('a', 'shape'), node('b', 'shape')],
              isOutside: false,
            },
          ],
        },
      },
    ]);
  });

  it('stays divided where one tile must have several values', () => {
    const question = ofModels((model) => ({
      kind: 'tiles',
      condition: {
        kind: 'all',
        parts: ['type', 'name'].map((name) => ({
          kind: 'value',
          node: node(model, name),
          test: words('barrow'),
          isOther: false,
        })),
      },
    }));
    expect(mergeModels(question)).toEqual(question);
  });

  it('stays divided where conditions differ in more than nodes', () => {
    const question = ofModels((model) =>
      model === 'a'
        ? value(model, 'type', words('barrow'))
        : { kind: 'not', part: value(model, 'type', words('barrow')) },
    );
    expect(mergeModels(question)).toEqual(question);
  });

  it('is compared in all models apart from those with nodes', () => {
    const question = [
      { graphIds: ['a'], condition: value('a', 'type', words('barrow')) },
      { graphIds: null, condition: { kind: 'ids' as const, ids: [] } },
    ];
    expect(mergeModels(question)).toEqual(question);
  });
});
