import type { PayloadOf } from '../../../domain/events/catalogue.ts'
import { changedFileFinder, isNearChange } from '../../../engine/laws/citations.ts'
import type { IterationRecord } from '../../../projection/documents/iteration-documents.ts'
import { counted } from '../../../report/wording.ts'
import { appendFacts, runStream } from '../../journal/append-facts.ts'
import { checkCitations } from '../../patterns/cited-lines.ts'
import type { Change } from '../workshop.ts'
import type { Step } from './step.ts'

type Verified = PayloadOf<'citation-verified'>
type Citation = Verified['citation']

/** Checks the places that agents named in their work, and whether the lines that patterns cite are still there. */
export const verifyCitations: Step = async (bench, progress) => {
  const end = await verifyNamed(bench, progress)
  const { news } = await checkCitations(bench.context)
  if (news.length === 0 || !('what' in end)) return end
  return { ...end, what: `${end.what}; cited lines of ${counted(news.length, 'pattern')} are others by now` }
}

/**
 * Checks the places that agents named against what their runs changed: the file is there, is among the changed ones, and the line
 * lies within five lines of a change.
 */
const verifyNamed: Step = async (bench) => {
  const waiting = await bench.lacking('citations')
  if (waiting.length === 0) return { done: 0, what: 'no place waits' }
  const { changes, unavailable } = await bench.changesOf(waiting.map(({ run }) => run))
  if (changes.size === 0) return { skipped: unavailable ?? 'nothing can be told' }
  const checked: Verified[] = []
  for (const record of waiting) {
    const change = changes.get(record.run)
    if (change === undefined) continue
    for (const payload of await checksOf(record, change)) {
      await appendFacts(bench.context, [
        {
          type: 'citation-verified',
          payload,
          stream: runStream(record.run),
          run: record.run,
          key: keyOf(record, payload),
        },
      ])
      checked.push(payload)
    }
  }
  const held = checked.filter(({ verified }) => verified).length
  return {
    done: checked.length,
    what: `${held} of ${checked.length} hold`,
    details: { refused: checked.filter(({ verified }) => !verified) },
  }
}

async function checksOf({ iteration, rows }: IterationRecord, change: Change): Promise<Verified[]> {
  const find = changedFileFinder(change.files)
  const checks: Verified[] = []
  for (const [pattern, { unchecked = [] }] of Object.entries(rows))
    for (const citation of unchecked) {
      const { verified, reason } = await check(citation, find(citation.file), change)
      checks.push({ pattern, citation, verified, reason, iteration })
    }
  return checks
}

async function check(
  { file, line }: Citation,
  path: string | undefined,
  change: Change,
): Promise<{ verified: boolean; reason: string }> {
  if (path === undefined) return { verified: false, reason: `${file} is not among the changed files` }
  const lines = await change.linesOf(path)
  if (lines === undefined) return { verified: false, reason: `${path} is no longer there` }
  if (line === undefined) return { verified: false, reason: `no line of ${path} was named` }
  const verified = isNearChange(line, lines)
  return { verified, reason: `${path}:${line} is ${verified ? '' : 'not '}within 5 lines of the change` }
}

function keyOf({ run, iteration }: IterationRecord, { pattern, citation }: Verified): string {
  return `citation/${run}/${iteration}/${pattern}/${citation.file}:${citation.line ?? ''}`
}
