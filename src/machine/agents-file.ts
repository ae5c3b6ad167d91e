import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type SectionName, withoutSection, withSection } from '../compat/formats/lesson-section.ts'
import { inputError } from '../domain/user-error.ts'
import { CLIENTS, type Client } from '../domain/values/session.ts'
import type { FileRecord } from '../edges/connection/change-file.ts'
import { writeFileAtomically } from './files/atomic-write.ts'
import { makePrivateFolder } from './files/private-files.ts'
import { readableText, readRegularText } from './files/regular-file.ts'
import { bytesIfThere, type Replaced, replaceFile } from './files/replace-file.ts'

/** Puts our section into a file that agents read; an up-to-date file is not touched. */
export async function writeSection(path: string, lines: readonly string[], name?: SectionName): Promise<Replaced> {
  const before = readBytes(path) ?? ''
  const after = withSection(
    before,
    lines.map((line) => Buffer.from(line).toString('latin1')),
    name,
  )
  return after === before ? { path, bytes: after.length } : replaceFile(path, [Buffer.from(after, 'latin1')])
}

/** Removes our section; undefined if there is none. */
export async function removeSection(path: string, name?: SectionName): Promise<Replaced | undefined> {
  const before = readBytes(path)
  if (before === undefined) return undefined
  const after = withoutSection(before, name)
  return after === before ? undefined : replaceFile(path, [Buffer.from(after, 'latin1')])
}

/** Reads one character per byte, so that everything else is written back unchanged, in any ASCII-compatible encoding. */
function readBytes(path: string): string | undefined {
  const bytes = bytesIfThere(path)
  if (bytes?.includes(0))
    throw inputError(`${path} is not a text of one byte or UTF-8 characters.`, 'Save it as UTF-8.')
  return bytes?.toString('latin1')
}

/** The record that `init` leaves for hooks and for its own undo. Hooks start the worker with `node` and `cli`; `files` records the changes to files without their text. */
export interface AgentsFile {
  readonly node: string
  readonly cli: string
  readonly version: string
  readonly clients: readonly Client[]
  readonly files: Readonly<Record<string, FileRecord>>
  /** Folders that init made, each before those around it. */
  readonly folders: readonly string[]
}

/** In `.mettle/` for the project's files; in the person's own folder for those of the person. */
export function agentsPath(folder: string): string {
  return join(folder, 'agents.json')
}

/** Undefined if missing or unreadable: init then writes a new one. */
export function readAgentsFile(folder: string): AgentsFile | undefined {
  try {
    const value = JSON.parse(readRegularText(agentsPath(folder))) as Partial<AgentsFile>
    const { node, cli, version, clients, files, folders } = value
    if (typeof node !== 'string' || typeof cli !== 'string' || !Array.isArray(clients)) return undefined
    return {
      node,
      cli,
      version: String(version),
      clients: CLIENTS.filter((client) => clients.includes(client)),
      files: Object.fromEntries(Object.entries(files ?? {}).filter(([, record]) => isRecord(record))),
      folders: (folders ?? []).filter((path) => typeof path === 'string'),
    }
  } catch {
    return undefined
  }
}

function isRecord(record: FileRecord): boolean {
  return (
    typeof record?.created === 'boolean' &&
    typeof record.after === 'string' &&
    Array.isArray(record.insertions) &&
    record.insertions.every((pair) => Array.isArray(pair) && pair.every(Number.isSafeInteger))
  )
}

/** Written only if it changed, so that running init again changes nothing. */
export function writeAgentsFile(folder: string, file: AgentsFile): void {
  const path = agentsPath(folder)
  const text = `${JSON.stringify(file, null, 2)}\n`
  if (readableText(path) === text) return
  makePrivateFolder(dirname(path))
  writeFileAtomically(path, text)
}

export function removeAgentsFile(folder: string): void {
  rmSync(agentsPath(folder), { force: true })
}
