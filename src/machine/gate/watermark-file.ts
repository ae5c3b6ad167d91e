import { createHash, createHmac, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import type { Scope } from '../../domain/scope.ts'
import type { Reached, Watermark, WatermarkKeeper } from '../../loop/journal/watermark.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { unlessGone } from '../files/files-of.ts'
import { makePrivateFolder, PRIVATE_FILE } from '../files/private-files.ts'
import { sealKeyText } from './seal-keeper.ts'

/** Above this size the file is rewritten with only the lines still needed. */
const MOST_BYTES = 32_768

type Line = Watermark & {
  /** Lines with another epoch than the first line of their scope come from a process that has not noticed that the epoch ended. */
  readonly epoch: string
}

/** One line per commit, each with a code that only the holder of the seal key can compute. Lines are not flushed: if a power failure loses one, we know less about the journal, but nothing wrong. */
export function openWatermarkFile(folder: string, place: string): WatermarkKeeper {
  const path = watermarkPath(folder, place)
  const epochs = new Map<string, string>()
  let key: Buffer | undefined
  const code = (text: string) => {
    key ??= createHash('sha256')
      .update(`mettle watermark\n${sealKeyText(folder)}`)
      .digest()
    return createHmac('sha256', key).update(`${place}\n${text}`).digest('base64url')
  }
  const textOf = (line: Line) => {
    const text = JSON.stringify(line)
    return `${text}\t${code(text)}\n`
  }
  const lines = () => ofTheirEpochs(readLines(path, code))
  const write = (all: readonly Line[]) => {
    makePrivateFolder(dirname(path))
    writeFileAtomically(path, all.map(textOf).join(''), PRIVATE_FILE)
  }
  const begin = (mark: Watermark) => {
    const line = { ...mark, epoch: randomBytes(9).toString('base64url') }
    epochs.set(nameOf(mark.scope), line.epoch)
    return line
  }
  const append = (mark: Watermark) => {
    const name = nameOf(mark.scope)
    const epoch = epochs.get(name) ?? lines().find((line) => nameOf(line.scope) === name)?.epoch
    if (epoch === undefined) return write([...lines(), begin(mark)])
    epochs.set(name, epoch)
    // Starts with a line break, in case a power failure left a partial line.
    if (appendText(path, `\n${textOf({ ...mark, epoch })}`) > MOST_BYTES) write(worthKeeping(lines()))
  }
  return {
    read(scope) {
      const all = lines()
      const own = all.filter((line) => nameOf(line.scope) === nameOf(scope))
      if (own[0] !== undefined) epochs.set(nameOf(scope), own[0].epoch)
      return reachedBy(own, lastWithFile(all)?.file)
    },
    add(mark) {
      try {
        append(mark)
      } catch {
        // The home may not be writable, in a sandbox for example; the doctor reports it.
      }
    },
    begin: (mark) => write([...lines().filter((line) => nameOf(line.scope) !== nameOf(mark.scope)), begin(mark)]),
  }
}

function nameOf({ organisation, project }: Scope): string {
  return `${organisation}/${project}`
}

function readLines(path: string, code: (text: string) => string): Line[] {
  const text = unlessGone(() => readFileSync(path, 'utf8'))
  return text?.split('\n').flatMap((line) => parsed(line, code)) ?? []
}

function ofTheirEpochs(lines: readonly Line[]): Line[] {
  const epochs = new Map<string, string>()
  for (const { scope, epoch } of lines) if (!epochs.has(nameOf(scope))) epochs.set(nameOf(scope), epoch)
  return lines.filter(({ scope, epoch }) => epochs.get(nameOf(scope)) === epoch)
}

/** The file with the watermarks of a place. */
export function watermarkPath(folder: string, place: string): string {
  return join(folder, 'watermarks', createHash('sha256').update(place).digest('hex').slice(0, 40))
}

export function bootedAt(now: number): number {
  return now - uptime() * 1_000
}

function parsed(line: string, code: (text: string) => string): Line[] {
  const end = line.lastIndexOf('\t')
  const text = line.slice(0, end)
  return end > 0 && line.slice(end + 1) === code(text) ? [JSON.parse(text) as Line] : []
}

/** Several processes append concurrently, so the last line need not be the newest commit. */
function reachedBy(lines: readonly Line[], file: string | undefined): Reached | undefined {
  const newest = highest(lines)
  if (newest === undefined) return undefined
  const onDisk = highest(lines.filter(({ isOnDisk }) => isOnDisk))
  const { since } = lines[0]!
  return { newest, onDisk, file, since }
}

function highest(lines: readonly Line[]): Line | undefined {
  return lines.reduce<Line | undefined>(
    (best, line) => (best === undefined || line.position >= best.position ? line : best),
    undefined,
  )
}

function lastWithFile(lines: readonly Line[]): Line | undefined {
  return lines.findLast(({ file }) => file !== undefined)
}

function worthKeeping(lines: readonly Line[]): Line[] {
  const kept = new Set<Line | undefined>()
  for (const name of new Set(lines.map(({ scope }) => nameOf(scope)))) {
    const own = lines.filter(({ scope }) => nameOf(scope) === name)
    for (const line of [own[0], highest(own.filter(({ isOnDisk }) => isOnDisk)), highest(own)]) kept.add(line)
  }
  kept.add(lastWithFile(lines))
  return lines.filter((line) => kept.has(line))
}

/** The size of the file with the text at its end. */
function appendText(path: string, text: string): number {
  const file = openSync(path, 'a', PRIVATE_FILE)
  try {
    writeSync(file, text)
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}
