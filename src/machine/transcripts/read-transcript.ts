import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../domain/digest.ts'
import { idProblem } from '../../domain/id.ts'
import { CLIENTS, type Spent } from '../../domain/values/session.ts'
import { outputSketch } from '../../edges/agents/output-sketch.ts'
import { recordInLine, textOf } from '../../edges/agents/payload.ts'
import { errorFact, promptFact, stepFact, turnFact } from '../../edges/agents/session-facts.ts'
import { type TranscriptItem, usageIn } from '../../edges/agents/transcripts/transcript-reader.ts'
import { recordOf } from '../../edges/connection/clients.ts'
import type { RecordableFact, TranscriptReading } from '../../loop/sessions/transcripts.ts'
import { pathFromRoot } from '../files/paths.ts'
import { textIfThere, whyUnreadable } from '../files/regular-file.ts'
import { findWorkspace, type Workspace } from '../files/workspace.ts'
import { type OpenDatabase, opencodeLines, opencodeSession } from './opencode-storage.ts'
import { transcriptLines } from './transcript-lines.ts'
import { refusal, subagentFiles, type TranscriptFile, type TranscriptNote, usualFiles } from './transcript-places.ts'
import type { TranscriptState, TranscriptStates } from './transcript-state.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** After this time without writes, the last words count as the end of the turn. */
const QUIET_MS = 10_000
const STORAGE_OVERLAP_MS = 60_000

export interface TranscriptWorld {
  readonly workspace: Workspace
  readonly environment: Environment
  readonly now: () => number
  readonly openDatabase: OpenDatabase
}

/** A transcript file, read to its current end. */
interface FileRead {
  readonly items: readonly TranscriptItem[]
  readonly end: TranscriptState['files'][string]
}

/** A session transcript's new content; undefined if there is none, or it may not be read. */
export function readTranscript(
  run: string,
  states: TranscriptStates,
  world: TranscriptWorld,
): TranscriptReading | undefined {
  const { workspace } = world
  const { problem: before, ...state } = states.read(run)
  const { main, problem } = mainFile(run, world)
  if (main === undefined) {
    if (problem !== before) states.write(run, { ...state, problem })
    return undefined
  }
  try {
    const files = [main, ...notedAgents(run, workspace, main), ...subagentFiles(main)]
    const reads = files.flatMap((file) => {
      const read = readFile(file, state, world)
      return read === undefined ? [] : [{ file, ...read }]
    })
    if (reads[0]?.file !== main) throw new Error('does not name this session')
    const told = reads.flatMap(({ file, items: found }) => found.map((item) => idIn(item, file)))
    // A repeated step has ended meanwhile.
    const items = [...new Map(told.map((item) => [item.id, item])).values()]
    const ends = Object.fromEntries(reads.map(({ file, end }) => [file.path, end]))
    return {
      client: main.client,
      hasCallIds: recordOf(main.client).hasCallIds,
      facts: items.flatMap((item) => factOf(item, run, workspace) ?? []),
      seen: state.seen,
      announce: () => states.write(run, { ...state, isAnnounced: true }),
      keep(fresh) {
        const seen = [...new Map([...state.seen, ...fresh].map((one) => [one.id, one])).values()]
        const { isAnnounced } = states.read(run)
        states.write(run, { ...state, files: { ...state.files, ...ends }, seen, isAnnounced })
      },
    }
  } catch (error) {
    states.write(run, { ...state, problem: `${main.path} ${whyUnreadable(error)}` })
    return undefined
  }
}

/** The tokens in a session's and its subagents' records, each answer once. */
export function transcriptUsage(run: string, world: TranscriptWorld): readonly Spent[] {
  const { main } = mainFile(run, world)
  if (main === undefined) return []
  const counted = new Map<string, Spent>()
  try {
    for (const file of [main, ...notedAgents(run, world.workspace, main), ...subagentFiles(main)])
      for (const { line, offset } of linesOf(file, world))
        for (const { id, ...spent } of usageIn(recordOf(file.client), line, offset))
          counted.set(`${file.path} ${id}`, file === main ? spent : { ...spent, bySubagent: true })
  } catch {
    // The reason was already recorded when its steps were read.
    return []
  }
  return [...counted.values()]
}

function linesOf(file: TranscriptFile, { openDatabase }: TranscriptWorld) {
  if (recordOf(file.client).reader !== undefined) return transcriptLines(file.path, 0)
  return opencodeLines(file, openDatabase).map((line) => ({ line, offset: 0 }))
}

/** The file that hooks noted, else the client's usual one. */
export function mainFile(
  run: string,
  { workspace, environment }: TranscriptWorld,
): { main?: TranscriptFile; problem?: string } {
  const notes = notesOf(run, workspace)
  const noted = notes.flatMap(({ agent, client, session, transcript: path }) =>
    agent === '' ? [{ client, session, path }] : [],
  )
  const [{ client, session } = { client: undefined, session: run }] = notes
  const clients = client === undefined ? CLIENTS : [client]
  const usual = clients.flatMap((one) => usualFiles(one, session, environment))
  let problem: string | undefined
  for (const file of [...noted, ...usual]) {
    if (!existsSync(file.path)) continue
    const why = refusal(file, workspace, environment)
    if (why === undefined) return { main: file }
    problem ??= `${file.path} ${why}`
  }
  return problem === undefined ? {} : { problem }
}

