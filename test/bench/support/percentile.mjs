/** Returns the value that `percent` of the values do not exceed; NaN without values. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}

export const rounded = (milliseconds) => Math.round(milliseconds * 10) / 10;
