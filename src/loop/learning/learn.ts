import { classify, supersededBy } from '../../capture/classify.ts'
import { tellTaleOf } from '../../capture/session/hypotheses.ts'
import { checkInWords, checkOfLesson, readCheck, showsRelapse } from '../../capture/session/lesson-followed.ts'
import { stepsOf } from '../../capture/session/session.ts'
import { hardRejection, junkReason } from '../../capture/why-not-a-lesson.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { ModelLabel } from '../../domain/model-label.ts'
import { MINER, type Pattern } from '../../domain/pattern.ts'
import { ruleOf } from '../../domain/pattern-pull.ts'
import { isFromOutside, UNCONFIRMED } from '../../domain/pattern-sighting.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { match } from '../../engine/laws/match-text.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { LEARNING, type LearningRecord, PATTERN } from '../../projection/documents/documents.ts'
import { TRIGGER, triggerId } from '../../projection/fold-learning.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf, listed } from '../facts/cached-lists.ts'
import { factsIn } from '../facts/facts-about.ts'
import { appendFacts, type Draft, placeOf, runStream, unlessTaken } from '../journal/append-facts.ts'
import { withCitedLines } from '../patterns/cited-lines.ts'
import {
  joinPattern,
  mergeOfOwn,
  type Named,
  namedBy,
  relationBetween,
  type Sighting,
  withContradictions,
} from '../patterns/join-pattern.ts'
import { type Lineage, lineageIn, risky } from './lineage.ts'
import { echoesIn } from './person-said.ts'

export interface LearnOptions {
  readonly onProgress?: (done: number, total: number) => void
  /** Asked about each learning that the rules do not refuse. */
  readonly label?: Labeller
}

/** Labels from a model; `fallback` says why there are none. */
export type Labelled = (ModelLabel & { readonly by: string }) | { readonly fallback: string }
export type Labeller = (record: LearningRecord) => Promise<Labelled>

export interface Learned {
  readonly processed: number
  readonly added: number
  readonly merged: number
  /** A pattern already covers their trigger or mistake, in other words. */
  readonly skipped: number
  readonly rejected: readonly { readonly learning: string; readonly reason: string }[]
  /** Patterns that claim to replace another; a person decides. */
  readonly superseding: readonly { readonly pattern: string; readonly supersedes: string }[]
}

const PAGE = 200
const MOST_SIMILAR = 12

/** Turns captured learnings into patterns: labelled, then joined, made new or refused with the reason. Oldest first, one transaction each, so that a later one meets what an earlier one made. */
export async function learn(context: LoopContext, options: LearnOptions = {}): Promise<Learned> {
  const total = await context.journal.count(LEARNING, ['pending'])
  const result = {
    processed: 0,
    added: 0,
    merged: 0,
    skipped: 0,
    rejected: [] as { learning: string; reason: string }[],
    superseding: [] as { pattern: string; supersedes: string }[],
  }
  const left = new Set<string>()
  options.onProgress?.(0, total)
  for (;;) {
    const pending = await pendingLearnings(context, left)
    if (pending.length === 0) break
    for (const record of pending) {
      const later = pending.find((one) => isSaidAgain(record, one))
      const outcome =
        later === undefined
          ? await learnOne(context, record, options.label)
          : await skip(context, record, `recorded again as ${later.learning.learning}, which says what it is about`)
      if (outcome.kind === 'left') left.add(record.learning.learning)
      else result.processed += 1
      if (outcome.kind === 'rejected')
        result.rejected.push({ learning: record.learning.learning, reason: outcome.reason })
      else if (outcome.kind !== 'left') {
        result[outcome.kind] += 1
        if (outcome.superseding !== undefined) result.superseding.push(outcome.superseding)
      }
      options.onProgress?.(result.processed + left.size, total)
    }
  }
  const model = result.added > 0 ? context.embedder() : undefined
  // So that the next run need not wait for it.
  if (model !== undefined) await context.cache.keepEmbeddings(context.journal, model)
  return result
}

/** The oldest pending learnings, except those left to other processes. */
async function pendingLearnings(context: LoopContext, left: ReadonlySet<string>): Promise<LearningRecord[]> {
  const documents = await context.journal.list(LEARNING, { states: ['pending'], limit: PAGE + left.size })
  return documents.filter(({ id }) => !left.has(id)).map(({ body }) => body)
}

