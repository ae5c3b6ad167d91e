import type { PayloadOf } from '../domain/events/catalogue.ts'
import { isWithheld } from '../engine/holdout.ts'
import { type InjectablePattern, type Injection, inject as injectLaw } from '../engine/inject.ts'
import { redact } from '../engine/redact.ts'
import { sanitize } from '../engine/sanitize.ts'
import { type Standing, standingOf } from '../engine/standing.ts'
import { estimateBlockTokens } from '../engine/tokens.ts'
import { isEligible } from '../injection/eligible.ts'
import { overlapWith, type Work, wordSimilarity, workText, workWords } from '../injection/surroundings.ts'
import { PATTERN, SHOWABLE } from '../projection/documents.ts'
import { appendFacts, runStream } from './append-facts.ts'
import type { LoopContext } from './context.ts'
import type { ShelvedPattern } from './pattern-shelf.ts'

export interface InjectRequest extends Work {
  readonly role: string
  readonly run?: string
  readonly agent?: string
  readonly budgetTokens?: number
  /** Room left in the prompt. */
  readonly remainingTokens?: number
}

export interface Injected {
  /** What to put in front of the run; empty when nothing is worth it. */
  readonly block: string
  readonly run: string
  readonly receipt: string
  readonly tokens: number
  readonly path: Injection['path']
  readonly items: readonly { readonly pattern: string; readonly text: string; readonly score: number }[]
  readonly withheld: readonly string[]
}

interface Candidate {
  readonly shelved: ShelvedPattern
  readonly standing: Standing
  readonly line: InjectablePattern
}

const FOUND_BY_SEARCH = 64
const ENOUGH = 64
const MOST_PAGES = 5
const MOST_DISPLACED = 50

/** Puts the best patterns for some work into a block within the budget, and keeps a receipt of what was shown and why. */
export async function inject(context: LoopContext, request: InjectRequest): Promise<Injected> {
  const run = request.run ?? context.nextId()
  const candidates = await weigh(context, request, run)
  const wouldShow = new Set(pack(context, request, candidates).included)
  const withheld = candidates.filter(
    ({ shelved }) => wouldShow.has(shelved.id) && isHeldBack(context, run, shelved.id),
  )
  const shown =
    withheld.length === 0 ? candidates : candidates.filter((candidate) => !withheld.includes(candidate))
  const injection = pack(context, request, shown)
  const receipt = context.nextId()
  const payload = receiptOf(context, request, { receipt, injection, candidates: shown, withheld })
  await appendFacts(context, [
    { type: 'pattern-injected.v1', payload, stream: runStream(run), run, key: `receipt/${receipt}` },
  ])
  const included = new Set(injection.included)
  return {
    block: injection.block,
    run,
    receipt,
    tokens: injection.tokens,
    path: injection.path,
    items: shown
      .filter(({ shelved }) => included.has(shelved.id))
      .map(({ shelved, line, standing }) => ({
        pattern: shelved.id,
        text: line.text,
        score: standing.score,
      })),
    withheld: withheld.map(({ shelved }) => shelved.id),
  }
}

/** Candidates that may be shown, best first: those that rank highest by themselves, and those that the task speaks of. */
async function weigh(context: LoopContext, request: InjectRequest, _run: string): Promise<Candidate[]> {
  const now = context.now()
  const taskWords = workWords(request)
  const candidates: Candidate[] = []
  for (const shelved of await gather(context, request)) {
    const similarity = taskWords.size === 0 ? undefined : wordSimilarity(shelved.words, taskWords)
    const around = {
      overlap: overlapWith(shelved.record, request),
      ...(similarity === undefined ? {} : { similarity }),
    }
    const standing = standingOf(shelved.record, now, context.policy, around)
    if (standing.barredBecause.length === 0)
      candidates.push({ shelved, standing, line: lineOf(shelved, standing) })
  }
  return candidates.sort(
    (a, b) => b.standing.score - a.standing.score || (a.shelved.id < b.shelved.id ? -1 : 1),
  )
}

