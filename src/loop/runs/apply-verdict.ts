import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { isFromOutside } from '../../domain/pattern-sighting.ts'
import { inputError, UserError } from '../../domain/user-error.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { isValidator, mayValidate, pairOf, type RolePair, sameRole } from '../../engine/laws/role-pairs.ts'
import { readVerdict, type Verdict } from '../../engine/laws/verdict.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { type CorrectionVerdict, correction, reinforcementGate } from '../../engine/standing/verdict-effects.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import { confirmedLevel } from '../../engine/trust/confirm-output.ts'
import type { LoopContext } from '../context.ts'
import { checkPlace, untilAppended } from '../facts/append-keys.ts'
import { factsAbout } from '../facts/facts-about.ts'
import { appendFacts } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { correctInput } from '../verbs/deliberations.ts'
import { type Blame, blame } from './blame.ts'
import { restatements } from './restatements.ts'
import { type CorrectionCase, correctionCase, correctionDrafts, type Ruling } from './verdict-case.ts'

/** A validator's verdict on a challenger's deliberation. */
export type CorrectRequest = Fields<typeof correctInput>

/** One action taken or not taken because of a verdict. */
export type CorrectionAction = PayloadOf<'verdict-recorded'>['actions'][number]

export interface Correction {
  readonly verdict: string
  /** The verdict was already recorded: these are its actions from then, and nothing changed. */
  readonly duplicate: boolean
  readonly result: Verdict['verdict']
  readonly adversarialRole: string
  readonly validatorRole: string
  readonly run?: string
  readonly deliberation?: string
  readonly evidenceLevel?: 1 | 2 | 3
  readonly gate: CorrectionVerdict['gate']
  readonly actions: readonly CorrectionAction[]
  /** What is wrong with the verdict block, in words. */
  readonly problems: readonly string[]
}

/** Acts on a validator's verdict: penalises false positives, credits the patterns behind a PASS if there is evidence, and ages those that were not used. One transaction; repeating a verdict changes nothing. */
export async function correct(context: LoopContext, request: CorrectRequest): Promise<Correction> {
  const asked = redactDeep(request).value as CorrectRequest
  checkPlace(asked)
  if (typeof asked.verdict !== 'string')
    throw inputError('verdict: the report of the validator is missing', 'Give its text.')
  const pair = namedPair(context, asked)
  const verdict = readVerdict(stripOwnBlocks(asked.verdict))
  const { run, deliberation } = asked
  return untilAppended(async () => {
    const findings = verdict.falsePositives
    const known = await correctionCase(context, { pair, findings, run, deliberation })
    const hearing = { asked, pair, verdict, known }
    const before = await verdictBefore(context, verdictId(hearing))
    if (before !== undefined) return reportOf(hearing, before, true)
    const ruling = rule(context, hearing)
    const appended = await appendFacts(context, await correctionDrafts(ruling))
    const { duplicate } = appended.find(({ event }) => typeOf(event.type) === 'verdict-recorded')!
    return reportOf(hearing, ruling, duplicate)
  })
}

type Hearing = Pick<Ruling, 'asked' | 'pair' | 'verdict' | 'known'>
type Ruled = Pick<Ruling, 'id' | 'level' | 'gate' | 'actions'>

/** The recorded actions of the same verdict. */
async function verdictBefore(context: LoopContext, id: string): Promise<Ruled | undefined> {
  const [found] = await factsAbout(context, `verdict/${id}`, 'verdict-recorded')
  if (found === undefined) return undefined
  const { result, evidenceLevel: level, actions } = found.payload
  return { id, level, gate: reinforcementGate({ result, evidenceLevel: level }), actions }
}

