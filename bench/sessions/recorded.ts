import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { claudeTranscript } from '../../src/edges/agents/transcripts/claude-code.ts'
import type { TranscriptItem } from '../../src/edges/agents/transcripts/transcript-reader.ts'

/** What happened in a session, with the lines that the client had written by then. */
export interface Played extends TranscriptItem {
  readonly written: string
  /** The line of the file, from 0, that completed it. */
  readonly line: number
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
    let from = 0
    const items = read.map(({ item, at }) => {
      const written = own.filter((one) => one.at >= from && one.at <= at).map((one) => `${lines[one.at]}\n`)
      from = Math.max(from, at + 1)
      return { ...item, line: at, written: written.join('') }
    })
    return { session, items }
  })
}

/** What the agent said, in lines of its client's record; each message by itself. */
export function saidIn(written: string): string[] {
  return written.split('\n').flatMap((line) => {
    if (!line.includes('"assistant"')) return []
    const { content } = (JSON.parse(line) as { message?: { content?: unknown } }).message ?? {}
    const texts = Array.isArray(content) ? (content as { text?: string }[]) : []
    return texts.flatMap(({ text }) => text ?? [])
  })
}
