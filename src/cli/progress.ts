// A progress bar, where somebody is looking: on a terminal, on standard error.

/** `work` gets a function that it tells how far it is. */
export async function withProgress<Result>(
  unit: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const { Presets, SingleBar } = await import('cli-progress');
  // A signal may end the process at once: nothing of the terminal is changed that would have to be put back.
  const bar = new SingleBar(
    {
      format: `{bar} {percentage}% | {value} of {total} ${unit}`,
      clearOnComplete: true,
      hideCursor: false,
      linewrap: true,
    },
    Presets.shades_classic,
  );
  let started = false;
  try {
    return await work((done, total) => {
      if (!started) bar.start(total, 0);
      started = true;
      bar.update(done);
    });
  } finally {
    bar.stop();
  }
}