/** Derives the actions from the verdict, without reading or writing anything. A false positive claimed without evidence is neither penalised nor credited. */
function rule(context: LoopContext, hearing: Hearing): Ruling {
  const { asked, pair, verdict, known } = hearing
  const { policy } = context
  const level = levelOf(known, asked.changedFiles, policy)
  const changedFiles = asked.changedFiles ?? known.files
  const dismissal = {
    known,
    findings: verdict.falsePositives,
    counts: mayValidate(pair.validator, policy.roles),
    report: stripOwnBlocks(asked.verdict),
    changedFiles: changedFiles.length === 0 ? undefined : changedFiles,
    witness: { trusted: isValidator(pair.validator, policy.roles), records: known.records },
  }
  const blames = blame(dismissal, policy)
  const patternsOf = (found: readonly Blame[]) => new Set(found.flatMap(({ action }) => action.pattern ?? []))
  const blamed = patternsOf(blames)
  const disputed = patternsOf(blames.filter(({ action }) => action.kind === 'unproven'))
  const isGrounded = level === 1 || level === 2
  // A dismissed pattern must not be credited, and it is unknown which one was dismissed.
  const isUnclear = blames.some((one) => one.isUnclear)
  const cited = isGrounded && !isUnclear ? restatements(known, blamed, changedFiles, pair.adversarial) : []
  const tierOf = new Map(cited.map(({ pattern, tier }) => [pattern, tier]))
  const injected = known.injected
    .filter(({ id }) => !disputed.has(id))
    .map((item) => ({ ...item, tier: tierOf.get(item.id) ?? item.tier }))
  const judgement = { result: verdict.verdict, evidenceLevel: level, injected, blamed, changedFiles }
  const decided = correction(judgement, policy.correction)
  const actions = actionsOf({ blames, cited, known, fates: decided.fates })
  return { ...hearing, ...decided, id: verdictId(hearing), level, blames, cited, actions }
}

function namedPair(context: LoopContext, { adversarialRole, validatorRole }: CorrectRequest): RolePair {
  const { roles } = context.policy
  const pair = pairOf({ adversarial: adversarialRole, validator: validatorRole }, roles)
  if (pair === undefined)
    throw new UserError(
      'roles',
      `The roles leave open who judged whom; the pairs are ${roles.pairs.join(', ')}.`,
      'Name the role that challenged the work and the role that checked it.',
    )
  if (sameRole(pair.adversarial, pair.validator))
    throw new UserError('roles', `'${pair.validator}' cannot validate itself.`, 'Name two roles.')
  return pair
}

/** The evidence level of the challenger's deliberation, as known now: a tool's record may arrive late. Output once confirmed stays so. */
function levelOf(
  { deliberation, records }: CorrectionCase,
  named: readonly string[] | undefined,
  policy: Policy,
): 1 | 2 | 3 | undefined {
  if (deliberation === undefined) return undefined
  const { evidenceLevel: recorded, text, role, files } = deliberation.payload
  if (recorded === 1) return 1
  const trusted = isValidator(role, policy.roles) && !isFromOutside(deliberation.provenance.trust)
  const changedFiles = named ?? files
  const now = confirmedLevel({ text: stripOwnBlocks(text), changedFiles }, { trusted, records }).level
  return named === undefined && recorded < now ? recorded : now
}

function verdictId({ asked, pair, known }: Hearing): string {
  const { run, deliberation } = known
  const about = [run ?? null, deliberation?.payload.deliberation ?? null, pair.adversarial, pair.validator]
  return `v-${digest(canonicalJson([...about, asked.verdict])).slice(0, 24)}`
}

function reportOf({ pair, verdict, known }: Hearing, ruled: Ruled, duplicate: boolean): Correction {
  const { id, level, gate, actions } = ruled
  return {
    verdict: id,
    duplicate,
    result: verdict.verdict,
    adversarialRole: pair.adversarial,
    validatorRole: pair.validator,
    run: known.run,
    deliberation: known.deliberation?.payload.deliberation,
    evidenceLevel: level,
    gate,
    actions,
    problems: verdict.problems,
  }
}

function actionsOf({
  blames,
  cited,
  fates,
  known,
}: Pick<Ruling, 'blames' | 'cited' | 'fates' | 'known'>): CorrectionAction[] {
  const isOld = (pattern: string) => known.aged.has(pattern)
  return [
    ...blames.map(({ action }) => action),
    ...cited.map(({ pattern, reason }) => ({ kind: 'cited' as const, pattern, reason })),
    ...fates.map(({ pattern, fate: kind, reason }) =>
      kind === 'aged' && isOld(pattern)
        ? { kind: 'spared' as const, pattern, reason: 'aged before in this run' }
        : { kind, pattern, reason },
    ),
  ]
}
