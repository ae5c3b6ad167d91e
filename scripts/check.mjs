// Everything that must hold before a release; `--quick` leaves out what starts servers,
// builds or installs. Ends with a line that counts the tests.
import './quiet-pipe.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryFolder } from './memory-folder.mjs'

// Failure until everything has passed, even if something ends the script early.
process.exitCode = 1
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const isQuick = process.argv.includes('--quick')
const folder = mkdtempSync(join(tmpdir(), 'mettle-check-'))
/** Where each run of tests writes its counts. */
const results = []

/** TypeScript 7 checks types in a third of the time; what calls the compiler as a library still needs 6. */
const PACKAGE_OF = { tsc: 'typescript-7', biome: '@biomejs/biome', attw: '@arethetypeswrong/cli' }
/** Packs the existing build: `prepack` would build it again, with the documentation pages. */
const AS_BUILT = { ...process.env, npm_config_ignore_scripts: 'true' }
// About a gigabyte, so not for everybody who types `npm test`; but a change that some agent no longer understands must not
// pass where changes are judged.
const clients = process.env.CI ? [['agent clients, because CI is set', ['tsx', 'scripts/clients-install.ts']]] : []

/** Lanes run side by side, and the steps of a lane one after the other: most steps use one core. */
const lanes = [
  [
    ['types', ['tsc', '--noEmit']],
    ['types of the dashboard', ['tsc', '-p', 'dashboard']],
    ['lint and format', ['biome', 'check', '--error-on-warnings', '.']],
  ],
  ...(isQuick
    ? []
    : [
        [
          ['build', ['scripts/build.mjs', '--logLevel', 'error']],
          ['package', ['publint', '--strict']],
          ['types of the package', ['attw', '--pack', '.', '--profile', 'esm-only', '--quiet']],
          ['unused code', ['knip']],
        ],
        clients,
      ]),
]

const inMemory = process.env.TMPDIR === undefined ? memoryFolder() : undefined
const environment = inMemory === undefined ? process.env : { ...process.env, TMPDIR: inMemory }

const failed = []
await Promise.all(
  lanes.map(async (lane) => {
    for (const [name, command] of lane) {
      console.log(`== ${name} ...`)
      report(name, await run(command, { stdio: 'pipe', env: AS_BUILT }))
    }
  }),
)
// Coverage counts the unit tests alone: they cover what must be covered, and counting slows every test that runs with it.
const tests = [['unit tests', testsOf(['unit'], ...(isQuick ? [] : ['--coverage']))]]
if (!isQuick) tests.push(['tests of the whole', testsOf(['whole', 'browser', 'clients'])])
for (const [name, command] of tests) {
  console.log(`\n== ${name}`)
  report(name, await run(command, { stdio: 'inherit', env: environment }))
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${counts()}`)
rmSync(folder, { recursive: true, force: true })
process.exit(failed.length === 0 ? 0 : 1)

/** Runs a command of this project, by this very Node; what it prints is returned if `stdio` is `pipe`. */
async function run([command, ...args], { stdio, env }) {
  const startedAt = Date.now()
  const child = spawn(process.execPath, [binary(command), ...args], { cwd: root, stdio: ['ignore', stdio, stdio], env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  const [status] = await once(child, 'close')
  return { printed, status, seconds: (Date.now() - startedAt) / 1000 }
}

function report(name, { printed, status, seconds }) {
  if (printed.trim() !== '') console.log(`\n${printed.trimEnd()}`)
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  if (status !== 0) failed.push(name)
}

/** A script of ours, or the one behind a tool of node_modules, run by this very Node: no shell, no second npm. */
function binary(name) {
  if (name.endsWith('.mjs')) return join(root, name)
  const packageOf = PACKAGE_OF[name] ?? name
  const home = join(root, 'node_modules', packageOf)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, typeof bin === 'string' ? bin : bin[name])
}

/** A run of the tests of these projects. */
function testsOf(projects, ...more) {
  const result = join(folder, `${projects[0]}.json`)
  results.push(result)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${result}`]
  return ['vitest', 'run', ...projects.flatMap((name) => ['--project', name]), ...reporters, ...more]
}

/** The total counts; a run without counts has failed. */
function counts() {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const result of results)
    try {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(result, 'utf8'))
      sum.passed += numPassedTests
      sum.failed += numFailedTests
      sum.skipped += numPendingTests + numTodoTests
    } catch {
      sum.failed += 1
    }
  return `${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`
}
