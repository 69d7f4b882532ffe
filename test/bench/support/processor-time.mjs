// Reads the processor time of processes from /proc (Linux), in ms.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

const NANOSECONDS = 1e6;
const TICK_MILLISECONDS = 1000 / Number(execFileSync('getconf', ['CLK_TCK']));

/** Returns the time of the threads of a process that run now. */
export function processorTimeOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((total, thread) => {
      const [time] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return total + Number(time) / NANOSECONDS;
    }, 0);
  } catch {
    return 0; // it ended meanwhile
  }
}

/** Returns the time of a process and of all its children, ended ones included. */
export function processorTimeOfFamily(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_MILLISECONDS;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children].reduce((total, each) => total + processorTimeOf(each), ended);
}
