import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type Drawn, drawShare } from '../engine/belief/holdout.ts'
import type { BlockLimits } from '../engine/belief/selection.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { budgetOf, type Injection, lineTokens } from '../engine/laws/role-block.ts'
import { isPlainText } from '../engine/secrets/placeholder.ts'
import { redact } from '../engine/secrets/redact.ts'
import { lineCost } from '../engine/text/tokens.ts'
import { blockLimitsOf, type Candidate, isWorthShowing, shownCost, type Weight } from './candidate.ts'
import type { Withheld } from './traits.ts'
import type { InjectRequest } from './work-context.ts'

type Receipt = PayloadOf<'pattern-injected'>

/** A longer block is not stored. */
const LONGEST_BLOCK = 100_000

const MOST_DISPLACED = 20
const MOST_TASK = 8_000
const MOST_LABELS = 200
const MOST_FILES = 1_000
const LONGEST_NAME = 200
const LONGEST_PATH = 4_096
const MOST_TOKENS = 1_000_000_000

/** The packed block of a request, its candidates, and the patterns withheld at random. */
export interface Packed extends Withheld {
  readonly receipt: string
  readonly drawn: Omit<Drawn, 'isHeld'>
  readonly policyHash: string
  readonly profile: Receipt['profile']
  readonly surface: Receipt['surface']
  readonly strategies?: readonly string[]
  readonly tool?: string
  readonly command?: string
  /** The most lines that the surface shows. */
  readonly most?: number
}

/** The receipt of an injection: what was shown, dropped and withheld, with scores, costs and probabilities. These cannot be recovered later. */
export function receiptOf(request: InjectRequest, packed: Packed, policy: Policy): Receipt {
  const { injection, candidates, withheld } = packed
  const told = {
    minScore: policy.inject.minScore,
    left: injection.left ?? blockLimitsOf(candidates, recordedBudget(request, policy), policy.bayes).left,
  }
  const propensityOf = ({ standing }: Candidate) => 1 - drawShare(packed.drawn.share, standing.belief?.isOpen)
  const included = new Set(injection.included)
  const displaced = candidates.filter(({ id }) => !included.has(id))
  const entry = (candidate: Candidate) => entryOf(candidate, request.role)
  return {
    receipt: packed.receipt,
    surface: packed.surface,
    role: isNameless(request, packed) ? undefined : request.role,
    tool: packed.tool,
    agent: request.agent,
    strategies: packed.strategies && [...packed.strategies],
    request: requested(request, packed.command),
    profile: packed.profile,
    policyHash: packed.policyHash,
    budgetTokens: recordedBudget(request, policy),
    usedTokens: injection.tokens,
    block: injection.block === '' || injection.block.length > LONGEST_BLOCK ? undefined : injection.block,
    path: injection.path,
    items: candidates
      .filter(({ id }) => included.has(id))
      .map((candidate) => {
        const { pattern, score, tokens } = entry(candidate)
        const parts = partsOf(candidate, injection, packed.drawn.share)
        const chance =
          candidate.rule === undefined
            ? rounded(propensityOf(candidate) * (injection.chances?.get(candidate.id) ?? 1))
            : 1
        return { parts, pattern, propensity: chance, score, tokens }
      }),
    displaced: displaced.slice(0, MOST_DISPLACED).map((candidate) => {
      const { pattern, score, tokens } = entry(candidate)
      const near = candidate.near?.find((id) => included.has(id))
      const reason = reasonOf(candidate, packed, told)
      const isNear = near !== undefined && (reason === 'cap' || reason === 'budget')
      return isNear ? { near, pattern, reason: 'near', score, tokens } : { pattern, reason, score, tokens }
    }),
    displacedTotal: displaced.length,
    withheld: withheld.map((candidate) => {
      const { pattern, score, tokens } = entry(candidate)
      return { pattern, propensity: propensityOf(candidate), score, tokens }
    }),
    ...holdoutOf(packed.drawn),
  }
}

/** The propensities apply to runs that are not withheld as a whole. */
function holdoutOf({ share, runShare, isRunHeld }: Packed['drawn']): Pick<Receipt, 'holdout'> {
  if (share === 0 && runShare === 0) return {}
  return { holdout: { share, runShare: runShare === 0 ? undefined : runShare, isRunHeld: isRunHeld || undefined } }
}

/** Receipts do not give a name to the agent of a session that has none. */
function isNameless({ agent }: InjectRequest, { surface }: Packed): boolean {
  return surface === 'tool-call' && agent === undefined
}

function entryOf(candidate: Candidate, role: string) {
  const { id, standing, line, shownAs, rule } = candidate
  const tokens =
    rule !== undefined ? lineCost(rule.tokens) : shownAs === undefined ? lineTokens(line, role) : shownCost(candidate)
  return { pattern: id, score: rounded(standing.score), tokens }
}

/** Six digits distinguish any scores that matter, and receipts are most of a journal. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** The parts of a score, and whether the pattern was shown to learn about it. In the order in which a fact is written, like every entry, so that nothing needs sorting. */
function partsOf({ id, standing, rule }: Candidate, { chances }: Injection, share: number) {
  const drawn = drawShare(share, standing.belief?.isOpen)
  const parts: Weight['parts'] = {
    ...standing.parts,
    ...(chances?.has(id) ? { exploration: 1 } : {}),
    ...(rule !== undefined && { rule: 1 }),
    ...(rule === undefined && drawn !== share ? { withheldShare: drawn } : {}),
  }
  const told: Record<string, number> = {}
  for (const name of Object.keys(parts).sort()) told[name] = rounded(parts[name]!)
  return told
}

function reasonOf(
  candidate: Candidate,
  { most = Number.POSITIVE_INFINITY, injection }: Packed,
  { minScore, left }: { readonly minScore: number; readonly left: BlockLimits['left'] },
): Receipt['displaced'][number]['reason'] {
  const { leftOut } = candidate
  if (!isWorthShowing(candidate, minScore)) return 'score'
  return leftOut ?? left.get(candidate.id) ?? (injection.included.length >= most ? 'cap' : 'budget')
}

function recordedBudget(request: InjectRequest, policy: Policy): number {
  return Math.max(0, Math.min(MOST_TOKENS, Math.floor(budgetOf(request, policy.inject))))
}

/** The request within the limits of a receipt. It is redacted before it is cut, so that no cut hides half a secret. */
function requested({ task, labels, files, phase }: InjectRequest, command: string | undefined): Receipt['request'] {
  return {
    task: task === undefined ? undefined : clean(task).slice(0, MOST_TASK),
    command: command === undefined ? undefined : clean(command).slice(0, MOST_TASK),
    labels: labels && within(labels, MOST_LABELS, LONGEST_NAME),
    files: files && within(files, MOST_FILES, LONGEST_PATH),
    phase,
  }
}

const clean = (text: string) => (isPlainText(text) ? text : redact(text).text)

function within(items: readonly string[], most: number, longest: number): string[] {
  return items.filter((item) => item.trim() !== '' && item.length <= longest).slice(0, most)
}
