// `node src/build/check-packages.mjs [LOCK_FILE]` checks the dependencies: their licenses, which of them run scripts
// when they are installed, and known vulnerabilities of those that users install.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Licenses that only ask to keep their notice. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'],
  ...['PSF-2.0', 'Python-2.0', 'Zlib'],
];
/** Tools of developers are not distributed. */
const FOR_DEVELOPERS = [...PERMISSIVE, 'CC-BY-4.0', 'MPL-2.0'];

/** Packages whose manifest has an outdated field `licenses`, which the lock file leaves out. All are MIT. */
const OLD_MANIFESTS = [
  ...['compute-gcd', 'compute-lcm', 'validate.io-function', 'validate.io-integer'],
  ...['validate.io-integer-array', 'validate.io-number'],
];

/** Returns whether an SPDX expression allows one of these licenses. AND binds closer than OR. */
const allows = (expression, licenses) =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => licenses.includes(license)));

/** Returns what is wrong with the packages of a lock file. */
function faultsOf(lock, scripts) {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  return packages.flatMap(([path, { license, dev = false, hasInstallScript = false }]) => {
    const name = path.split('node_modules/').at(-1);
    const found = license ?? (OLD_MANIFESTS.includes(name) ? 'MIT' : 'no license');
    return [
      ...(allows(found, dev ? FOR_DEVELOPERS : PERMISSIVE)
        ? []
        : [`${name} has the license ${found}, which is not allowed. Replace the package.`]),
      ...(hasInstallScript && !(name in scripts)
        ? [
            `${name} runs a script when it is installed. Review it, and add it to allowScripts in package.json.`,
          ]
        : []),
    ];
  });
}

/** A registry that does not answer must not hold up CI. */
const AUDIT_MILLISECONDS = 5000;

/** Returns the vulnerable packages that npm knows; undefined when the registry does not answer. */
const audit = () =>
  new Promise((resolve) => {
    const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
    execFile(
      'npm',
      args,
      { cwd: root, timeout: AUDIT_MILLISECONDS, maxBuffer: 2 ** 26 },
      (_error, stdout) => {
        try {
          const { vulnerabilities } = JSON.parse(stdout);
          resolve(
            vulnerabilities &&
              Object.values(vulnerabilities).map(
                ({ name, severity }) =>
                  `${name} has a known vulnerability (${severity}). \`npm audit --omit=dev\` shows the remedy.`,
              ),
          );
        } catch {
          resolve(undefined);
        }
      },
    );
  });

const lock = readJson(process.argv[2] ?? `${root}package-lock.json`);
const vulnerable = await audit();
if (vulnerable === undefined) console.log('Left out npm audit: the registry does not answer.');
const faults = [...faultsOf(lock, readJson(`${root}package.json`).allowScripts), ...(vulnerable ?? [])];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log('The licenses and the install scripts of the dependencies are as allowed.');
