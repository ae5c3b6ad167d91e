import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { estimateTokens } from '../../src/engine/text/tokens.ts'
import type { Session } from './sessions.ts'

/** When a memory may be queried: at a session's start, at a prompt, or before a step. */
export interface Moment {
  readonly kind: 'start' | 'prompt' | 'step'
  readonly session: string
  /** The prompt, or the command or file of the step; empty at a start. */
  readonly text: string
}

/**
 * A memory to compare. `observe` gets a session after it ended, never before; `recall` is called in the order of later sessions. It answers with lines, best
 * first; those within the budget stay in front of the agent for the rest of the session.
 */
export interface Memory {
  readonly name: string
  observe(session: Session): Promise<void>
  recall(moment: Moment, budget: number): Promise<readonly string[]>
  close(): Promise<void>
}

/** Tokens per query, by default Mettle's: at a start, with a prompt, before a step. */
export const BUDGETS: Readonly<Record<Moment['kind'], number>> = { start: 600, prompt: 400, step: 300 }

const nothing = async () => {}

export const noMemory: Memory = {
  name: 'no memory',
  observe: nothing,
  recall: async () => [],
  close: nothing,
}

const MOST_LINES = 5
const LONGEST_LINE = 240

/** Plain BM25 over everything that was typed, run, printed and said, a line for each. */
export function bm25(most = MOST_LINES): Memory {
  const lines: { readonly text: string; readonly length: number }[] = []
  const holders = new Map<string, { readonly line: number; times: number }[]>()
  let length = 0

  const put = (text: string) => {
    const words = wordsIn(text)
    for (const word of words) {
      const held = holders.get(word) ?? []
      if (held.at(-1)?.line === lines.length) held.at(-1)!.times += 1
      else held.push({ line: lines.length, times: 1 })
      holders.set(word, held)
    }
    lines.push({ text, length: words.length })
    length += words.length
  }

  const search = (question: string): string[] => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsIn(question))) {
      const held = holders.get(word) ?? []
      const rarity = Math.log(1 + (lines.length - held.length + 0.5) / (held.length + 0.5))
      for (const { line, times } of held) {
        const stretch = (lines[line]!.length * lines.length) / length
        const weight = (times * 2.2) / (times + 1.2 * (0.25 + 0.75 * stretch))
        scores.set(line, (scores.get(line) ?? 0) + rarity * weight)
      }
    }
    const best = [...scores].sort(([a, one], [b, other]) => other - one || a - b).slice(0, most)
    return best.map(([line]) => around(lines[line]!.text, question))
  }

  return {
    name: most === 1 ? 'BM25, the best line' : 'BM25 over the transcripts',
    observe: async ({ items }) => {
      for (const { call } of items) {
        const { tool, prompt, said } = call
        const step = `${tool?.command ?? tool?.files?.join(' ') ?? ''} => ${tool?.output ?? ''}`
        const text = (prompt ?? said ?? step).replace(/\s+/g, ' ').trim()
        if (text.length >= 20) put(text)
      }
    },
    recall: async ({ text }) => search(text),
    close: nothing,
  }
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
}

/** The part of a long line with the most search words. */
function around(line: string, asked: string): string {
  if (line.length <= LONGEST_LINE) return line
  const words = new Set(asked.toLowerCase().match(/\w{3,}/g) ?? [])
  const starts = Array.from({ length: Math.ceil(line.length / 80) }, (_, at) => at * 80)
  const held = (start: number) =>
    (
      line
        .slice(start, start + LONGEST_LINE)
        .toLowerCase()
        .match(/\w{3,}/g) ?? []
    ).filter((word) => words.has(word)).length
  const best = starts.reduce((most, start) => (held(start) > held(most) ? start : most), 0)
  return line.slice(best, best + LONGEST_LINE)
}

/**
 * A memory behind a program: it reads one JSON object a line, `{"observe": session}` or `{"recall": moment, "budget": tokens}`, and answers each with one line:
 * anything for `observe`, a JSON list of texts for `recall`. No shell is involved; words are split at blanks.
 */
export function commandMemory(name: string, command: string): Memory {
  const [program, ...words] = command.split(/\s+/)
  const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (question: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify(question)}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error(`the memory '${name}' ended without an answer`)
    return value
  }
  return {
    name,
    observe: async (session) => {
      await ask({ observe: session })
    },
    recall: async (moment, budget) => JSON.parse(await ask({ recall: moment, budget })) as string[],
    close: async () => {
      child.stdin.end()
    },
  }
}

/** The first lines that fit into a budget together. */
export function within(lines: readonly string[], budget: number): { lines: string[]; tokens: number } {
  const kept: string[] = []
  let tokens = 0
  for (const line of lines) {
    const cost = estimateTokens(line)
    if (tokens + cost > budget) break
    kept.push(line)
    tokens += cost
  }
  return { lines: kept, tokens }
}
