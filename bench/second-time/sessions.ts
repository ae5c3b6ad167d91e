import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { claudeTranscript } from '../../src/edges/agents/transcripts/claude-code.ts'
import { codexTranscript } from '../../src/edges/agents/transcripts/codex.ts'
import type { TranscriptItem, TranscriptReader } from '../../src/edges/agents/transcripts/transcript-reader.ts'
import type { FilePlace } from '../sessions/answers.ts'
import { aiderSessions, specstorySession } from './markdown.ts'

/** One session of a repository, as hooks of its client would have reported it. */
export interface Session {
  readonly id: string
  readonly items: readonly Item[]
}

/** What happened, and where the record of it ends, where lines of it are told apart. */
export interface Item extends TranscriptItem {
  readonly place?: FilePlace
}

type Line = Readonly<Record<string, unknown>>

/** All sessions in the files of a folder, oldest first: `.jsonl` of Claude Code or Codex, `.md` of SpecStory or aider, plain or gzipped. */
export function sessionsIn(folder: string): Session[] {
  const sessions = filesIn(folder).flatMap((path, file) => {
    const bytes = readFileSync(path)
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    return readHistory(basename(path), text, file)
  })
  return joined(sessions).sort((a, b) => a.items[0]!.at - b.items[0]!.at || (a.id < b.id ? -1 : 1))
}

/** The sessions in one file, told by its name and its first lines. */
export function readHistory(name: string, text: string, file = 0): Session[] {
  if (/\.md(?:\.gz)?$/.test(name))
    return text.includes('# aider chat started at') ? aiderSessions(text) : specstorySession(name, text)
  const lines = text.split('\n').map(parsed)
  const meta = lines.find(({ type }) => type === 'session_meta')?.payload as Line | undefined
  if (meta !== undefined) {
    const id = String(meta.id ?? meta.session_id)
    return [{ id, items: itemsOf(lines, codexTranscript({ session: id }), file) }]
  }
  const ids = new Set(lines.flatMap(({ sessionId }) => (typeof sessionId === 'string' ? [sessionId] : [])))
  return [...ids].map((id) => ({ id, items: itemsOf(lines, claudeTranscript({ session: id }), file) }))
}

function itemsOf(lines: readonly Line[], reader: TranscriptReader, file: number): Item[] {
  const read = lines.flatMap((line, at) =>
    reader.read(line, at).map((item) => ({ ...item, place: { file, line: at } })),
  )
  const rest = reader.rest().map((item) => ({ ...item, place: { file, line: lines.length } }))
  return [...read, ...rest].sort((a, b) => a.at - b.at)
}

/** A line that was torn says nothing, and is counted. */
function parsed(line: string): Line {
  try {
    return JSON.parse(line) as Line
  } catch {
    return {}
  }
}

/** A session that goes on in another file is one session. */
function joined(sessions: readonly Session[]): Session[] {
  const byId = new Map<string, Item[]>()
  for (const { id, items } of sessions) byId.set(id, [...(byId.get(id) ?? []), ...items])
  return [...byId].flatMap(([id, items]) => {
    const once = new Map(items.map((item) => [`${item.id}/${item.call.moment}`, item]))
    return once.size === 0 ? [] : [{ id, items: [...once.values()].sort((a, b) => a.at - b.at) }]
  })
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  if (statSync(folder).isFile()) return [folder]
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:jsonl|md)(?:\.gz)?$/.test(name) && !/(?:^|[\\/])README\.md$/i.test(name))
    .sort()
    .map((name) => join(folder, name))
}
