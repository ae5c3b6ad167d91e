import { isBeforeStep } from '../agents/answers.ts'
import type { HookAnswer, HookCall } from '../agents/hook-call.ts'
import { readHookCall } from '../agents/read-hook-call.ts'
import { formOf } from './note-form.ts'
import { undecided } from './undecided.ts'

/** The object that opencode passes to a hook, to read or to change. */
export type HookInput = Record<string, unknown>

/** The state of an opencode session; a subagent is a session with a parent. */
interface Session {
  parent?: string | undefined
  agent?: string
  /** Began while the plugin was loaded; a resumed session has lost its system prompt. */
  isNew?: boolean
  start?: Promise<string>
  /** The agent's latest words. */
  said?: string
  /** Text from before a step, where opencode accepts none; it goes with the next result. */
  readonly held: string[]
}

/** The sessions of one opencode, which lives longer than any of them. */
export class OpencodeSessions {
  readonly #directory: string
  readonly #answer: OpencodeEnvironment['answer']
  readonly #sessions = new Map<string, Session>()
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(directory: string, answer: OpencodeEnvironment['answer']) {
    this.#directory = directory
    this.#answer = answer
  }

  of(id: string): Session {
    const known = this.#sessions.get(id) ?? { held: [] }
    this.#sessions.set(id, known)
    return known
  }

