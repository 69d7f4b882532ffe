// The statements of a transaction on their way to PostgreSQL: those that are asked in one moment go in one message.
import type { Client } from 'pg';
import type { BoundStatement } from '../statement';
import { type StepResult, runBatch } from './batch';

interface Queued {
  step: BoundStatement;
  resolve?: (result: StepResult) => void;
  reject?: (error: unknown) => void;
}

export class Pipeline {
  private queued: Queued[] = [];

  constructor(private readonly client: Client) {}

  /** Sent before whatever comes next. Should it fail, that fails. */
  push(...steps: BoundStatement[]): void {
    this.queued.push(...steps.map((step) => ({ step })));
  }

  /** When a step fails, all that went with it fail with its error. */
  run(step: BoundStatement): Promise<StepResult> {
    return new Promise((resolve, reject) => {
      const isFirst = this.queued.every((queued) => queued.resolve === undefined);
      this.queued.push({ step, resolve, reject });
      if (isFirst) queueMicrotask(() => void this.send());
    });
  }

  private async send(): Promise<void> {
    const sent = this.queued;
    this.queued = [];
    try {
      const results = await runBatch(
        this.client,
        sent.map(({ step }) => step),
      );
      sent.forEach(({ resolve }, index) => resolve?.(results[index]!));
    } catch (error) {
      for (const { reject } of sent) reject?.(error);
    }
  }
}
