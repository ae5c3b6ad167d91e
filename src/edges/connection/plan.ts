import { CLIENTS, type Client } from '../../domain/values/session.ts'
import { connectText, disconnectText, type FileChange, type FileRecord, isConnected } from './change-file.ts'
import { wantedFiles } from './clients.ts'
import { JsonProblem } from './json-edit.ts'
import { isOwnCommand } from './own-entries.ts'
import type { Connection, Level, WantedFile } from './wanted-files.ts'

/** A file as found: its text, if it exists, or why it is left alone. */
export interface FoundFile {
  readonly text?: string
  readonly isReadOnly?: boolean
  readonly refusal?: string
}

export interface FilePlan {
  readonly path: string
  readonly clients: readonly Client[]
  readonly brings: WantedFile['brings']
  /** The wanted content. */
  readonly content?: WantedFile['content']
  readonly action: 'create' | 'change' | 'remove' | 'keep' | 'refuse'
  readonly before?: string
  readonly after?: string
  readonly record?: FileRecord
  readonly why?: string
}

export interface Surveyed {
  find(path: string): FoundFile
  record(path: string): FileRecord | undefined
}

/** The plan to connect clients; it removes our content from files that no longer need it. */
export function planConnection(connection: Connection, surveyed: Surveyed): FilePlan[] {
  const wanted = wantedFiles(connection)
  const paths = new Set(wanted.map(({ path }) => path))
  const stale = candidates(connection, connection.clients).filter(({ path }) => !paths.has(path))
  return [
    ...wanted.map((file) => planFile(file, surveyed, (text, record) => connectText(text, file.content, record))),
    ...stale.map((file) => planRemoval(file, surveyed)).filter(({ action }) => action === 'remove'),
  ]
}

/** The plan to disconnect some clients; what the remaining ones share with them stays. */
export function planDisconnection(connection: Connection, staying: readonly Client[], surveyed: Surveyed) {
  const kept = new Set(wantedFiles({ ...connection, clients: staying }).map(({ path }) => path))
  return candidates(connection, connection.clients)
    .filter(({ path }) => !kept.has(path))
    .map((file) => planRemoval(file, surveyed))
    .filter(({ action }) => action !== 'keep')
}

/** The clients whose own files have hooks of ours. */
export function connectedClients(connection: Omit<Connection, 'clients'>, surveyed: Surveyed): Client[] {
  return CLIENTS.filter((client) =>
    wantedFiles({ ...connection, clients: [client] }).some((file) => hasHooks(file, surveyed)),
  )
}

/** A person who chose personal settings keeps them until they disconnect. */
export function stayingLevel(connection: Omit<Connection, 'clients'>, surveyed: Surveyed): Level {
  if (connection.level !== 'project') return connection.level
  const personal = wantedFiles({ ...connection, level: 'local', clients: ['claude-code'] })
  return personal.some((file) => hasHooks(file, surveyed)) ? 'local' : 'project'
}

function hasHooks({ path, brings, content }: WantedFile, surveyed: Surveyed): boolean {
  const text = brings === 'hooks' ? surveyed.find(path).text : undefined
  return text !== undefined && isConnected(text, content)
}

/** Every file that any of these clients could use, each once; in a project, both shared and personal. */
function candidates(connection: Connection, clients: readonly Client[]): WantedFile[] {
  const levels = connection.level === 'user' ? (['user'] as const) : (['project', 'local'] as const)
  const all = clients.flatMap((client) =>
    levels.flatMap((level) => wantedFiles({ ...connection, level, clients: [client] })),
  )
  return all.filter(({ path }, i) => all.findIndex((other) => other.path === path) === i)
}

function planRemoval(file: WantedFile, surveyed: Surveyed): FilePlan {
  return planFile(file, surveyed, (text, record) =>
    text === undefined ? { after: undefined } : disconnectText(text, file.content, record),
  )
}

type Change = (text: string | undefined, record: FileRecord | undefined) => FileChange

function planFile({ path, clients, brings, content }: WantedFile, surveyed: Surveyed, change: Change): FilePlan {
  const whose = { path, clients, brings, content }
  const { text: before, isReadOnly, refusal } = surveyed.find(path)
  if (refusal !== undefined) return { ...whose, action: 'refuse', why: refusal }
  try {
    const { after, record } = change(before, surveyed.record(path))
    const action = actionOf(before, after)
    if (isReadOnly && action !== 'keep') return { ...whose, action: 'refuse', why: 'it is read-only' }
    const texts = { before, after }
    return { ...whose, action, ...texts, record }
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem
    return { ...whose, action: 'refuse', why: `line ${problem.line}: ${problem.message}` }
  }
}

function actionOf(before: string | undefined, after: string | undefined): FilePlan['action'] {
  if (before === after) return 'keep'
  if (before === undefined) return 'create'
  return after === undefined ? 'remove' : 'change'
}

/** The commands that a client is to run, as this version writes them. */
export function hookCommandsIn({ brings, content }: Pick<FilePlan, 'brings' | 'content'>): string[] {
  if (brings !== 'hooks' || content === undefined || content.kind === 'toml') return []
  const isProgram = content.kind === 'whole' && !content.text.startsWith('{')
  if (isProgram) return []
  const hooks = content.kind === 'json' ? content.entries.map(({ value }) => value) : JSON.parse(content.text)
  const found: string[] = []
  JSON.stringify(hooks, (key, value) => {
    if ((key === 'command' || key === 'bash') && isOwnCommand(value)) found.push(value)
    return value
  })
  return found
}

const CHANGES = new Set<FilePlan['action']>(['create', 'change', 'remove'])

export function changesOf(files: readonly FilePlan[]): FilePlan[] {
  return files.filter(({ action }) => CHANGES.has(action))
}
