import type { ForeignRecord, Reading } from '../../compat/formats/foreign-record.ts'
import { detectFormat, FORMATS, type Format, IMPORT_FORMATS, type ImportFormat } from '../../compat/formats/formats.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { isStoreFailure } from '../journal/append-facts.ts'
import type { VerbContext } from '../journal/keepers.ts'
import { factsUntil, pastOf } from '../journal/whole-journal.ts'
import { correct } from '../runs/apply-verdict.ts'
import { closeIterations } from '../runs/iterations.ts'
import { importNames } from './import-drafts.ts'
import { type Fate, type ImportDesk, importRecord, isHeldBack } from './import-record.ts'
import {
  type FileTally,
  type ForeignFile,
  ImportBatch,
  type ImportedSettingsFile,
  type ImportRemark,
  type ImportReport,
  type ImportRequest,
  ImportTally,
} from './import-request.ts'

const MOST_LATER = 100_000
const LONGEST_LINE = '1 MB'

interface Import {
  readonly desk: ImportDesk
  readonly request: ImportRequest
  readonly trust: 'external' | 'internal'
  readonly tally: ImportTally
  readonly settings: ImportReport['settings'][number][]
  readonly settingsFiles: ImportedSettingsFile[]
  readonly later: Entry[]
  released: number
}

interface Entry {
  readonly record: ForeignRecord
  readonly line: number
  readonly file: ForeignFile
  readonly format: ImportFormat
  readonly counts: FileTally
  /** The patterns it refers to must exist now. */
  readonly isLast?: boolean
}

type Where = Pick<Entry, 'file' | 'format' | 'counts'>

/** Imports other systems' files. Each entry is recorded, known, held back, skipped or refused, with the reason. Importing the same files again changes nothing. */
export async function importFiles(given: VerbContext, request: ImportRequest): Promise<ImportReport> {
  const { trust = 'external', dryRun = false } = request
  if (trust !== 'external' && trust !== 'internal')
    throw inputError(`trust: '${String(trust)}' is neither external nor internal`, 'Leave it out: external.')
  // A dry run imports into a copy of the journal in memory.
  const facts = dryRun ? await factsUntil(given, () => true, given) : undefined
  const context: LoopContext = {
    ...(facts === undefined ? given : (await pastOf(given, { facts, now: given.now() }, given)).context),
    origin: { ...given.origin, surface: 'import' },
  }
  const batch = new ImportBatch(context)
  const names = importNames(context)
  const desk = { context, batch, names, repository: request.repository, verdicts: [] }
  const found = { settings: [], settingsFiles: [], later: [], released: 0 }
  const work: Import = { desk, request, trust, tally: new ImportTally(), ...found }
  for (const { file, format } of await inOrder(request)) {
    const counts = work.tally.begin(file.path, format ?? 'unknown')
    if (format === undefined) passUnknown(work, counts)
    else await importFile(work, { file, format, counts })
  }
  await batch.flush()
  await importLater(work)
  for (const verdict of work.desk.verdicts) await correct(context, verdict)
  await closeIterations(context)
  const { files, counts, refusedTotal, passedTotal } = work.tally
  const refused = work.tally.refused.sort(byPlace)
  const passed = work.tally.passed.sort(byPlace)
  const { settings, settingsFiles, released } = work
  const told = { settings, settingsFiles, refused, passed, refusedTotal, passedTotal }
  return { dryRun, trust, files, counts, released, ...told }
}

function byPlace(a: ImportRemark, b: ImportRemark): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1
}

/** Puts patterns before the entries that refer to them; within a format, files keep their order. */
async function inOrder({ files, format }: ImportRequest) {
  const found: { file: ForeignFile; format: ImportFormat | undefined }[] = []
  for (const file of files) found.push({ file, format: format ?? detectFormat(nameOf(file), await file.head()) })
  const place = (name: ImportFormat | undefined) => (name === undefined ? -1 : IMPORT_FORMATS.indexOf(name))
  return found.sort((a, b) => place(a.format) - place(b.format))
}

