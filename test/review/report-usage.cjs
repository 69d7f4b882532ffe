// Loaded with `node --require`: writes the processor time and the maximum memory of the process to USAGE_FILE.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.USAGE_FILE,
    JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }),
  );
});
