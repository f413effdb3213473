import { describe, expect, it } from 'vitest';

import {
  chooseWidget,
  labelOfNode,
  labelWithCards,
  listShownNodes,
} from '../../../../lib/model/graphs/node-widget.ts';

const node = { nodeId: 'id', alias: 'keeper', name: { en: 'Keeper' } };
const widgetWith = (label: string | Record<string, string | null> | null) => ({
  label,
  isVisible: true,
  sortOrder: 0,
});

describe('the label of a node', () => {
  it.each([
    ['the label in the language of the reader', widgetWith({ nl: 'Naam', en: 'Name' }), 'Naam'],
    ['the label in another language, before the name', widgetWith({ fr: 'Nom' }), 'Nom'],
    ['the label without a language', widgetWith('Held by'), 'Held by'],
    ['the name for an empty label', widgetWith({ nl: ' ', en: '' }), 'Keeper'],
    ['the name without a label', widgetWith(null), 'Keeper'],
    ['the name without a widget', null, 'Keeper'],
  ])('is %s', (_title, widget, expected) => {
    expect(labelOfNode({ ...node, widget }, ['nl', 'en'])).toBe(expected);
  });

  it('is the alias, then the id, without a name', () => {
    expect(labelOfNode({ ...node, name: '' }, [])).toBe('keeper');
    expect(labelOfNode({ ...node, name: '', alias: null }, [])).toBe('id');
  });
});

describe('the label of a node without its card', () => {
  it('follows the name of the card if another node has the same label', () => {
    const nodes = (
      [
        ['Type', 'Names'],
        ['Type', { en: 'Dates' }],
        ['Height', 'Size'],
        ['Type', null],
      ] as const
    ).map(([name, cardName]) => ({ ...node, name, cardName }));
    expect(labelWithCards(nodes, ['en']).map(({ label }) => label)).toEqual([
      'Names: Type',
      'Dates: Type',
      'Height',
      'Type',
    ]);
  });
});

describe('the nodes that cards show', () => {
  const onCard = (position: number, sortOrder?: number, isVisible = true) => ({
    position,
    ...(sortOrder === undefined ? {} : { widget: { label: null, isVisible, sortOrder } }),
  });
  const positions = (nodes: readonly ReturnType<typeof onCard>[]) =>
    listShownNodes(nodes).map(({ position }) => position);

  it('are in the order of their widgets, equal ones in that of the model', () => {
    expect(positions([onCard(1, 2), onCard(2, 1), onCard(3, 1), onCard(4, 0.5)])).toEqual([
      4, 2, 3, 1,
    ]);
  });

  it('come last without a widget, in the order of the model', () => {
    expect(positions([onCard(1), onCard(2), onCard(3, 7)])).toEqual([3, 1, 2]);
  });

  it('are without those that are not visible', () => {
    expect(positions([onCard(1, 0, false), onCard(2, 1)])).toEqual([2]);
  });
});

describe('the widget of a node with several', () => {
  it('is the first visible one, otherwise the first', () => {
    const widgets = [
      { label: 'a', isVisible: false, sortOrder: 1 },
      { label: 'b', isVisible: true, sortOrder: null },
      { label: 'c', isVisible: true, sortOrder: 0 },
    ];
    expect(chooseWidget(widgets)).toEqual({ label: 'b', isVisible: true, sortOrder: 0 });
    expect(chooseWidget(widgets.slice(0, 1))?.label).toBe('a');
    expect(chooseWidget([])).toBeUndefined();
  });
});