type One =
  | { kind: 'added' | 'merged' | 'skipped' | 'left'; superseding?: { pattern: string; supersedes: string } }
  | { kind: 'rejected'; reason: string }

async function learnOne(context: LoopContext, record: LearningRecord, labeller: Labeller | undefined): Promise<One> {
  const byRules = await withCitedLines(context, sightingOf(record))
  const named = await namedBy(context, byRules, record.learning)
  const reason =
    junkReason(record.learning.lesson) ??
    junkReason(byRules.text) ??
    hardRejection(byRules.text) ??
    (await echoReason(context, record, byRules, named.sameAs))
  if (reason !== undefined) return refuse(context, record, { reason })
  const label = await labeller?.(record)
  if (label !== undefined && 'by' in label && label.status === 'rejected')
    return refuse(context, record, { reason: label.reason, by: label.by })
  const sighting = label === undefined ? byRules : relabelled(byRules, label)
  const [lineage, tellTale] = await Promise.all([lineageOf(context, record, sighting), tellTaleIn(context, record)])
  const isOurs = lineage.held === undefined && !isFromOutside(lineage.provenance.trust)
  const { sameAs, insteadOf }: Named = isOurs ? named : {}
  const { pattern, ...joined } = await joinPattern(context, sighting, sameAs)
  const byTrigger = /hash|said/.test(joined.method) ? undefined : await knownByTrigger(context, sighting)
  const known = byTrigger ?? (await knownByMistake(context, record, tellTale))
  if (known !== undefined)
    return skip(context, record, `its ${byTrigger === undefined ? 'mistake' : 'trigger'} is that of ${known}`)
  const { category, strength } = sighting
  const isBack = await isSeenElsewhere(context, record, pattern)
  const { provenance, held } = unconfirmed(record, lineage, isBack)
  // Derived facts have the learning's time: the pattern was seen when captured, not when processed.
  const sighted = {
    ...placeOf(record.run, record.capturedAt),
    type: 'pattern-sighted' as const,
    payload: { ...sighting, pattern, joined, ...withoutUndefined({ held, tellTale }) },
    key: `sighted/${record.learning.learning}`,
    provenance,
  }
  const [first, ...others] = await withContradictions(context, sighted, { insteadOf: insteadOf?.id })
  // A person's rule needs no sighting, and keeps its words and places. What its run said before is not seen again when it says what it replaces.
  const isSeen = insteadOf !== undefined && joined.method === 'hash' && !isBack
  const drafts: Draft[] = isSeen || (sameAs && ruleOf(sameAs)) ? others : [first!, ...others]
  drafts.push(...(await mergeOfOwn(context, sighted)))
  const old = await supersededPattern(context, record, pattern)
  const remark = old === undefined ? '' : `; says that it supersedes ${old}`
  const by = byWhom(label)
  const why = `${joined.method === 'new' ? 'new' : `same as ${pattern}`}${remark}${by.remark}`
  const isFirst = await append(context, [
    classified(record, {
      status: sighting.text === byRules.text ? 'approved' : 'reworded',
      category,
      strength,
      reason: why,
      text: sighting.text === byRules.text ? undefined : sighting.text,
      ...by.name,
    }),
    ...drafts,
  ])
  if (!isFirst) return { kind: 'left' }
  const superseding = old === undefined ? {} : { superseding: { pattern, supersedes: old } }
  return { kind: joined.method === 'new' ? 'added' : 'merged', ...superseding }
}

/** A learning that its run recorded again, with the pattern that it says or replaces. */
function isSaidAgain({ run, learning }: LearningRecord, { run: laterRun, learning: later }: LearningRecord): boolean {
  const isNamed = (later.sameAs ?? later.insteadOf) !== undefined
  const isAlike = run === laterRun && learning.agent === later.agent && learning.lesson === later.lesson
  return run !== undefined && isAlike && isNamed && (learning.sameAs ?? learning.insteadOf) === undefined
}

async function skip(context: LoopContext, record: LearningRecord, reason: string): Promise<One> {
  return { kind: (await append(context, [classified(record, { status: 'skipped', reason })])) ? 'skipped' : 'left' }
}

