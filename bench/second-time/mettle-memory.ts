import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ruleOf } from '../../src/domain/pattern-pull.ts'
import type { HookAnswer, HookCall } from '../../src/edges/agents/hook-call.ts'
import { answerCall } from '../../src/edges/hook/entry/answer-hook.ts'
import { openMettle } from '../../src/open.ts'
import { type Answer, Answering } from '../sessions/answers.ts'
import type { Memory } from './memory.ts'
import type { Item, Session } from './sessions.ts'

/** A lesson as shown to an agent: `- [new] text (id)`, or `- text` for people's rules. */
const LINE = /^- /
/** So much of a text tells it from others. */
const ENOUGH = 60
const ASKED = /record one sentence/

/**
 * Mettle through its real entry points: each event is a hook call, each session ends as its client would end it, and learning uses the command that clients start. The holdout
 * is off, so that two runs show the same.
 */
export class MettleMemory implements Memory {
  readonly name: string
  readonly #answers: readonly Answer[]
  readonly #folder = mkdtempSync(join(tmpdir(), 'mettle-second-time-'))
  readonly #root = join(this.#folder, 'repository')
  readonly #environment: Record<string, string> = {
    HOME: join(this.#folder, 'home'),
    METTLE_HOME: join(this.#folder, 'home', 'mettle'),
    METTLE_HOOK_LEARN: 'false',
    METTLE_HOOK_DEADLINE_MS: '60000',
    METTLE_HOLDOUT_SHARE: '0',
    METTLE_HOLDOUT_RUN_SHARE: '0',
  }
  #answering = new Answering([], [])
  /** How often the agent was asked for a lesson. */
  asks = 0
  #confirmed: readonly string[] = []

  /** With answers, the agent says those of readers who played it. */
  constructor(answers: readonly Answer[]) {
    this.name = answers.length > 0 ? 'Mettle, asks answered by readers' : 'Mettle, asks unanswered'
    this.#answers = answers
    mkdirSync(this.#root, { recursive: true })
    execFileSync('git', ['init', '-q', this.#root])
    mkdirSync(join(this.#root, '.git', 'mettle', 'spool'), { recursive: true })
  }

  /** The lines that are shown when a session begins. */
  async start({ id, items }: Session): Promise<readonly string[]> {
    const [first] = items
    const files = new Set(items.map(({ place }) => place?.file ?? -1))
    this.#answering = new Answering(this.#answers, [...files])
    return linesIn(await this.#call({ ...first!.call, session: id, moment: 'session-start' }, first!.at - 1))
  }

  /** The lines that are shown before something happens; then it happens. */
  async play(item: Item): Promise<readonly string[]> {
    const { call, at } = item
    if (call.moment === 'after-tool') return this.#step(item)
    const lines = call.moment === 'turn-end' ? this.#answering.lines(item.place) : ''
    const said = lines === '' ? call.said : `${call.said ?? ''}${lines}`
    const answer = await this.#call({ ...call, ...(said === undefined ? {} : { said }) }, at)
    this.#notice(answer)
    return linesIn(answer)
  }

  async #step(item: Item): Promise<readonly string[]> {
    const { call, at } = item
    const { ended, exitCode, output, durationMs, ...tool } = call.tool!
    const before = await this.#call({ ...call, moment: 'before-tool', tool }, at - 1)
    this.#notice(await this.#call(call, at))
    return linesIn(before)
  }

  #notice({ context = '' }: HookAnswer): void {
    if (!ASKED.test(context)) return
    this.asks += 1
    this.#answering.ask()
  }

  async observe({ id, items }: Session): Promise<void> {
    const at = items.at(-1)!.at + 1
    const said = this.#answering.lines()
    if (said !== '') await this.#call({ ...items.at(-1)!.call, session: id, moment: 'turn-end', said }, at)
    await this.#call({ ...items.at(-1)!.call, session: id, moment: 'session-end' }, at)
    const mettle = await openMettle({
      cwd: this.#root,
      environment: this.#environment,
      create: true,
      now: () => at + 1,
    })
    try {
      await mettle.settleSession({ run: id })
      await mettle.keepPrecomputed()
    } finally {
      await mettle.close()
    }
  }

  /** The texts of all that may be shown, newest first. */
  async newest(): Promise<readonly string[]> {
    const mettle = await openMettle({ cwd: this.#root, environment: this.#environment, create: true })
    try {
      const patterns = await mettle.patterns({ limit: 500 })
      const shown = patterns.map(({ pattern }) => pattern).filter(({ quarantined }) => !quarantined)
      const confirmed = shown.filter((pattern) => pattern.contexts.length > 1 || ruleOf(pattern) !== undefined)
      this.#confirmed = confirmed.map(({ text }) => text.slice(0, ENOUGH))
      return shown.sort((a, b) => b.firstSeenAt - a.firstSeenAt || (a.text < b.text ? -1 : 1)).map(({ text }) => text)
    } finally {
      await mettle.close()
    }
  }

  /** Whether what a line says came back, or a person made it a rule, before this session began. */
  isConfirmed(line: string): boolean {
    return this.#confirmed.some((text) => line.includes(text))
  }

  recall(): Promise<readonly string[]> {
    throw new Error('Mettle is played item by item')
  }

  async close(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }

  #call(call: HookCall, now: number): Promise<HookAnswer> {
    const here = (file: string) => join(this.#root, relative(call.cwd || '/', file).replace(/^(?:\.\.\/)+/, ''))
    const tool = call.tool?.files === undefined ? call.tool : { ...call.tool, files: call.tool.files.map(here) }
    return answerCall({ ...call, tool, cwd: this.#root }, { environment: this.#environment, now })
  }
}

function linesIn({ context = '' }: HookAnswer): string[] {
  return context.split('\n').filter((line) => LINE.test(line))
}
