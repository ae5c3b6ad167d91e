import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { present } from '../../domain/sets.ts'
import { type Payload, recordInLine, textOf } from '../../edges/agents/payload.ts'
import { type OpencodeMessage, opencodeItems } from '../../edges/agents/transcripts/opencode.ts'
import type { TranscriptItem } from '../../edges/agents/transcripts/transcript-reader.ts'
import { filesOf } from '../files/files-of.ts'
import { readRegularText } from '../files/regular-file.ts'
import { foldersOf, type TranscriptFile } from './transcript-places.ts'

const MOST_MESSAGES = 20_000

export interface ReadDatabase {
  prepare(sql: string): {
    all(...parameters: (string | number | null)[]): Record<string, string | number | null>[]
  }
  close(): void
}

export type OpenDatabase = (path: string) => ReadDatabase

interface Storage {
  /** A subagent is a session with a parent. */
  sessions(): readonly { readonly id: string; readonly parent?: string | undefined; readonly directory: string }[]
  /** A session's messages that changed since a time. */
  messages(session: string, since: number): readonly OpencodeMessage[]
}

/** The messages of a session and its subagents that changed since a time, from `opencode.db` or the JSON folder of older versions, opened read-only. Undefined if it does not know the session. */
export function opencodeSession(
  file: TranscriptFile,
  since: number,
  open: OpenDatabase,
): readonly TranscriptItem[] | undefined {
  const { session } = file
  return familyOf(file, since, open)?.flatMap(({ id, directory, messages }) => {
    const reading = id === session ? { session } : { session, agent: { id, type: 'subagent' } }
    return opencodeItems(reading, directory, messages)
  })
}

/** The messages of a session and of its subagents, as a record of lines. */
export function opencodeLines(file: TranscriptFile, open: OpenDatabase): readonly Payload[] {
  const all = familyOf(file, 0, open) ?? []
  return all.flatMap(({ messages }) => messages.map(({ id, info }) => ({ ...info, id })))
}

function familyOf({ session, path }: TranscriptFile, since: number, open: OpenDatabase) {
  return withStorage(path, open, (storage) => {
    const all = storage.sessions()
    const own = all.find(({ id }) => id === session)
    const family = own && [own, ...all.filter(({ parent }) => parent === session)]
    return family?.map((one) => ({ ...one, messages: storage.messages(one.id, since) }))
  })
}

/** The sessions that people started, with start times. */
export function opencodeSessions(
  path: string,
  most: number,
  open: OpenDatabase,
): { id: string; directory: string; startedAt: number }[] {
  if (!existsSync(path)) return []
  const database = open(path)
  try {
    const rows = database
      .prepare(
        'SELECT id, directory, time_created FROM session WHERE parent_id IS NULL ORDER BY time_created DESC LIMIT ?',
      )
      .all(most)
    return rows.map(({ id, directory, time_created: startedAt }) => {
      return { id: String(id), directory: String(directory), startedAt: Number(startedAt) }
    })
  } finally {
    database.close()
  }
}

function withStorage<T>(path: string, open: OpenDatabase, work: (storage: Storage) => T): T {
  if (basename(path) === 'storage') return work(folderStorage(path))
  const database = open(path)
  try {
    return work({
      sessions: () =>
        database
          .prepare('SELECT id, parent_id, directory FROM session')
          .all()
          .map(({ id, parent_id: parent, directory }) => {
            return { id: String(id), directory: String(directory), parent: parent?.toString() }
          }),
      messages: (session, since) => {
        const rows = database
          .prepare(
            `SELECT m.id AS id, m.data AS info, p.id AS part, p.data AS data FROM message m JOIN part p ON p.message_id = m.id
             WHERE m.session_id = ? AND m.id IN (SELECT message_id FROM part WHERE session_id = ? AND time_updated >= ?)
             ORDER BY m.time_created, m.id, p.id LIMIT ?`,
          )
          .all(session, session, since, MOST_MESSAGES)
        const messages = new Map<string, OpencodeMessage & { parts: Payload[] }>()
        for (const { id, info, part, data } of rows) {
          const known = messages.get(String(id)) ?? {
            id: String(id),
            info: recordInLine(String(info)) ?? {},
            parts: [],
          }
          known.parts.push({ ...recordInLine(String(data)), id: String(part) })
          messages.set(String(id), known)
        }
        return [...messages.values()]
      },
    })
  } finally {
    database.close()
  }
}

/** `session/<project>/<id>.json`, `message/<session>/<id>.json` and `part/<message>/<id>.json`. */
function folderStorage(folder: string): Storage {
  const records = (...parts: readonly string[]): Payload[] => {
    const place = join(folder, ...parts)
    const names = filesOf(place).filter((name) => name.endsWith('.json'))
    const found = names
      .sort()
      .slice(0, MOST_MESSAGES)
      .map((name) => readRegularText(join(place, name), { noFollow: true }))
    return present(found.map(recordInLine))
  }
  return {
    sessions: () =>
      foldersOf(join(folder, 'session')).flatMap((project) =>
        records('session', project).map((record) => ({
          id: textOf(record, 'id') ?? '',
          parent: textOf(record, 'parentID'),
          directory: textOf(record, 'directory') ?? '',
        })),
      ),
    messages: (session) =>
      records('message', session).map((info) => {
        const id = textOf(info, 'id') ?? ''
        return { id, info, parts: /^[\w-]+$/.test(id) ? records('part', id) : [] }
      }),
  }
}
