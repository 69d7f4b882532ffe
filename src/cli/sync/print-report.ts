// Prints a report in a format.
import type { Report } from '../../report/report';
import { textLines } from '../../report/text';
import { console, stream } from '../output';
import type { PlanFormat } from './options';

export async function printReport(report: Report, format: PlanFormat): Promise<void> {
  if (format === 'text') return console.log(textLines(report));
  if (format === 'html') return stream((await import('../../report/html.js')).htmlOf(report));
  return console.text((await import('../../report/markdown.js')).markdownOf(report).trimEnd());
}
