import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { withoutUndefined } from '../../domain/sets.ts'
import { whyUnreadable } from '../../machine/files/regular-file.ts'
import type { Mettle, OpenOptions } from '../../open.ts'
import type { CliEnvironment, Writer } from './cli-environment.ts'
import type { Catalogue } from './entry/catalogue.ts'
import { type StdinReader, stdinReader } from './input/read-stdin.ts'
import { type Globals, usageError } from './input/tokens.ts'
import { isColoured, type Palette, paletteFor, visible, visibleJson } from './output/display-width.ts'
import { jsonDocument } from './output/json-document.ts'
import { relativeTime } from './output/numbers-text.ts'
import { type Progress, startProgress } from './output/progress.ts'
import { type Cell, type TableOptions, table } from './output/table.ts'

const PLAIN_WIDTH = 100

/** Everything a command works with; its only access to the process. */
export interface CommandContext {
  readonly stdout: Writer
  readonly stderr: Writer
  readonly stdin: StdinReader
  readonly environment: CliEnvironment['environment']
  readonly cwd: string
  readonly version: string
  readonly person: CliEnvironment['person']
  /** The `--set` values, for code that loads a configuration itself. */
  readonly settings: readonly string[]
  /** Every command, for listings. */
  readonly commands: Catalogue
  readonly json: boolean
  readonly quiet: boolean
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean
  readonly width: number
  /** The terminal's width; undefined if a program reads the output, which is then never cut. */
  readonly textWidth: number | undefined
  readonly colour: Palette
  now(): number
  /** How long ago a time was, in words. */
  ago(at: number): string
  /** Prints the value as JSON under `--json`, else the text. The one way to print a result. */
  show(value: unknown, text: () => string): void
  /** A line for the person on stderr; silent under `--json` and `--quiet`. */
  note(text: string): void
  /** Begins a progress bar on stderr; silent under `--json` and `--quiet`. */
  progress(label: string, total?: number): Progress
  /** Runs some work with such a bar. */
  during<T>(label: string, work: (onProgress: Progress['at']) => Promise<T>): Promise<T>
  /** A table that fits the terminal, or full width if a program reads it; `none` replaces an empty one. */
  table(rows: readonly (readonly Cell[])[], options?: TableOptions & { readonly none?: string }): string
  /** Opens the journal on first use and closes it when the command has ended. `create` makes one if there is none. */
  openMettle(how?: Pick<OpenOptions, 'acceptLoss' | 'create' | 'flags' | 'surface' | 'metrics'>): Promise<Mettle>
}

/** The context of one call, and a function that closes everything the command opened. */
export function createContext(
  surroundings: CliEnvironment,
  globals: Globals,
  { name, commands }: { readonly name: string; readonly commands: Catalogue },
): { context: CommandContext; close(): Promise<void> } {
  const { stdout, stderr, environment } = surroundings
  const { json, quiet, set: settings } = globals
  const cwd = folderOf(surroundings.cwd, globals.cwd)
  let opened: Promise<Mettle> | undefined
  const context: CommandContext = {
    stdout,
    stderr,
    stdin: stdinReader(surroundings.stdin),
    environment,
    cwd,
    version: surroundings.version,
    person: surroundings.person,
    settings,
    commands,
    json,
    quiet,
    isTerminal: stdout.isTerminal,
    width: stdout.columns ?? PLAIN_WIDTH,
    textWidth: stdout.isTerminal ? (stdout.columns ?? PLAIN_WIDTH) : undefined,
    colour: paletteFor(!json && isColoured(stdout.isTerminal, environment, globals.noColor)),
    now: () => surroundings.now(),
    ago: (at) => relativeTime(at, surroundings.now()),
    show: (value, text) =>
      stdout.write(
        json ? jsonDocument(value, name, stdout.isTerminal) : visible(endLine(text()) + endLine(leftOut(value))),
      ),
    note: (text) => {
      if (!json && !quiet) stderr.write(visible(endLine(text)))
    },
    progress: (label, total) =>
      startProgress(label, total, { stderr, isSilent: json || quiet, now: () => surroundings.now() }),
    during: async (label, work) => {
      const progress = context.progress(label)
      try {
        return await work((done, total) => progress.at(done, total))
      } finally {
        progress.end()
      }
    },
    table: (rows, { none, ...options } = {}) =>
      rows.length === 0 && none !== undefined ? none : table(rows, { width: context.textWidth, ...options }).trimEnd(),
    openMettle: (how = {}) => {
      opened ??= open(surroundings.person, {
        cwd,
        environment,
        flags: settings,
        surface: 'cli',
        now: () => surroundings.now(),
        onRefold: refolding(context),
        ...how,
      })
      return opened
    },
  }
  return { context, close: async () => (await opened?.catch(() => undefined))?.close() }
}

function folderOf(cwd: string, given: string | undefined): string {
  const folder = resolve(cwd, given ?? '.')
  try {
    if (given === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  } catch (cause) {
    throw usageError(`--cwd: '${given}' ${whyUnreadable(cause)}.`, 'Give the path of a folder that exists.')
  }
  throw usageError(`--cwd: '${given}' is not a folder.`, 'Give the path of a folder that exists.')
}

/** The journal is loaded only when a command asks for it. */
async function open(person: CliEnvironment['person'], options: OpenOptions): Promise<Mettle> {
  const { openMettle } = await import('../../open.ts')
  const speaker = await person.speaker?.()
  return openMettle({ ...options, ...withoutUndefined({ speaker }) })
}

/** A bar that appears when the journal is folded again, and not before. */
function refolding(context: CommandContext): OpenOptions['onRefold'] {
  let bar: Progress | undefined
  return (done, total) => {
    bar ??= context.progress('The settings changed; computing everything again', total)
    bar.at(done, total)
    if (done >= total) bar.end()
  }
}

/** Indented for a person, one line for a program. */
export function jsonText(value: unknown, isTerminal: boolean): string {
  return `${visibleJson(value, isTerminal ? 2 : undefined)}\n`
}

/** The fields that a verb did not record, for people who do not read the JSON. */
function leftOut(value: unknown): string {
  const { notKept = [] } = (value ?? {}) as { notKept?: readonly string[] }
  return notKept.length === 0
    ? ''
    : `Not kept: ${notKept.join(', ')}. Mettle does not know the field, or takes it from a person alone.`
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
