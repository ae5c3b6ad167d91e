import type { Client } from '../../domain/values/session.ts'
import { connectText, disconnectText, type FileChange, type FileRecord, isConnected } from './change-file.ts'
import { CLIENTS } from './client-world.ts'
import { JsonProblem } from './json-edit.ts'
import { type Connection, type WantedFile, wantedFiles } from './wanted-files.ts'

/** A file as it is found: its text, if there is one, or why it is left alone. */
export interface FoundFile {
  readonly text?: string
  readonly isReadOnly?: boolean
  readonly refusal?: string
}

export interface FilePlan {
  readonly path: string
  readonly clients: readonly Client[]
  readonly brings: WantedFile['brings']
  readonly deed: 'create' | 'change' | 'remove' | 'keep' | 'refuse'
  readonly before?: string
  readonly after?: string
  readonly record?: FileRecord
  readonly why?: string
}

export interface Surveyed {
  find(path: string): FoundFile
  record(path: string): FileRecord | undefined
}

/** The plan that connects clients; files of ours that no longer belong go. */
export function planConnection(connection: Connection, surveyed: Surveyed): FilePlan[] {
  const wanted = wantedFiles(connection)
  const paths = new Set(wanted.map(({ path }) => path))
  const stale = candidates(connection, connection.clients).filter(({ path }) => !paths.has(path))
  return [
    ...wanted.map((file) =>
      planFile(file, surveyed, (text, record) => connectText(text, file.content, record)),
    ),
    ...stale.map((file) => planRemoval(file, surveyed)).filter(({ deed }) => deed === 'remove'),
  ]
}

/** The plan that takes back what was put in for some clients; what others share with them stays. */
export function planDisconnection(
  connection: Connection,
  staying: readonly Client[],
  surveyed: Surveyed,
): FilePlan[] {
  const kept = new Set(wantedFiles({ ...connection, clients: staying }).map(({ path }) => path))
  return candidates(connection, connection.clients)
    .filter(({ path }) => !kept.has(path))
    .map((file) => planRemoval(file, surveyed))
    .filter(({ deed }) => deed !== 'keep')
}

/** The clients whose own files have hooks of ours. */
export function connectedClients(connection: Omit<Connection, 'clients'>, surveyed: Surveyed): Client[] {
  return CLIENTS.filter((client) =>
    wantedFiles({ ...connection, clients: [client] }).some(({ path, brings, content }) => {
      const text = brings === 'hooks' ? surveyed.find(path).text : undefined
      return text !== undefined && isConnected(text, content)
    }),
  )
}

/** Every file that any choice among these clients would want, each once. */
function candidates(connection: Connection, clients: readonly Client[]): WantedFile[] {
  const all = clients.flatMap((client) => wantedFiles({ ...connection, clients: [client] }))
  return all.filter(({ path }, i) => all.findIndex((other) => other.path === path) === i)
}

function planRemoval(file: WantedFile, surveyed: Surveyed): FilePlan {
  return planFile(file, surveyed, (text, record) =>
    text === undefined ? { after: undefined } : disconnectText(text, file.content, record),
  )
}

type Change = (text: string | undefined, record: FileRecord | undefined) => FileChange

function planFile({ path, clients, brings }: WantedFile, surveyed: Surveyed, change: Change): FilePlan {
  const whose = { path, clients, brings }
  const { text: before, isReadOnly, refusal } = surveyed.find(path)
  if (refusal !== undefined) return { ...whose, deed: 'refuse', why: refusal }
  try {
    const { after, record } = change(before, surveyed.record(path))
    const deed = deedOf(before, after)
    if (isReadOnly && deed !== 'keep') return { ...whose, deed: 'refuse', why: 'it is read-only' }
    const texts = { before, after }
    return { ...whose, deed, ...texts, record }
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem
    return { ...whose, deed: 'refuse', why: `line ${problem.line}: ${problem.message}` }
  }
}

function deedOf(before: string | undefined, after: string | undefined): FilePlan['deed'] {
  if (before === after) return 'keep'
  if (before === undefined) return 'create'
  return after === undefined ? 'remove' : 'change'
}

const CHANGES = new Set<FilePlan['deed']>(['create', 'change', 'remove'])

export function changesOf(files: readonly FilePlan[]): FilePlan[] {
  return files.filter(({ deed }) => CHANGES.has(deed))
}
