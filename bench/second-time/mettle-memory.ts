import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { HookAnswer, HookCall } from '../../src/edges/agents/hook-call.ts'
import type { TranscriptItem } from '../../src/edges/agents/transcripts/transcript-reader.ts'
import { answerCall } from '../../src/edges/hook/entry/answer-hook.ts'
import { openMettle } from '../../src/open.ts'
import type { Memory } from './memory.ts'
import { messagesIn, programOf } from './mistakes.ts'
import type { Session } from './sessions.ts'

/** What an agent is shown as a lesson: `- [new] text (id)`, and `- text` under the rules of people. */
const LINE = /^- /
const ASKED = /record one sentence/

/**
 * Mettle through its own doors: each moment is a call of its hook, each session ends as its client would end it, and what follows is learned by the command that clients start.
 * The hold-out is off, so that two runs show the same.
 */
export class MettleMemory implements Memory {
  readonly name: string
  readonly #answers: boolean
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
  #asked: TranscriptItem | undefined
  #failed: HookCall['tool'][] = []
  /** How often the agent was asked for a lesson. */
  asks = 0

  /** With `answers`, a stand-in for the agent words a lesson whenever it is asked for one. */
  constructor({ answers }: { readonly answers: boolean }) {
    this.name = answers ? 'Mettle, asks answered' : 'Mettle, asks unanswered'
    this.#answers = answers
    mkdirSync(this.#root, { recursive: true })
    execFileSync('git', ['init', '-q', this.#root])
    mkdirSync(join(this.#root, '.git', 'mettle', 'spool'), { recursive: true })
  }

  /** The lines that are shown when a session begins. */
  async start({ id, items }: Session): Promise<readonly string[]> {
    const [first] = items
    this.#asked = undefined
    this.#failed = []
    return linesIn(await this.#call({ ...first!.call, session: id, moment: 'session-start' }, first!.at - 1))
  }

  /** The lines that are shown before something happens; then it happens. */
  async play(item: TranscriptItem): Promise<readonly string[]> {
    const { call, at } = item
    if (call.moment === 'after-tool') return this.#step(item)
    const isAnswer = call.moment === 'turn-end' && this.#asked !== undefined
    const lesson = isAnswer ? lessonFrom(this.#asked!, this.#failed) : undefined
    if (isAnswer) this.#asked = undefined
    const said = lesson === undefined ? call.said : `${call.said ?? ''}\n\nLesson: ${lesson}`
    const answer = await this.#call({ ...call, ...(said === undefined ? {} : { said }) }, at)
    this.#notice(answer, item)
    return linesIn(answer)
  }

  async #step(item: TranscriptItem): Promise<readonly string[]> {
    const { call, at } = item
    const { ended, exitCode, output, durationMs, ...tool } = call.tool!
    const before = await this.#call({ ...call, moment: 'before-tool', tool }, at - 1)
    if (ended === 'failed') this.#failed.push(call.tool)
    this.#notice(await this.#call(call, at), item)
    return linesIn(before)
  }

  #notice({ context = '' }: HookAnswer, item: TranscriptItem): void {
    if (!ASKED.test(context)) return
    this.asks += 1
    if (this.#answers) this.#asked = item
  }

  async observe({ id, items }: Session): Promise<void> {
    const at = items.at(-1)!.at + 1
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
      return shown.sort((a, b) => b.firstSeenAt - a.firstSeenAt || (a.text < b.text ? -1 : 1)).map(({ text }) => text)
    } finally {
      await mettle.close()
    }
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

const LONGEST_LESSON = 220

/**
 * What an agent without any wit would record when it is asked: the words of the person, or what failed and what passed then. It knows the session so far, and neither what
 * will come back nor how lessons are judged.
 */
function lessonFrom({ call }: TranscriptItem, failed: readonly HookCall['tool'][]): string | undefined {
  const { prompt, tool } = call
  const words =
    prompt ?? (tool?.ended === 'denied' ? /the user said:\s*([\s\S]+)/i.exec(tool.output ?? '')?.[1] : undefined)
  if (words !== undefined) return cut(words)
  if (tool?.command === undefined) return undefined
  const program = programOf(tool.command).split(' ')[0]
  const last = failed.findLast((one) => programOf(one?.command ?? '').split(' ')[0] === program)
  const [message = 'an error'] = messagesIn(last?.output ?? '')
  return last === undefined
    ? undefined
    : cut(`\`${cut(last.command ?? '', 80)}\` fails with ${message}; \`${cut(tool.command, 80)}\` works.`)
}

function cut(text: string, most = LONGEST_LESSON): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most)}…`
}
