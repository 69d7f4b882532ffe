// Shows a progress bar on standard error when it is a terminal.

/** Runs `work` and shows the progress that it reports. */
export async function withProgress<Result>(
  unit: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const { Presets, SingleBar } = await import('cli-progress');
  // A signal may end the process at once, so that the terminal's state must not change.
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
