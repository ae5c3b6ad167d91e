import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { claudeTranscript } from '../../src/edges/agents/transcripts/claude-code.ts'
import type { TranscriptItem } from '../../src/edges/agents/transcripts/transcript-reader.ts'

/** An event of a session, with the lines that the client had written until then. */
export interface Played extends TranscriptItem {
  readonly written: string
  /** What the agent had said until then, with line numbers from 0. */
  readonly said: readonly { readonly line: number; readonly text: string }[]
  /** The line that completed it, and for a step the one that began it. */
  readonly line: number
  readonly begun: number
}

/** The sessions of Claude Code in a folder, oldest first; the index of a session is that of its file. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** The sessions in one file, each with what happened in it in the order of time. */
export function recordedIn(path: string): { session: string; items: Played[] }[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const lines = text.split('\n')
  const records = lines.flatMap((line, at) => {
    try {
      return [{ at, record: JSON.parse(line) as Record<string, unknown> }]
    } catch {
      return []
    }
  })
  const named = records.flatMap(({ record }) => (typeof record.sessionId === 'string' ? [record.sessionId] : []))
  return [...new Set(named)].map((session) => {
    const reader = claudeTranscript({ session })
    const own = records.filter(({ record }) => record.sessionId === session)
    const read = [
      ...records.flatMap(({ record, at }) => reader.read(record, at).map((item) => ({ item, at }))),
      ...reader.rest().map((item) => ({ item, at: own.at(-1)!.at })),
    ].sort((a, b) => a.item.at - b.item.at)
    const begun = new Map(own.flatMap(({ at, record }) => blocksIn(record).map(({ id }) => [id, at] as const)))
    let from = 0
    const items = read.map(({ item, at }) => {
      const written = own.filter((one) => one.at >= from && one.at <= at)
      const said = written.flatMap((one) => saidIn(one.record).map((text) => ({ line: one.at, text })))
      from = Math.max(from, at + 1)
      const text = written.map((one) => `${lines[one.at]}\n`).join('')
      return { ...item, line: at, begun: begun.get(item.id) ?? at, said, written: text }
    })
    return { session, items }
  })
}

interface Block {
  readonly id?: string
  readonly text?: string
}

/** What a line holds: texts, and steps that the agent asks for. */
function blocksIn({ message }: Record<string, unknown>): Block[] {
  const { content } = (message ?? {}) as { content?: unknown }
  return Array.isArray(content) ? (content as Block[]) : []
}

function saidIn(record: Record<string, unknown>): string[] {
  return record.type === 'assistant' ? blocksIn(record).flatMap(({ text }) => text ?? []) : []
}
