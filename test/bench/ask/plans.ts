import { openNativeSession } from '../costs/native-session.ts';
import type { RecordedStatement } from '../costs/recorder.ts';

/** Prints how a database executes statements, with times and buffers. */
export async function printPlans(
  databaseUrl: string,
  title: string,
  statements: readonly RecordedStatement[],
): Promise<void> {
  const session = await openNativeSession(databaseUrl, 'set jit = off');
  try {
    for (const [position, { text, values }] of statements.entries()) {
      const { rows } = await session.run({ text: `explain (analyze, buffers) ${text}`, values });
      console.log(`\n## ${title}, statement ${position + 1}\n\n${rows.flat().join('\n')}`);
    }
  } finally {
    await session.close();
  }
}
