import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { bundleHook } from '../../scripts/bundle-hook.mjs'
import type { HookWorld } from './hook-world.ts'

/** How a client calls the hook. A number among the pieces is a pause in milliseconds. */
export interface HookFeed {
  readonly event?: string
  readonly client?: string
  readonly pieces: readonly (string | number)[]
  readonly environment?: Record<string, string | undefined>
  readonly cwd?: string
  /** Leaves stdin open when everything was sent, as some clients do. */
  readonly staysOpen?: boolean
}

/** The hook as it is built, in a folder of its own. */
export class BundledHook {
  readonly folder = mkdtempSync(join(tmpdir(), 'mettle-bundled-hook-'))
  readonly file = join(this.folder, 'hook.cjs')

  async build(): Promise<this> {
    await bundleHook(this.folder)
    return this
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Starts it and feeds it; what it printed and how it ended. */
  async call(world: HookWorld, feed: HookFeed): Promise<{ stdout: string; code: number | null }> {
    const { client = 'auto', event, pieces, environment = {}, cwd = world.root, staysOpen = false } = feed
    const words = [this.file, '--client', client, ...(event === undefined ? [] : ['--event', event])]
    const env = { PATH: process.env.PATH, ...world.environment, ...environment }
    const hook = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'], cwd, env })
    const ended = Promise.all([once(hook, 'exit'), text(hook.stdout)])
    // A hook that has its answer does not read the rest.
    hook.stdin.on('error', () => undefined)
    for (const piece of pieces) {
      if (typeof piece === 'number') await wait(piece)
      else hook.stdin.write(piece)
    }
    if (!staysOpen) hook.stdin.end()
    const [[code], stdout] = await ended
    return { stdout, code }
  }
}

/** A payload of Claude Code. */
export function payloadOf(world: HookWorld, event: string, more: object): string {
  const common = { session_id: 's1', transcript_path: '/t.jsonl', cwd: world.root, hook_event_name: event }
  return JSON.stringify({ ...common, ...more })
}

/** The failures that hooks wrote down, which the next command takes in. */
export function failuresOf(world: HookWorld): { code: string; message: string }[] {
  const folder = join(world.environment.METTLE_HOME!, 'failures')
  let files: string[]
  try {
    files = readdirSync(folder)
  } catch {
    return []
  }
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
}
