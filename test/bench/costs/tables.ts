import type { Figure } from '../figure.ts';
import type { Cost } from './costs.ts';
import {
  deepCursorName,
  deepCursorOfGraphName,
  firstPageName,
  firstPageOfGraphName,
} from './reads.ts';

/** Turns costs into figures, which are compared with the bare statements. Pages by cursor are also compared with the first page. */
export function toCostFigures(costs: readonly Cost[]): readonly Figure[] {
  return [...costs.map(toFigure), ...cursorFigures(costs)];
}

function toFigure(cost: Cost): Figure {
  return {
    subject: formatSubject(cost),
    measure: 'cost',
    value: cost.own.total,
    unit: 'ms',
    ...(cost.bare === undefined
      ? {}
      : { beside: { name: 'the bare statement', value: cost.bare.total } }),
  };
}

function formatSubject({ request, caller, step, data }: Cost): string {
  return [request, ...(step === undefined ? [] : [step]), caller, data].join(', ');
}

function cursorFigures(costs: readonly Cost[]): readonly Figure[] {
  const pairs = [
    [deepCursorName, firstPageName],
    [deepCursorOfGraphName, firstPageOfGraphName],
  ];
  return pairs.flatMap(([deep, first]) =>
    costs
      .filter(({ request }) => request === deep)
      .flatMap((cost): readonly Figure[] => {
        const page = costs.find(
          ({ request, caller, data }) =>
            request === first && caller === cost.caller && data === cost.data,
        );
        if (page === undefined) return [];
        const beside = { name: 'page 1', value: page.own.total };
        return [
          {
            subject: formatSubject(cost),
            measure: 'cost',
            value: cost.own.total,
            unit: 'ms',
            beside,
          },
        ];
      }),
  );
}

/** A Markdown table of the costs for each kind of data, with the parts of the time. */
export function formatCostTables(costs: readonly Cost[]): string {
  const kinds = [...new Set(costs.map(({ data }) => data))];
  return kinds
    .map((kind) => `## ${kind}\n\n${formatMarkdown(costs.filter(({ data }) => data === kind))}`)
    .join('\n');
}

const columns = [
  'request',
  'caller',
  'ms',
  'bare',
  'ratio',
  'parse',
  'plan',
  'execute',
  'bare parse',
  'bare plan',
  'bare execute',
  'bytes',
  'bare bytes',
  'statements',
];

function formatMarkdown(costs: readonly Cost[]): string {
  const rows = costs.map(({ request, caller, step, own, bare, bytes, statements }) => [
    [request, ...(step === undefined ? [] : [step])].join(', '),
    caller,
    ...[own.total, bare?.total].map(formatMilliseconds),
    bare === undefined ? '' : (own.total / bare.total).toFixed(1),
    ...[own.parse, own.plan, own.execute, bare?.parse, bare?.plan, bare?.execute].map(
      formatMilliseconds,
    ),
    String(bytes.own),
    String(bytes.bare),
    String(statements),
  ]);
  const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return formatRow(columns) + formatRow(columns.map(() => '---')) + rows.map(formatRow).join('');
}

function formatMilliseconds(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(2);
}
