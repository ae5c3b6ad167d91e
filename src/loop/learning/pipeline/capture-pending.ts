import { type Pending, readPendingText } from '../../../compat/formats/learning-json.ts'
import { digest } from '../../../domain/digest.ts'
import type { PayloadOf } from '../../../domain/events/catalogue.ts'
import { idProblem } from '../../../domain/id.ts'
import { UserError } from '../../../domain/user-error.ts'
import { changedFileFinder, isNearChange } from '../../../engine/text/code-citations.ts'
import { LEARNING } from '../../../projection/documents/documents.ts'
import type { IterationRecord } from '../../../projection/documents/iteration-documents.ts'
import { counted } from '../../../report/standing-words.ts'
import type { LoopContext } from '../../context.ts'
import { withoutIdentity } from '../../facts/provenance.ts'
import { appendFact, placeOf } from '../../journal/append-facts.ts'
import { checkCitations } from '../../patterns/cited-lines.ts'
import { recordBuild } from '../../runs/record-build.ts'
import type { Change, PendingFile } from '../project-access.ts'
import { recordLearning } from '../record-learning.ts'
import { activeRetention, retainFiles } from '../retain.ts'
import type { Step } from './step.ts'

export interface Taken {
  learnings: number
  nothing: number
  rescued: number
  refused: { file: string; reason: string }[]
}

/** Records the files that agents left in `.learnings/pending`. A file is moved only once it is recorded, so a crash in between is harmless: the same file is the same learning. */
export const capturePending: Step = async ({ context, workshop }, progress) => {
  const taken: Taken = { learnings: 0, nothing: 0, rescued: 0, refused: [] }
  const pending = await workshop?.pendingFiles()
  const files = pending?.files ?? []
  const held = pending?.held ?? []
  for (const [index, file] of files.entries()) {
    progress(index, files.length)
    await take(context, file, taken)
  }
  const waiting = await context.journal.count(LEARNING, ['pending'])
  const old = await removeOld(context)
  return {
    done: files.length,
    what: [`${files.length} read, ${waiting} to classify`, ...remarks(taken, held), ...old].join(', '),
    details: { ...taken, waiting, held },
  }
}

function remarks({ nothing, rescued, refused }: Taken, held: readonly string[]): string[] {
  return [
    ...(rescued === 0 ? [] : [`${rescued} rescued`]),
    ...(nothing === 0 ? [] : [`${nothing} with nothing learned`]),
    ...(refused.length === 0 ? [] : [`${refused.length} moved to .learnings/pending/rejected`]),
    ...(held.length === 0 ? [] : [`${held.length} ignored until accepted (mettle trust)`]),
  ]
}

/** By the retention settings. */
async function removeOld(context: LoopContext): Promise<string[]> {
  const { files } = await retainFiles(context, (await activeRetention(context)).retention)
  return files.length === 0 ? [] : [`${counted(files.length, 'old file')} removed by retention`]
}

async function take(context: LoopContext, file: PendingFile, taken: Taken): Promise<void> {
  const { content, name, path, isStray } = file
  const said: Pending =
    'problem' in content ? { kind: 'refused', reason: content.problem } : readPendingText(content.text, name)
  const problem = said.kind === 'refused' ? said.reason : await record(context, said, file)
  if (problem === undefined) file.archive()
  else {
    file.setAside(problem)
    taken.refused.push({ file: path, reason: problem })
  }
  if (said.kind === 'learning' && problem === undefined) taken.learnings += 1
  if (said.kind === 'nothing') taken.nothing += 1
  if (isStray) taken.rescued += 1
}

/** Undefined if recorded; else why it never can be. Throws on errors that may not recur. */
async function record(
  context: LoopContext,
  said: Exclude<Pending, { kind: 'refused' }>,
  { name, content }: PendingFile,
): Promise<string | undefined> {
  const key = digest(`${name}\n${'text' in content ? content.text : ''}`).slice(0, 24)
  if (said.kind === 'nothing') {
    const { agent } = withoutIdentity(said).input
    const payload = { about: 'capture', agent, reason: said.reason } as const
    const place = { ...placeOf(said.run), key: `nothing/${key}` }
    await appendFact(byAgent(context), { type: 'nothing-learned', payload, ...place })
    return undefined
  }
  try {
    const { kind: _, at: __, ...learning } = withoutIdentity(said).input
    await recordLearning(byAgent(context), { ...learning, learning: `f-${key}` })
    return undefined
  } catch (error) {
    if (error instanceof UserError && REFUSALS.has(error.code)) return error.message
    throw error
  }
}

/** Records in an agent's name: a file in the project is an agent's statement, whoever runs `learn`. */
function byAgent(context: LoopContext): LoopContext {
  return { ...context, origin: { ...context.origin, speaker: 'agent' } }
}

const REFUSALS = new Set(['input', 'own-text', 'conflict'])

/** Records the build result that a validator left in `.learnings/build-result.json`. Builds from `mettle build record` are already recorded, with their iteration. */
export const mergeBuild: Step = async ({ context, workshop }) => {
  if (workshop === undefined) return { skipped: 'the loop was opened without a folder to look at' }
  const text = workshop.learningsFile('build-result.json')
  if (text === undefined) return { done: 0, what: 'no build result to read' }
  const result = readResult(text)
  if (result === undefined)
    throw new Error('.learnings/build-result.json names no run_id with a status of passed or failed')
  const { duplicate } = await recordBuild(context, { ...result, key: digest(text).slice(0, 24) })
  const what = `${result.run}: ${result.passed ? 'passed' : 'failed'}`
  return duplicate ? { done: 0, what: 'known before' } : { done: 1, what }
}

function readResult(text: string): { run: string; passed: boolean; iteration?: number } | undefined {
  try {
    const { status, run_id: run, iteration } = JSON.parse(text) as Record<string, unknown>
    const passed = /pass/i.test(String(status))
    if (typeof run !== 'string' || idProblem(run) !== undefined || !(passed || /fail/i.test(String(status))))
      return undefined
    const number = Number(iteration)
    return { run, passed, iteration: Number.isInteger(number) && number >= 1 ? number : undefined }
  } catch {
    return undefined
  }
}

type Verified = PayloadOf<'citation-verified'>

/** Checks the places that agents cited, and whether the lines that patterns cite still exist. */
export const verifyCitations: Step = async (bench, progress) => {
  const end = await verifyNamed(bench, progress)
  const { news } = await checkCitations(bench.context)
  if (news.length === 0 || !('what' in end)) return end
  return { ...end, what: `${end.what}; the cited lines of ${counted(news.length, 'pattern')} have changed` }
}

/** Checks the places that agents cited against their runs' changes: the file exists, was changed, and the line is within five lines of a change. */
const verifyNamed: Step = async (bench) => {
  const waiting = await bench.lacking('citations')
  if (waiting.length === 0) return { done: 0, what: 'no citation to check' }
  const { changes, unavailable } = await bench.changesOf(waiting.map(({ run }) => run))
  if (changes.size === 0) return { skipped: unavailable ?? 'nothing can be told' }
  const checked: Verified[] = []
  for (const record of waiting) {
    const change = changes.get(record.run)
    if (change === undefined) continue
    for (const payload of await checksOf(record, change)) {
      const place = { ...placeOf(record.run), key: keyOf(record, payload) }
      await appendFact(bench.context, { type: 'citation-verified', payload, ...place })
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

async function check({ file, line }: Verified['citation'], path: string | undefined, change: Change) {
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
