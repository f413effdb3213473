import { DataFolderInUse, lockDataFolder } from '../../../infra/local/data-folder.ts';

// A process that locks the folder of its first argument, prints whether it has the lock, and keeps it until it is killed. It
// first waits for the time of its second argument (in milliseconds), so that several processes try at the same moment.

const [, , directory = '', moment = '0'] = process.argv;
await new Promise((resolve) => {
  setTimeout(resolve, Math.max(0, Number(moment) - Date.now()));
});
try {
  await lockDataFolder(directory);
  process.stdout.write('held\n');
} catch (error) {
  process.stdout.write(
    error instanceof DataFolderInUse ? `in use by ${error.message}\n` : `failed ${String(error)}\n`,
  );
}
setInterval(() => undefined, 60_000);
