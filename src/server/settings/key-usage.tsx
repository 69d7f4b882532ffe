// The usage of a key in the last 30 days: a chart by day, and a table by operation.
import type { OperationRequests } from '../keys/usage-store';
import { dateOf } from './components';

const BAR_WIDTH = 4;
const STEP = 5;
const HEIGHT = 28;

const count = (requests: number): string => requests.toLocaleString('en-US');
const countOf = (requests: number): string => `${count(requests)} request${requests === 1 ? '' : 's'}`;

type Days = readonly { day: string; requests: number }[];

function describeUsage(days: Days, total: number): string {
  if (total === 0) return 'No requests in the last 30 days';
  const busiest = days.reduce((best, day) => (day.requests > best.requests ? day : best));
  const maximum = `maximum on ${dateOf(busiest.day)}: ${count(busiest.requests)}`;
  return `${countOf(total)} in the last 30 days, ${maximum}`;
}

/** Shows the requests of a key on each of the last 30 days. */
export function UsageChart({ days }: { days: Days }) {
  const maximum = Math.max(1, ...days.map(({ requests }) => requests));
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const description = describeUsage(days, total);
  return (
    <div class="chart">
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} role="img" aria-label={description}>
        <title>{description}</title>
        {days.map(({ day, requests }, index) => {
          const height = requests === 0 ? 1 : Math.max(3, Math.round((requests / maximum) * HEIGHT));
          return (
            <rect
              key={day}
              class={requests === 0 ? 'none' : undefined}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              rx={requests === 0 ? 0 : 1}
            />
          );
        })}
      </svg>
      <span aria-hidden="true">{total === 0 ? 'No requests' : countOf(total)} in 30 days</span>
    </div>
  );
}

/** Shows the requests of a key for each operation, the most requests first. */
export function OperationTable({ operations }: { operations: OperationRequests[] }) {
  if (operations.length === 0) return null;
  return (
    <details class="usage">
      <summary>Operations</summary>
      <table>
        <caption class="unseen">Requests by operation in the last 30 days</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Requests</th>
            <th scope="col">Last day</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operation_id, requests, last_day }) => (
            <tr key={operation_id}>
              <th scope="row" class={operation_id === null ? undefined : 'mono'}>
                {operation_id ?? 'No operation'}
              </th>
              <td>{count(requests)}</td>
              <td>
                <time dateTime={last_day}>{dateOf(last_day)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
