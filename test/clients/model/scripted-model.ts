import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import { responses } from './responses.ts'
import type { Message, Turn, Wire } from './wire.ts'

/** What is said in answer to a prompt that carries the script's marker, turn by turn. */
export type Script = readonly (Turn | ((request: string) => Turn))[]

type Scripts = Readonly<Record<string, Script>>

export interface ModelRequest {
  readonly path: string
  readonly body: string
  /** The script it was answered from; absent for titles and the like. */
  readonly script?: string
  /** How many turns the agent had taken since the prompt. */
  readonly turn?: number
}

const WIRES: readonly Wire[] = [anthropic, responses, chat, gemini]
const NOTHING_MORE: Turn = { say: 'Nothing more to do.' }

/** A marker in a prompt chooses the script that answers it. */
export const markerOf = (script: string) => `(script ${script})`

/**
 * A model on loopback that says what the scripts say. It remembers nothing: which script and which turn follow from
 * the request alone, so that clients may ask in any order, twice, or from several subagents at once.
 */
export async function startScriptedModel() {
  let scripts: Scripts = {}
  let requests: ModelRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const body = await textOf(incoming)
    const wire = WIRES.find((candidate) => candidate.serves(path))
    const chosen = wire === undefined || body === '' ? undefined : choose(wire, body, scripts)
    requests.push({ path, body, ...chosen?.place })
    if (wire === undefined) return refuse(outgoing)
    const id = String(requests.length).padStart(24, '0')
    const stream = wire.stream(chosen?.turn ?? NOTHING_MORE, id)
    const isWhole = wire.isWhole?.(path) ?? false
    outgoing.writeHead(200, { 'content-type': isWhole ? 'application/json' : 'text/event-stream' })
    outgoing.end(isWhole ? stream.replace(/^data: /, '') : stream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on these scripts are followed; gives what will be asked. */
    play: (next: Scripts): readonly ModelRequest[] => {
      scripts = next
      requests = []
      return requests
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Titles and summaries that Codex, Claude Code and Copilot CLI ask for with tools all the same. */
const ASIDE = /Do not answer the request\.\\n\\nUser prompt:|do not call any tools/i

function choose(wire: Wire, body: string, scripts: Scripts) {
  const parsed = JSON.parse(body) as never
  if (!wire.hasTools(parsed)) return undefined
  const messages = wire.messages(parsed)
  if (ASIDE.test(messages.at(-1)?.text ?? '')) return undefined
  const place = placeOf(messages, Object.keys(scripts))
  if (place === undefined) return undefined
  const next = scripts[place.script]?.[place.turn] ?? NOTHING_MORE
  return { place, turn: typeof next === 'function' ? next(body) : next }
}

/** The script whose marker comes last, and the agent's turns since: an earlier prompt's marker stays in the history. */
function placeOf(messages: readonly Message[], names: readonly string[]) {
  const at = messages.findLastIndex(({ by, text }) => by === 'other' && lastMarker(text, names) !== undefined)
  if (at < 0) return undefined
  const turn = messages.slice(at).filter(({ by }) => by === 'agent').length
  return { script: lastMarker(messages[at]!.text, names)!, turn }
}

function lastMarker(text: string, names: readonly string[]): string | undefined {
  const found = names.map((name) => ({ name, at: text.lastIndexOf(markerOf(name)) }))
  return found.filter(({ at }) => at >= 0).sort((a, b) => b.at - a.at)[0]?.name
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not served"}}')
}
