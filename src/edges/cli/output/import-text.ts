import { present } from '../../../domain/sets.ts'
import type { Counted, ImportedFile, ImportRemark, ImportReport } from '../../../loop/exchange/import-request.ts'
import { grouped, quantity } from './numbers-text.ts'
import { table } from './table.ts'

const SHOWN = 12

/** Nouns for kinds whose name differs. */
const NOUNS: { readonly [K in keyof ImportReport['counts']]?: string } = {
  claim: 'maturity record',
  outcome: 'task outcome',
  graded: 'outcome',
  strikes: 'strike record',
  goal: 'goal result',
  build: 'build result',
}

/** What an import did, held back and refused, with the reasons. */
export function importText(report: ImportReport, path: string, width: number | undefined): string {
  // Files of the folder that contain nothing to import are not listed.
  const files = report.files.filter(({ format, recorded, known, held, refused, passed }) =>
    format === 'unknown' ? refused > 0 : recorded + known + held + refused + passed > 0,
  )
  const passed = report.passed.filter(isTelling(report))
  return [
    headline(report),
    ...(files.length === 0 ? [] : [filesTable(files, width)]),
    ...settings(report),
    ...remarks('Refused', report.refused, report.refusedTotal),
    ...remarks('Passed over', passed, passed.length),
    ...advice(report, path),
  ].join('\n')
}

function headline({ dryRun, counts }: ImportReport): string {
  const kinds = sum(counts, 'recorded')
  const known = sum(counts, 'known').length === 0 ? '' : `; known before: ${sum(counts, 'known').join(', ')}`
  const verb = dryRun ? 'Would record' : 'Recorded'
  if (kinds.length === 0) return `${verb} nothing new${known}.`
  return `${verb} ${kinds.join(', ')}${known}.`
}

function sum(counts: ImportReport['counts'], how: Counted): string[] {
  return Object.entries(counts).flatMap(([kind, count]) => {
    const noun = NOUNS[kind as keyof typeof NOUNS] ?? kind
    return count[how] === 0 ? [] : [quantity(count[how], noun, noun === 'feedback' ? noun : undefined)]
  })
}

function filesTable(files: readonly ImportedFile[], width: number | undefined): string {
  const columns = ['recorded', 'known', 'held', 'passed', 'refused'] as const
  const rows = files
    .slice(0, SHOWN * 2)
    .map((file) => [file.file, file.format, ...columns.map((name) => grouped(file[name]))])
  const head = ['FILE', 'FORMAT', 'RECORDED', 'KNOWN', 'HELD', 'PASSED', 'REFUSED']
  const more = files.length > rows.length ? [`  and ${quantity(files.length - rows.length, 'more file')}`] : []
  const text = table(rows, { head, right: [2, 3, 4, 5, 6], indent: 2, width }).trimEnd()
  return [text, ...more].join('\n')
}

function settings({ settings: found, settingsFiles }: ImportReport): string[] {
  if (found.length === 0) return []
  const lines = found.map(({ key, value }) => `  ${key} = ${Array.isArray(value) ? value.join(', ') : String(value)}`)
  return ['Settings found:', ...lines, ...settingsFiles.map(settingsFate)]
}

function settingsFate({ file, as, fate }: ImportReport['settingsFiles'][number]): string {
  const place = `.learnings/${as}`
  switch (fate) {
    case 'kept':
      return `${file} is now ${place}. ${CONSEQUENCE[as]}`
    case 'same':
      return `${place} already says so. ${CONSEQUENCE[as]}`
    case 'other':
      return `${place} says something else and stays; to replace it, move it away and import again.`
    default:
      return `${file} was read and not kept; --trust internal keeps it as ${place}.`
  }
}

const CONSEQUENCE = {
  'goal.yaml': 'No goal is chosen by that: mettle goal list',
  'retention.yaml': 'It applies where the retention settings are not set: mettle forget --dry-run',
}

/** In a folder, files of no known shape are only counted. */
function isTelling({ files }: ImportReport): (remark: ImportRemark) => boolean {
  const unknown = new Set(files.filter(({ format }) => format === 'unknown').map(({ file }) => file))
  return ({ file, reason }) => !unknown.has(file) && !reason.startsWith('no known file has')
}

function remarks(title: string, all: readonly ImportRemark[], total: number): string[] {
  if (total === 0) return []
  const shown = similar(all).slice(0, SHOWN)
  const rest = total - shown.reduce((sum, { times }) => sum + times, 0)
  return [
    `${title} ${grouped(total)}:`,
    ...shown.map(({ file, line, reason, times }) => {
      const more = times === 1 ? '' : `, and ${grouped(times - 1)} more of its entries`
      return `  ${file}:${line}${more}  ${reason}`
    }),
    ...(rest > 0 ? [`  and ${grouped(rest)} more; --json has them`] : []),
  ]
}

/** Entries of a file with the same result and reason are reported once, at the first of them. */
function similar(all: readonly ImportRemark[]): (ImportRemark & { times: number })[] {
  const told = new Map<string, ImportRemark & { times: number }>()
  for (const remark of all) {
    const known = told.get(`${remark.file}\n${remark.reason}`)
    if (known === undefined) told.set(`${remark.file}\n${remark.reason}`, { ...remark, times: 1 })
    else known.times += 1
  }
  return [...told.values()]
}

function advice({ counts, trust, released, dryRun }: ImportReport, path: string): string[] {
  const held = sum(counts, 'held')
  const external = trust === 'external' && ((counts.pattern?.recorded ?? 0) > 0 || held.length > 0)
  return present([
    released > 0 && `${quantity(released, 'pattern')} that had been quarantined may be shown now.`,
    held.length > 0 && `Not recorded, because the files are others': ${held.join(', ')}.`,
    ...(external
      ? [
          'Patterns of others are quarantined until they are seen in this project. If these files are your own:',
          `  mettle import ${path} --trust internal`,
        ]
      : []),
    !dryRun && (counts.learning?.recorded ?? 0) > 0 && 'To make patterns of the learnings: mettle learn',
  ])
}
