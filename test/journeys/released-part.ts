// Derives the part of a journey that a server without planned operations can run.

export interface Step {
  stepId: string;
  operationId: string;
  [field: string]: unknown;
}

/** An Arazzo document with one workflow. */
export interface Journey {
  info: { title: string };
  sourceDescriptions: { name: string; url: string; type: string }[];
  workflows: [{ workflowId: string; steps: Step[] }];
}

const stepsUsedBy = (step: Step): string[] =>
  [...JSON.stringify(step).matchAll(/\$steps\.([\w-]+)/g)].map(([, stepId]) => stepId!);

/** Returns the journey with the steps of available operations that use no result of a removed step. */
export function releasedPart(journey: Journey, isAvailable: (operationId: string) => boolean): Journey {
  const [workflow] = journey.workflows;
  const kept = new Set<string>();
  const steps = workflow.steps.filter((step) => {
    const isKept =
      isAvailable(step.operationId) && stepsUsedBy(step).every((id) => id === step.stepId || kept.has(id));
    if (isKept) kept.add(step.stepId);
    return isKept;
  });
  return { ...journey, workflows: [{ ...workflow, steps }] };
}
