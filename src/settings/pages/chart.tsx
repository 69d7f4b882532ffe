// The requests of a key on the last 30 days, as small bars, with the same in words.
import { dateOf } from './times';

const BAR = 4;
const STEP = 5;
const HEIGHT = 28;

interface Day {
  day: string;
  requests: number;
}

const number = (value: number): string => value.toLocaleString('en-US');

function inWords(days: readonly Day[]): string {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  if (total === 0) return 'No requests in the last 30 days';
  const most = days.reduce((best, day) => (day.requests > best.requests ? day : best));
  return `${number(total)} request${total === 1 ? '' : 's'} in the last 30 days, most on ${dateOf(most.day)}: ${number(most.requests)}`;
}

export function Chart({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const words = inWords(days);
  return (
    <div class="chart">
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} role="img" aria-label={words}>
        <title>{words}</title>
        {days.map(({ day, requests }, index) => {
          const height = requests === 0 ? 1 : Math.max(3, Math.round((requests / most) * HEIGHT));
          return (
            <rect
              key={day}
              class={requests === 0 ? 'none' : undefined}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={requests === 0 ? 0 : 1}
            />
          );
        })}
      </svg>
      <span aria-hidden="true">
        {total === 0 ? 'No requests' : `${number(total)} request${total === 1 ? '' : 's'}`} in 30 days
      </span>
    </div>
  );
}