/** The check, from the steps before a learning, that reveals its mistake. */
async function tellTaleIn(context: LoopContext, { run, learning, capturedAt }: LearningRecord) {
  if (run === undefined) return undefined
  const types = ['prompt-given', 'tool-used'] as const
  const facts = await factsIn(context, { stream: runStream(run), types, limit: NEWEST_STEPS })
  const before = stepsOf(facts).filter(({ at }) => at <= capturedAt)
  const check = tellTaleOf(learning.lesson, before)
  const text = check === undefined ? '' : sanitize(checkInWords(check)).text
  return readCheck(text) === undefined || text.length > LONGEST_TELL_TALE ? undefined : text
}

const NEWEST_STEPS = 1_000
const LONGEST_TELL_TALE = 300

/** A plain link: its text is shown, its address is not. */
const LINK = /(?<!!)\[([^[\]]{1,300})\]\(https?:\/\/[^\s()<>]{1,500}\)/g

/** A code host's issue, change or file is named by number or path; its address is neither judged nor shown. */
const REFERENCE =
  /https?:\/\/[\w.-]{1,100}(?:\/[\w.-]{1,100}){2}\/(?:-\/)?(?:(issues|pull|merge_requests|discussions|commit)\/(\w{1,40})(?:[#?/][\w#?=&./-]{0,200})?|blob\/[\w.-]{1,100}\/([\w./-]{1,200})(?:#[\w-]{0,40})?)/g

function withoutReferences(lesson: string): string {
  return lesson.replace(REFERENCE, (_, kind?: string, id?: string, path?: string) =>
    kind === undefined ? path! : kind === 'commit' ? id!.slice(0, 7) : `#${id}`,
  )
}

/** The existing pattern about the same mistake, if somebody has worded it already. A lesson that code found then adds nothing; if both were shown, withholding one of them would measure nothing. */
async function knownByMistake(context: LoopContext, record: LearningRecord, tellTale: string | undefined) {
  if (!isInOurWords(record)) return undefined
  const said = checkedBy(record.learning.lesson)
  const patterns = await listed(context.journal, PATTERN, { limit: MOST_KNOWN })
  return patterns.find(({ body: { pattern } }) => {
    const { role, text, mergedInto } = pattern
    if (role === MINER || mergedInto !== undefined) return false
    const isSame = tellTale !== undefined && pattern.tellTale === tellTale
    return isSame || (said !== undefined && checkedBy(text) === said)
  })?.id
}

const MOST_KNOWN = 5_000

function checkedBy(text: string): string | undefined {
  const check = checkOfLesson(text)
  return check && showsRelapse(check) ? checkInWords(check) : undefined
}

/** The lineage of a learning. If Mettle worded it from a session's commands, only its risk is checked; otherwise both the original text and the text as it would be shown are traced. */
async function lineageOf(context: LoopContext, record: LearningRecord, sighting: Sighting): Promise<Lineage> {
  const told = { ...record.provenance, role: sighting.role }
  if (isInOurWords(record)) return risky(record.learning.lesson, told)
  const lineage = await lineageIn(context, record.run)
  const all = [
    withoutReferences(record.learning.lesson).replace(LINK, '$1'),
    sighting.text,
    ...(sighting.trigger === undefined ? [] : [sighting.trigger]),
  ]
  return all.map((text) => lineage(text, told)).find(({ held }) => held !== undefined) ?? { provenance: told }
}

/** Holds a lesson that only code found until somebody confirms it or it came back in another session. An observation without a cure always waits for a person. */
function unconfirmed({ learning }: LearningRecord, lineage: Lineage, isBack: boolean): Lineage {
  const isConfirmed = isBack && learning.strength !== 'observation'
  if (learning.mined === undefined || lineage.held !== undefined || isConfirmed) return lineage
  const provenance = { ...lineage.provenance, source: 'external', trust: 'external' } as const
  return { provenance, held: UNCONFIRMED }
}

async function isSeenElsewhere({ journal }: LoopContext, { run }: LearningRecord, pattern: string) {
  const known = await bodyOf(journal, PATTERN, pattern)
  return known?.pattern.contexts.some((context) => context !== `run ${run}`) ?? false
}

const IN_OUR_WORDS: ReadonlySet<string> = new Set(['error-fix', 'recurring-failure', 'repository-command'])

function isInOurWords({ learning: { mined, agent } }: LearningRecord): boolean {
  return agent === MINER && mined !== undefined && IN_OUR_WORDS.has(mined.as)
}

async function refuse(
  context: LoopContext,
  record: LearningRecord,
  verdict: { reason: string; by?: string },
): Promise<One> {
  const isOurs = await append(context, [classified(record, { status: 'rejected', ...verdict })])
  return isOurs ? { kind: 'rejected', reason: verdict.reason } : { kind: 'left' }
}

/** The sighting with a model's labels and words; the rules fill in the rest. */
function relabelled(sighting: Sighting, label: Labelled): Sighting {
  if (!('by' in label)) return sighting
  const text = label.status === 'reworded' && label.text !== undefined ? sanitize(label.text).text : sighting.text
  const { category, strength = sighting.strength } = label
  return { ...sighting, text, textHash: textHash(text), category, strength }
}

function byWhom(label: Labelled | undefined): { name: { by?: string }; remark: string } {
  if (label === undefined) return { name: {}, remark: '' }
  if ('by' in label) return { name: { by: label.by }, remark: `; ${label.reason}` }
  return { name: {}, remark: `; by the rules, because ${label.fallback}` }
}

/** Why a learning is an echo: the run repeats a pattern it was shown. */
async function echoReason(
  context: LoopContext,
  { run, capturedAt: at }: LearningRecord,
  sighting: Sighting,
  sameAs: Pattern | undefined,
) {
  const shown = await echoesIn(context, { run, at })
  const echo = sameAs !== undefined && shown.has(sameAs.id) ? sameAs.id : shown.of(sighting)
  return echo === undefined ? undefined : `its run had been shown ${echo}, so it is an echo and no sighting`
}

/** The pattern that a lesson claims to replace: by id, else by the best match of its words. */
async function supersededPattern(context: LoopContext, { learning }: LearningRecord, own: string) {
  const { supersedes } = supersededBy(learning.lesson)
  if (supersedes === undefined) return undefined
  const named = await bodyOf(context.journal, PATTERN, supersedes)
  if (named !== undefined) return named.pattern.id === own ? undefined : named.pattern.id
  const hits = await context.journal.search(PATTERN, supersedes, MOST_SIMILAR)
  const known = hits.map(({ document }) => document.body.pattern)
  const others = known.filter(({ id }) => id !== own)
  const wordings = others.map(({ id, text }) => ({ id, summary: text }))
  return match(supersedes, wordings).id
}

/** A learning about a known situation in other words adds nothing, unless it contradicts; in the same words it is a sighting. */
async function knownByTrigger(context: LoopContext, sighting: Sighting): Promise<string | undefined> {
  const { role, trigger } = sighting
  if (trigger === undefined || trigger.trim() === '') return undefined
  const record = await bodyOf(context.journal, TRIGGER, triggerId({ role, trigger }))
  if (record === undefined) return undefined
  const known = await bodyOf(context.journal, PATTERN, record.pattern)
  const isContradicted =
    known !== undefined && relationBetween(context, sighting, known.pattern).relation === 'conflict'
  return isContradicted ? undefined : record.pattern
}

/** False if another learner was first: its judgement stands, although it may have known other patterns. */
async function append(context: LoopContext, drafts: readonly Draft[]): Promise<boolean> {
  return unlessTaken(async () => (await appendFacts(context, drafts))[0]?.duplicate === false, false)
}

function sightingOf({ learning }: LearningRecord): Sighting {
  const { text } = sanitize(withoutReferences(supersededBy(learning.lesson).lesson))
  const { trigger, context, citation } = learning
  return {
    text,
    textHash: textHash(text),
    role: learning.role ?? learning.agent,
    ...classify({ ...learning, lesson: text }),
    appliesTo: learning.appliesTo,
    learning: learning.learning,
    trigger,
    context,
    citation,
  }
}

function classified(
  record: LearningRecord,
  verdict: Omit<PayloadOf<'learning-classified'>, 'learning' | 'by'> & { by?: string },
): Draft {
  const { learning } = record.learning
  return {
    ...placeOf(record.run, record.capturedAt),
    type: 'learning-classified',
    payload: { learning, by: 'rules', ...verdict },
    key: `classified/${learning}`,
  }
}