function nameOf({ path }: ForeignFile): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function passUnknown({ request }: Import, counts: FileTally): void {
  const reason = `it is in no known format; --format takes ${IMPORT_FORMATS.join(', ')}`
  if (request.lenient === true) counts.pass(1, reason)
  else counts.refuse(1, reason)
}

async function importFile(work: Import, where: Where): Promise<void> {
  const { file, format, counts } = where
  const take = async (readings: readonly Reading[]) => {
    for (const reading of readings) await takeReading(work, reading, where)
  }
  const how: Format = FORMATS[format]
  try {
    if (how.by === 'file') {
      const text = await file.text()
      const readings = how.read(text, nameOf(file))
      await take(readings)
      if ((format === 'goal' || format === 'retention') && readings.every(({ kind }) => kind === 'record'))
        work.settingsFiles.push(await keepSettings(work, { file: file.path, as: `${format}.yaml`, text }))
      return
    }
    const reader = how.reader(nameOf(file))
    for await (const { number, text } of file.lines()) {
      if (text === undefined) counts.refuse(number, `the line is longer than ${LONGEST_LINE}`)
      else await take(reader.line(text, number))
    }
    await take(reader.end())
  } catch (error) {
    if (!(error instanceof UserError) || isStoreFailure(error)) throw error
    counts.refuse(1, error.message)
  }
}

/** Copies the user's own settings file into the project; an existing one stays. This chooses nothing in it. */
async function keepSettings(
  { desk, request, trust }: Import,
  { file, as, text }: { file: string; as: ImportedSettingsFile['as']; text: string },
): Promise<ImportedSettingsFile> {
  const workshop = await desk.context.workshop?.()
  if (workshop === undefined || trust !== 'internal' || request.dryRun === true)
    return { file, as, fate: workshop?.learningsFile(as) === text ? 'same' : 'told' }
  return { file, as, fate: workshop.keepLearningsFile(as, text) }
}

async function takeReading(work: Import, reading: Reading, where: Where): Promise<void> {
  const { line } = reading
  const { counts } = where
  switch (reading.kind) {
    case 'refused':
      return counts.refuse(line, reading.reason)
    case 'passed':
      return counts.pass(line, reading.reason)
    case 'unknown':
      return work.request.lenient === true ? counts.pass(line, reading.reason) : counts.refuse(line, reading.reason)
    default:
      return takeEntry(work, { ...where, line, record: reading.record })
  }
}

async function takeEntry(work: Import, entry: Entry): Promise<void> {
  const { record, counts } = entry
  if (record.kind === 'setting') {
    work.settings.push({ file: entry.file.path, key: record.key, value: record.value })
    return
  }
  if (isHeldBack(record, work.trust)) return counts.count(record.kind, 'held')
  const { file, format } = entry
  const source = {
    file: file.path,
    name: nameOf(file),
    format,
    trust: work.trust,
    by: work.request.by ?? 'person',
    at: file.modifiedAt ?? work.desk.context.now(),
  }
  await importRecord(work.desk, record, source, (fate) => settle(work, entry, fate))
}

function settle(work: Import, entry: Entry, fate: Fate): void {
  const { counts, line, record } = entry
  switch (fate.kind) {
    case 'recorded':
    case 'known':
      if (fate.released === true) work.released += 1
      counts.count(record.kind, fate.kind)
      break
    case 'passed':
      counts.pass(line, fate.reason)
      break
    case 'later':
      if (entry.isLast !== true && work.later.length < MOST_LATER) work.later.push(entry)
      else counts.refuse(line, fate.reason)
      break
    default:
      counts.refuse(line, fate.reason)
  }
}

/** Runs after all patterns of these files are imported. */
async function importLater(work: Import): Promise<void> {
  const waiting = work.later.splice(0)
  for (const entry of waiting) await takeEntry(work, { ...entry, isLast: true })
  await work.desk.batch.flush()
}
