import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HookAnswer, HookCall, ToolStep } from '../../src/edges/agents/hook-call.ts'
import { answerCall } from '../../src/edges/hook/entry/answer-hook.ts'
// The time of a hook runs while its moment is loaded; compiling one from source on a busy machine takes all of it.
import '../../src/machine/config/hook-settings.ts'
import '../../src/edges/hook/moments/after-tool.ts'
import '../../src/edges/hook/moments/before-tool.ts'
import '../../src/edges/hook/moments/prompt.ts'
import '../../src/edges/hook/moments/session-end.ts'
import '../../src/edges/hook/moments/session-start.ts'
import '../../src/edges/hook/moments/subagent-spawn.ts'
import '../../src/edges/hook/moments/subagent-start.ts'
import '../../src/edges/hook/moments/turn-end.ts'
import '../../src/edges/hook/read-step-end.ts'
import '../../src/edges/hook/show-for-tool.ts'
import '../../src/edges/hook/stop-step.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import { initRepository } from '../repositories/repository.ts'

export const NOW = Date.UTC(2026, 0, 10, 12)

/** A repository with a journal in a folder of its own, and hooks that are called in it. No process is started. */
export class HookWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'mettle-hook-'))
  readonly root = join(this.folder, 'repository')
  /** Where hooks read and write. */
  readonly hooks = join(this.root, '.git', 'mettle')
  readonly environment: Record<string, string> = {
    METTLE_HOME: join(this.folder, 'home'),
    METTLE_HOOK_LEARN: 'false',
    // What is tried is what hooks say, not how soon.
    METTLE_HOOK_DEADLINE_MS: '10000',
    METTLE_HOLDOUT_SHARE: '0',
    METTLE_INJECT_EMBEDDINGS: 'false',
  }
  now = NOW

  constructor(settings: Record<string, string> = {}) {
    Object.assign(this.environment, settings)
    mkdirSync(this.root)
    initRepository(this.root)
    mkdirSync(join(this.hooks, 'spool'), { recursive: true })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Opens the journal, does something, and closes it, as a command does. */
  async command<T>(work: (mettle: Mettle) => Promise<T>, flags: readonly string[] = []): Promise<T> {
    const { root: cwd, environment } = this
    const mettle = await openMettle({ cwd, environment, flags, create: true, now: () => this.now })
    try {
      return await work(mettle)
    } finally {
      await mettle.close()
    }
  }

  /** Makes patterns of some texts, for everyone or whom they name; their ids, in order. */
  know(...patterns: readonly (string | { readonly text: string; readonly appliesTo: readonly string[] })[]) {
    return this.command(async (mettle) => {
      const ids: string[] = []
      for (const one of patterns) {
        const { text, appliesTo } = typeof one === 'string' ? { text: one, appliesTo: ['*'] } : one
        const { pattern, reason } = await mettle.storePattern({ role: 'builder', text, appliesTo })
        if (pattern === undefined) throw new Error(reason)
        ids.push(pattern)
      }
      return ids
    })
  }

  call(call: Partial<HookCall> & Pick<HookCall, 'moment'>): Promise<HookAnswer> {
    this.now += 1
    const whole = { client: 'claude-code', event: 'x', session: 's1', cwd: this.root, ...call } as const
    return answerCall(whole, { environment: this.environment, now: this.now })
  }

  /** What hooks left and nobody has taken in. */
  spooled(): { type: string; payload: Record<string, unknown> }[] {
    const folder = join(this.hooks, 'spool')
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    return files.sort().flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  }
}

export function shell(command: string, more: Partial<ToolStep> = {}): ToolStep {
  return { call: 'c1', name: 'Bash', kind: 'shell', command, input: { command }, ...more }
}
