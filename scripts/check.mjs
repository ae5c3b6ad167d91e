// Everything that must hold before a release, one step after the other; `--quick` leaves out what starts servers,
// builds or installs. Ends with a line that counts the tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const isQuick = process.argv.includes('--quick')
const folder = mkdtempSync(join(tmpdir(), 'mettle-check-'))
const results = join(folder, 'tests.json')

const PACKAGE_OF = { tsc: 'typescript', biome: '@biomejs/biome', attw: '@arethetypeswrong/cli' }
const WHOLE = [
  ['unused code', ['knip']],
  ['build', ['scripts/build.mjs', '--logLevel', 'error']],
  ['package', ['publint', '--strict']],
  ['types of the package', ['attw', '--pack', '.', '--profile', 'esm-only', '--quiet']],
]
const tests = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
// About a gigabyte, so not for everybody who types `npm test`; but a change that some agent no longer understands must not
// pass where changes are judged.
const clients =
  process.env.CI && !isQuick ? [['agent clients, because CI is set', ['tsx', 'scripts/clients-install.ts']]] : []
const steps = [
  ['types', ['tsc', '--noEmit']],
  ['types of the dashboard', ['tsc', '-p', 'dashboard']],
  ['lint and format', ['biome', 'check', '--error-on-warnings', '.']],
  ...(isQuick ? [] : WHOLE),
  ...clients,
  ['tests', [...tests, ...(isQuick ? ['--project', 'unit'] : ['--coverage'])]],
]

const failed = []
for (const [name, [command, ...args]] of steps) {
  console.log(`\n== ${name}`)
  const startedAt = Date.now()
  const { status } = spawnSync(process.execPath, [binary(command), ...args], { cwd: root, stdio: 'inherit' })
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  if (status !== 0) failed.push(name)
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${counts()}`)
rmSync(folder, { recursive: true, force: true })
process.exit(failed.length === 0 ? 0 : 1)

/** A script of ours, or the one behind a tool of node_modules, run by this very Node: no shell, no second npm. */
function binary(name) {
  if (name.endsWith('.mjs')) return join(root, name)
  const packageOf = PACKAGE_OF[name] ?? name
  const home = join(root, 'node_modules', packageOf)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, typeof bin === 'string' ? bin : bin[name])
}

function counts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(results, 'utf8'))
    return `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`
  } catch {
    return '0 passed, 1 failed'
  }
}
