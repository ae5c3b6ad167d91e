// Makes a fresh clone ready: installs what the lock file says if it is not there yet, and builds. Runs before
// `npm start` and `npm test`, with nothing but Node and npm.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function run(command, args) {
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync(isWindows ? `${command}.cmd` : command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  })
  if (status !== 0) process.exit(status ?? 1)
}

function runScript(script, args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** npm keeps a copy of the lock file it installed from; an older copy means that something is missing. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.error(`Mettle needs Node ${engines.node}; this is ${process.versions.node}.`)
  process.exit(1)
}
if (!isInstalled()) {
  console.log('Installing what the lock file says ...')
  // Not `npm ci`: it refuses a lock file that lacks the binaries of other platforms, and not every registry carries those.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
}
if (process.argv.includes('--build')) {
  console.log('Building ...')
  runScript('scripts/build.mjs', ['--logLevel', 'error'])
}
