/** A measured figure with its limit, or with a peer that was measured in the same run. */
export type Figure = {
  readonly subject: string;
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** The peer and its value in the same unit. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** The largest allowed ratio to the peer, or the largest allowed value if there is no peer. */
  readonly goal?: number;
};

/** Whether a figure reaches its goal; undefined if it has no goal. */
export function isGoalMet(figure: Figure): boolean | undefined {
  const { goal, value } = figure;
  return goal === undefined ? undefined : (ratioToPeer(figure) ?? value) <= goal;
}

/** The value of a figure relative to its peer. */
export function ratioToPeer({ value, beside }: Figure): number | undefined {
  return beside === undefined || beside.value === 0 ? undefined : value / beside.value;
}

/** The figures as the lines of one table, with a column for goals if any figure has one. */
export function formatTable(figures: readonly Figure[]): readonly string[] {
  const hasGoals = figures.some(({ goal }) => goal !== undefined);
  const rows = figures.map((figure) => [
    figure.subject,
    figure.measure,
    `${formatValue(figure.value)} ${figure.unit}`,
    ratioToPeer(figure)?.toFixed(2) ?? '',
    figure.beside === undefined
      ? ''
      : `of ${figure.beside.name} (${formatValue(figure.beside.value)})`,
    ...(hasGoals ? formatGoal(figure) : []),
  ]);
  const goalColumns = hasGoals ? ['goal', 'met'] : [];
  const allRows = [['what', 'measure', 'value', 'ratio', 'beside', ...goalColumns], ...rows];
  const widths = allRows[0]?.map((_, column) =>
    Math.max(...allRows.map((row) => row[column]?.length ?? 0)),
  );
  return allRows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function formatGoal(figure: Figure): readonly string[] {
  const met = isGoalMet(figure);
  return met === undefined ? ['', ''] : [`≤ ${figure.goal}`, met ? 'yes' : 'NO'];
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}