  async ask(event: string, id: string, given: HookInput): Promise<HookAnswer> {
    const call = readHookCall({ ...this.#place(id), ...given }, { client: 'opencode', event })
    if (call !== undefined) return this.#answer(call, formOf(given, 'opencode', event, call))
    if (isBeforeStep(event)) throw new Error('opencode names no tool')
    return {}
  }

  /** Our part of the system prompt. Computed once: a changing prompt is not cached. */
  start(id: string): Promise<string> {
    const session = this.of(id)
    const told = { reason: session.isNew ? 'startup' : 'clear' }
    session.start ??= this.ask('experimental.chat.system.transform', id, told).then(({ context }) => context ?? '')
    return session.start
  }

  /** Runs work that opencode does not wait for, but `end` does. Errors are swallowed, because opencode would exit on them. */
  later(event: string, id: string, given: HookInput): void {
    const work = this.ask(event, id, given)
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  /** Waits for pending work, and ends the sessions that people opened. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    const roots = [...this.#sessions].filter(([, { parent }]) => parent === undefined)
    await Promise.allSettled(roots.map(([id]) => this.ask('dispose', id, {})))
  }

  /** The session that a person opened, and the subagent in it, if any. */
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

/** A slash command of opencode; `$ARGUMENTS` stands for what the person typed behind it. */
export interface OpencodeCommand {
  readonly description: string
  readonly template: string
}

/** The plugin's dependencies. */
export interface OpencodeEnvironment {
  readonly directory: string
  /** Answers a call; `form` names what opencode sent. */
  readonly answer: (call: HookCall, form: string) => Promise<HookAnswer>
  readonly commands: Readonly<Record<string, OpencodeCommand>>
  /** The MCP server's command; undefined if Mettle is not set up or its command line is not found. */
  readonly server?: readonly string[] | undefined
}

/** The hooks of the opencode plugin. They answer by changing the objects passed in, and stop a step by throwing; no other error may reach opencode. */
export function opencodeHooks({ directory, answer, commands, server }: OpencodeEnvironment) {
  const sessions = new OpencodeSessions(directory, answer)
  return {
    config: quietly(async (config: { command?: Record<string, unknown>; mcp?: Record<string, unknown> }) => {
      config.command = { ...commands, ...config.command }
      if (server !== undefined)
        config.mcp = { mettle: { type: 'local', command: server, enabled: true }, ...config.mcp }
    }),
    event: quietly(async ({ event }: { event: { type: string; properties?: HookInput } }) => hear(sessions, event)),
    'experimental.chat.system.transform': quietly(async (input: HookInput, output: { system: string[] }) => {
      const id = idIn(input)
      const text = id === undefined ? '' : await sessions.start(id)
      if (text !== '') output.system.push(text)
    }),
    'chat.message': quietly((input: HookInput, output: { parts: HookInput[] }) => hearPrompt(sessions, input, output)),
    'experimental.text.complete': quietly(async (input: HookInput, output: { text: string }) => {
      const id = idIn(input)
      if (id !== undefined) sessions.of(id).said = output.text
    }),
    'tool.execute.before': quietly((input: HookInput, output: { args: HookInput }) =>
      beforeStep(sessions, input, output),
    ),
    'tool.execute.after': quietly((input: HookInput, output: HookInput) => afterStep(sessions, input, output)),
    dispose: quietly(() => sessions.end()),
  }
}

/** A step that may not be taken. */
class Stopped extends Error {}

function quietly<Words extends readonly unknown[]>(action: (...words: Words) => Promise<void>) {
  return async (...words: Words): Promise<void> => {
    try {
      await action(...words)
    } catch (error) {
      if (error instanceof Stopped) throw error
    }
  }
}

function hear(sessions: OpencodeSessions, { type, properties = {} }: { type: string; properties?: HookInput }): void {
  const info = properties.info as { id: string; parentID?: string } | undefined
  if (type === 'session.created' && info !== undefined)
    Object.assign(sessions.of(info.id), { isNew: true, parent: info.parentID })
  const id = idIn(properties)
  if (id === undefined) return
  const output = { text: sessions.of(id).said }
  if (type === 'session.idle' || (type === 'message.part.updated' && isBroken(properties.part)))
    sessions.later(type, id, { input: properties, output })
}

async function hearPrompt(sessions: OpencodeSessions, input: HookInput, output: { parts: HookInput[] }) {
  const id = idIn(input)
  if (id === undefined) return
  if (typeof input.agent === 'string') sessions.of(id).agent = input.agent
  // The session begins before its first prompt, though opencode makes the system prompt afterwards.
  await sessions.start(id)
  const { context } = await sessions.ask('chat.message', id, { input, output })
  const last = output.parts.at(-1)
  if (context === undefined || last === undefined) return
  const { sessionID, messageID } = last
  // opencode sorts parts by id.
  output.parts.push({ id: `${last.id}m`, sessionID, messageID, type: 'text', synthetic: true, text: context })
}

/** Also stops a step about which nothing could be decided. */
async function beforeStep(sessions: OpencodeSessions, input: HookInput, output: { args: HookInput }) {
  const id = idIn(input) ?? 'unknown'
  const asked = sessions.ask('tool.execute.before', id, { input, output })
  const { gate, task, context } = await asked.catch((error) => ({ gate: undecided(error) }) as HookAnswer)
  if (gate !== undefined) throw new Stopped(gate.reason)
  if (task !== undefined) output.args.prompt = task
  if (context !== undefined) sessions.of(id).held.push(context)
}

async function afterStep(sessions: OpencodeSessions, input: HookInput, output: HookInput): Promise<void> {
  const id = idIn(input)
  if (id === undefined) return
  const { context = '' } = await sessions.ask('tool.execute.after', id, { input, output })
  const text = [...sessions.of(id).held.splice(0), context].filter((part) => part !== '').join('\n')
  // An MCP tool's result has text blocks, any other tool's a string.
  if (text === '') return
  if (typeof output.output === 'string') output.output += `\n\n${text}`
  else if (Array.isArray(output.content)) output.content.push({ type: 'text', text })
}

function idIn(given: HookInput): string | undefined {
  const id = given.sessionID ?? (given.part as HookInput | undefined)?.sessionID
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** A tool that threw. */
function isBroken(part: unknown): boolean {
  const { type, state } = (part ?? {}) as { type?: string; state?: { status?: string } }
  return type === 'tool' && state?.status === 'error'
}
