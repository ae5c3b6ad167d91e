import { isBeforeStep } from '../agents/answers.ts'
import type { HookAnswer, HookCall } from '../agents/hook-call.ts'
import { readHookCall } from '../agents/read-hook-call.ts'

/** What opencode hands to a hook: an object of its own, to read or to change. */
export type HookInput = Record<string, unknown>

/** What is known of a session of opencode; a subagent is a session with a parent. */
interface Session {
  parent?: string | undefined
  agent?: string
  /** Begun while the plugin was there; one that was resumed has lost its system prompt. */
  isNew?: boolean
  start?: Promise<string>
  /** The agent's latest words. */
  said?: string
  /** Said before a step, where opencode lets no one speak; it goes with the next result. */
  readonly held: string[]
}

/** The sessions of one opencode, which lives longer than any of them. */
export class OpencodeSessions {
  readonly #directory: string
  readonly #answer: (call: HookCall) => Promise<HookAnswer>
  readonly #sessions = new Map<string, Session>()
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(directory: string, answer: (call: HookCall) => Promise<HookAnswer>) {
    this.#directory = directory
    this.#answer = answer
  }

  of(id: string): Session {
    const known = this.#sessions.get(id) ?? { held: [] }
    this.#sessions.set(id, known)
    return known
  }

  async ask(event: string, id: string, told: HookInput): Promise<HookAnswer> {
    const call = readHookCall({ ...this.#place(id), ...told }, { client: 'opencode', event })
    if (call !== undefined) return this.#answer(call)
    if (isBeforeStep(event)) throw new Error('opencode names no tool')
    return {}
  }

  /** What the system prompt has from us. It is asked for once: a prompt that changes is not cached. */
  start(id: string): Promise<string> {
    const session = this.of(id)
    const told = { reason: session.isNew ? 'startup' : 'clear' }
    session.start ??= this.ask('experimental.chat.system.transform', id, told).then(
      ({ context }) => context ?? '',
    )
    return session.start
  }

  /** Does what opencode does not wait for; `end` does. Nobody hears of what goes wrong, for opencode would end over it. */
  later(event: string, id: string, told: HookInput): void {
    const work = this.ask(event, id, told)
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  /** Waits for what is under way, and ends the sessions that people opened. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    const roots = [...this.#sessions].filter(([, { parent }]) => parent === undefined)
    await Promise.allSettled(roots.map(([id]) => this.ask('dispose', id, {})))
  }

  /** The session that a person opened, and the subagent in it where this is one. */
  #place(id: string): HookInput {
    let root = id
    for (let parent = this.#parent(id); parent !== undefined; parent = this.#parent(root)) root = parent
    const type = this.#sessions.get(id)?.agent ?? 'subagent'
    return { directory: this.#directory, session: root, ...(root !== id && { agent: { id, type } }) }
  }

  #parent(id: string): string | undefined {
    return this.#sessions.get(id)?.parent
  }
}