export function notesOf(run: string, { hooks }: Pick<Workspace, 'hooks'>): TranscriptNote[] {
  const path = join(hooks, 'sessions', `${run}.jsonl`)
  const lines = (textIfThere(path) ?? '').split('\n').map(recordInLine)
  return lines.flatMap((line) => {
    const [transcript, client, session] = [textOf(line, 'transcript'), textOf(line, 'client'), textOf(line, 'session')]
    const known = CLIENTS.find((one) => one === client)
    if (transcript === undefined || known === undefined || session === undefined) return []
    return [{ agent: textOf(line, 'agent') ?? '', transcript, client: known, session }]
  })
}

/** Codex gives each subagent a record of its own, which its hooks name. */
function notedAgents(run: string, workspace: Workspace, main: TranscriptFile): TranscriptFile[] {
  return notesOf(run, workspace).flatMap(({ agent, transcript: path, client, session }) =>
    agent === '' || path === main.path ? [] : [{ client, session, path, agent: { id: agent, type: 'subagent' } }],
  )
}

/** Undefined where the record does not name the session, or may not be read. */
function readFile(
  file: TranscriptFile,
  state: TranscriptState,
  { workspace, environment, now, openDatabase }: TranscriptWorld,
): FileRead | undefined {
  const { client, session, path, agent } = file
  if (!existsSync(path) || refusal(file, workspace, environment) !== undefined) return undefined
  const known = state.files[path]
  const { reader: readerOf } = recordOf(client)
  if (readerOf === undefined) return readStorage(file, known, openDatabase)
  const { size, ino } = statSync(path)
  // A replaced or truncated file is read from the start.
  const from = known !== undefined && known.inode === ino && known.offset <= size ? known.offset : 0
  const reader = readerOf({ session, isKnown: from > 0, agent })
  const items: TranscriptItem[] = []
  const lines = transcriptLines(path, from)
  let next = lines.next()
  for (; next.done !== true; next = lines.next()) items.push(...reader.read(next.value.line, next.value.offset))
  if (!reader.isOwn()) return undefined
  const open = reader.openFrom()
  // Taken after the offset is set: if more follows, it is read again and recognised.
  const rest = reader.rest()
  if (rest.every(({ at }) => now() - at > QUIET_MS)) items.push(...rest)
  return { items, end: { offset: open ?? next.value.offset, inode: next.value.inode, mark: markOf(file) } }
}

/** Reads messages; parts may still change, so those of the last minute are read again and recognised. */
function readStorage(
  file: TranscriptFile,
  known: FileRead['end'] | undefined,
  open: OpenDatabase,
): FileRead | undefined {
  const since = (known?.offset ?? 0) - STORAGE_OVERLAP_MS
  const items = opencodeSession(file, since, open)
  const latest = Math.max(known?.offset ?? 0, ...(items ?? []).map(({ at }) => at))
  return items && { items, end: { offset: latest, inode: 0, mark: markOf(file) } }
}

/** A value that changes when something is added to a record. */
export function markOf({ client, path }: TranscriptFile): number {
  if (recordOf(client).reader !== undefined) return statSync(path).size
  const times = ['', '-wal'].map((ending) => statSync(`${path}${ending}`, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.max(...times)
}

function idIn(item: TranscriptItem, { agent }: TranscriptFile): TranscriptItem {
  const id = agent === undefined || !/^o\d+$/.test(item.id) ? item.id : `${agent.id}.${item.id}`
  return { ...item, id: idProblem(id) === undefined ? id : digest(id).slice(0, 32) }
}

function factOf({ id, at, call }: TranscriptItem, run: string, workspace: Workspace): RecordableFact | undefined {
  if (isElsewhere(call.cwd, workspace)) return undefined
  const { tool, prompt } = call
  if (call.moment === 'prompt') return { id, at, type: 'prompt-given', payload: promptFact(prompt ?? '') }
  if (tool === undefined) return { id, at, type: 'turn-ended', payload: turnFact(call) }
  const { root } = workspace
  const step = stepFact(call, tool, (file) => pathFromRoot(file, call.cwd || root, root))
  const payload = { ...step, ...outputSketch(tool) }
  const error = errorFact(tool, () => digest(`${run}/${id}`).slice(0, 32))
  return { id, at, type: 'tool-used', payload, error }
}

/** Whether a folder is in another repository with a journal, which records what happens there. */
function isElsewhere(cwd: string, { home }: Workspace): boolean {
  if (cwd === '' || !existsSync(cwd)) return false
  const other = findWorkspace(cwd)
  return other.home !== home && existsSync(join(other.home, 'project.json'))
}