async function gather(context: LoopContext, request: InjectRequest): Promise<Iterable<ShelvedPattern>> {
  const { journal, shelf } = context
  await shelf.refresh(journal)
  const found = new Map<string, ShelvedPattern>()
  const keep = (shelved: ShelvedPattern) => {
    if (isEligible(shelved.record, request.role)) found.set(shelved.id, shelved)
  }
  for (const state of SHOWABLE) {
    for (let page = 0, before = found.size; page < MOST_PAGES && found.size - before < ENOUGH; page++) {
      const shelved = await shelf.page(journal, state, page)
      shelved.forEach(keep)
      if (shelved.length === 0) break
    }
  }
  const text = workText(request)
  if (text !== '') {
    for (const { document } of await journal.search(PATTERN, text, FOUND_BY_SEARCH))
      if ((SHOWABLE as readonly string[]).includes(document.state)) keep(shelf.shelve(document))
  }
  return found.values()
}

/** A pattern's text is redacted and sanitised again on its way out, whatever was done when it came in. */
function lineOf({ id, record }: ShelvedPattern, standing: Standing): InjectablePattern {
  const { pattern, evidence } = record
  return {
    id,
    text: sanitize(redact(pattern.text).text).text,
    score: standing.score,
    successes: Math.floor(evidence.successes),
    ignoreCount: evidence.ignoreCount,
    role: pattern.role,
  }
}

function pack(context: LoopContext, request: InjectRequest, candidates: readonly Candidate[]): Injection {
  const { role, budgetTokens, remainingTokens } = request
  return injectLaw(
    { role, patterns: candidates.map(({ line }) => line), budgetTokens, remainingTokens },
    context.policy.inject,
  )
}

/** Drawn once per run and pattern, so that it binds every surface of the run. */
function isHeldBack(context: LoopContext, run: string, pattern: string): boolean {
  const { project } = context.journal.scope
  return isWithheld({ seed: project, run, pattern }, context.settings.holdoutShare)
}

interface Packed {
  readonly receipt: string
  readonly injection: Injection
  readonly candidates: readonly Candidate[]
  readonly withheld: readonly Candidate[]
}

function receiptOf(
  context: LoopContext,
  request: InjectRequest,
  packed: Packed,
): PayloadOf<'pattern-injected.v1'> {
  const { injection, candidates, withheld } = packed
  const { inject: policy } = context.policy
  const propensity = 1 - context.settings.holdoutShare
  const included = new Set(injection.included)
  const items = candidates.filter(({ shelved }) => included.has(shelved.id))
  const displaced = candidates.filter(({ shelved }) => !included.has(shelved.id))
  const roleBudget = policy.adversarialRoles.includes(request.role.toLowerCase())
    ? policy.adversarialBudgetTokens
    : policy.otherBudgetTokens
  return {
    receipt: packed.receipt,
    surface: 'role-block',
    role: request.role,
    ...(request.agent === undefined ? {} : { agent: request.agent }),
    request: requested(request),
    profile: context.settings.profile,
    policyHash: context.projector.policyHash,
    budgetTokens: Math.min(
      request.remainingTokens ?? Number.MAX_SAFE_INTEGER,
      request.budgetTokens ?? roleBudget,
    ),
    usedTokens: injection.tokens,
    path: injection.path,
    items: items.map((candidate) => ({
      ...entry(candidate),
      parts: { ...candidate.standing.parts },
      propensity,
    })),
    displaced: displaced.slice(0, MOST_DISPLACED).map((candidate) => ({
      ...entry(candidate),
      reason: candidate.standing.score < policy.minScore ? ('score' as const) : ('budget' as const),
    })),
    displacedTotal: displaced.length,
    withheld: withheld.map((candidate) => ({ ...entry(candidate), propensity })),
  }
}

function entry({ shelved, standing, line }: Candidate) {
  return { pattern: shelved.id, score: standing.score, tokens: estimateBlockTokens([line.text]) }
}

function requested({
  task,
  labels,
  files,
  phase,
}: InjectRequest): PayloadOf<'pattern-injected.v1'>['request'] {
  return {
    ...(task === undefined ? {} : { task: task.slice(0, 8_000) }),
    ...(labels === undefined ? {} : { labels: [...labels] }),
    ...(files === undefined ? {} : { files: [...files] }),
    ...(phase === undefined ? {} : { phase }),
  }
}
