// Installs the agent clients that test/clients runs, each in a folder of its own under clients/node_modules, without
// running a script of theirs. One that cannot be installed is told with the reason and does not stop the others.
// `--only claude-code,codex` leaves the rest alone.
import './quiet-pipe.mjs'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { absence, CLIENTS, type ClientName, folderOf, pinned, startOf } from '../test/clients/installed.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only === undefined ? CLIENTS : values.only.split(',').map(known)

for (const [index, client] of wanted.entries()) {
  const { name, version } = pinned(client)
  const wasThere = absence(client) === undefined
  process.stdout.write(`${index + 1}/${wanted.length}  ${client} (${name} ${version}) ... `)
  const startedAt = Date.now()
  const trouble = (wasThere ? undefined : install(client)) ?? absence(client) ?? refusal(client)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(trouble ?? (wasThere ? 'there already' : `installed in ${seconds} s`))
  if (trouble !== undefined) rmSync(folderOf(client), { recursive: true, force: true })
}

const running = CLIENTS.filter((client) => absence(client) === undefined)
console.log(`${running.length} of ${CLIENTS.length} clients can be run: ${running.join(', ') || 'none'}`)

function known(name: string): ClientName {
  const found = CLIENTS.find((client) => client === name)
  if (found !== undefined) return found
  console.error(`There is no client called ${name}; these are: ${CLIENTS.join(', ')}`)
  process.exit(2)
}

/** Undefined on success, else npm's last output. */
function install(client: ClientName): string | undefined {
  const { name, version } = pinned(client)
  const folder = folderOf(client)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  return trouble('npm', ['install', ...quiet, `${name}@${version}`], folder)
}

/** Why an installed program does not run on this machine: it is started with --version, in an empty home. */
function refusal(client: ClientName): string | undefined {
  const home = mkdtempSync(join(tmpdir(), 'mettle-client-'))
  const [program, ...before] = startOf(client)
  const said = trouble(program, [...before, '--version'], home)
  rmSync(home, { recursive: true, force: true })
  return said
}

function trouble(program: string, args: readonly string[], cwd: string): string | undefined {
  const shell = process.platform === 'win32'
  const environment = program === 'npm' ? process.env : { PATH: process.env.PATH, HOME: cwd }
  const { status, error, stderr } = spawnSync(program, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
    shell,
  })
  if (status === 0) return undefined
  return `FAILED: ${(error?.message ?? stderr).trim().split('\n').slice(0, 4).join(' ') || `exit ${status}`}`
}
