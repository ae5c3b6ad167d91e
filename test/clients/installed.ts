import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../clients/package.json' with { type: 'json' }

const { platform, arch } = process

/**
 * What starts each client, seen from its `node_modules`. No install script runs, and some of them put the program in
 * place; so a program that its package hides behind such a script is named where the package for this machine has it.
 */
const STARTS = {
  'claude-code': ['@anthropic-ai/claude-code', `@anthropic-ai/claude-code-${platform}-${arch}/claude`],
  codex: ['@openai/codex', '@openai/codex/bin/codex.js'],
  copilot: ['@github/copilot', '@github/copilot/npm-loader.js'],
  gemini: ['@google/gemini-cli', '@google/gemini-cli/bundle/gemini.js'],
  opencode: ['opencode-ai', `opencode-${platform}-${arch}/bin/opencode`],
} as const

export type ClientName = keyof typeof STARTS

export const CLIENTS = Object.keys(STARTS) as readonly ClientName[]

const root = fileURLToPath(new URL('../../clients/node_modules/', import.meta.url))

/** Each client has a folder of its own, so that one which cannot be installed leaves the others alone. */
export const folderOf = (client: ClientName) => join(root, client)

export function pinned(client: ClientName) {
  const [name] = STARTS[client]
  return { name, version: manifest.dependencies[name] }
}

/** The words before the client's own arguments; scripts are run by this very Node. */
export function startOf(client: ClientName): readonly [string, ...string[]] {
  const program = join(folderOf(client), 'node_modules', STARTS[client][1])
  return program.endsWith('.js') ? [process.execPath, program] : [program]
}

/** Why a client cannot be run; nothing if it can. */
export function absence(client: ClientName): string | undefined {
  const { name, version } = pinned(client)
  const there = installedVersion(client)
  if (there === undefined) return 'not installed; npm run clients:install fetches it'
  if (there !== version) return `${name} is ${there}, the tests are written for ${version}`
  const program = startOf(client).at(-1)!
  return existsSync(program) ? undefined : `it has no program for ${platform}-${arch}`
}

/** npm writes this file last, so a broken install does not have it. */
function installedVersion(client: ClientName): string | undefined {
  const lock = join(folderOf(client), 'node_modules', '.package-lock.json')
  if (!existsSync(lock)) return undefined
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return packages[`node_modules/${pinned(client).name}`]?.version
}
