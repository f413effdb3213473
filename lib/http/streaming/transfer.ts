import type { Context } from 'aws-lambda';

import { TimeExceeded } from '../../errors.ts';
import { validSettings, type SettingsResult } from '../../settings.ts';
import { millisecondsForErrorResponse } from '../responses/deadline.ts';
import type { ResponseStream } from './lambda-runtime.ts';
import { watchReader, type ReaderPace } from './reader-pace.ts';

/** The caller closed the connection. */
export class CallerGone extends Error {
  readonly code = 'caller_gone';
}

/** The state of sending one response: when to abort, and whether the reader keeps up. */
export type Transfer = {
  /** Aborted when time runs out, the reader is too slow, or the caller closes the connection; its reason is the error. */
  readonly abortSignal: AbortSignal;
  readonly pace: ReaderPace;
};

/** Starts to watch a transfer. It is aborted shortly before Lambda stops the process. */
export function watchTransfer(
  stream: ResponseStream,
  lambdaContext: Context,
  settings: SettingsResult,
): { readonly transfer: Transfer; readonly dispose: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeExceeded()),
    Math.max(0, lambdaContext.getRemainingTimeInMillis() - millisecondsForErrorResponse),
  );
  const onClosed = (): void =>
    controller.abort(new CallerGone('The caller closed the connection.'));
  stream.once('close', onClosed);
  stream.once('error', onClosed);
  const minKilobytesPerSecond = validSettings(settings)?.minStreamKilobytesPerSecond ?? 0;
  return {
    transfer: {
      abortSignal: controller.signal,
      pace: watchReader(minKilobytesPerSecond, (error) => controller.abort(error)),
    },
    dispose: () => {
      clearTimeout(timer);
      stream.removeListener('close', onClosed);
    },
  };
}
