import { canonicalJson } from '../domain/canonical-json.ts'
import { digest } from '../domain/digest.ts'
import { UserError } from '../domain/user-error.ts'
import { correction } from '../engine/correction.ts'
import { evidenceLevel } from '../engine/evidence-level.ts'
import { redactDeep } from '../engine/redact.ts'
import { mayValidate, pairOf, type RolePair, sameRole } from '../engine/role-pairs.ts'
import { stripOwnBlocks } from '../engine/strip-own-blocks.ts'
import { readVerdict } from '../engine/verdict.ts'
import { appendFacts } from './append-facts.ts'
import { blame } from './blame.ts'
import { checkPlace } from './check-payload.ts'
import type { LoopContext } from './context.ts'
import { type CorrectionCase, correctionCase } from './correction-case.ts'
import { correctionDrafts, type Ruling } from './correction-drafts.ts'
import type { Correction, CorrectionAction, CorrectRequest } from './correction-report.ts'
import { factsAbout } from './facts-about.ts'
import { restatements } from './restatements.ts'
import { untilAppended } from './until-appended.ts'

/**
 * Acts on a validator's verdict: what it calls a false positive is penalised, a PASS on evidence credits the patterns behind
 * the work, and those that were passed over age a step. One transaction; the same verdict twice changes nothing.
 */
export async function correct(context: LoopContext, request: CorrectRequest): Promise<Correction> {
  const asked = redactDeep(request).value as CorrectRequest
  checkPlace(asked)
  if (typeof asked.verdict !== 'string')
    throw new UserError('input', 'verdict: the report of the validator is missing', 'Give its text.')
  const pair = namedPair(context, asked)
  const verdict = readVerdict(stripOwnBlocks(asked.verdict))
  const { run, deliberation } = asked
  return untilAppended(async () => {
    const findings = verdict.falsePositives
    const known = await correctionCase(context, { pair, findings, run, deliberation })
    const ruling = rule(context, { asked, pair, verdict, known })
    const isKnown = (await factsAbout(context, `verdict/${ruling.id}`)).length > 0
    if (isKnown) return reportOf(ruling, true)
    const appended = await appendFacts(context, await correctionDrafts(ruling))
    return reportOf(ruling, appended.find(({ event }) => event.type === 'verdict-recorded.v1')!.duplicate)
  })
}

type Hearing = Pick<Ruling, 'asked' | 'pair' | 'verdict' | 'known'>

/** What follows from the verdict. Nothing is read or written here. */
function rule(context: LoopContext, hearing: Hearing): Ruling {
  const { asked, pair, verdict, known } = hearing
  const { policy } = context
  const level = levelOf(known, asked.changedFiles)
  const changedFiles = asked.changedFiles ?? known.files
  const counts = mayValidate(pair.validator, policy.roles)
  const blames = blame(known, verdict.falsePositives, counts, policy)
  const blamed = new Set(blames.flatMap(({ action }) => action.pattern ?? []))
  const isGrounded = level === 1 || level === 2
  const cited = isGrounded ? restatements(known, blamed, changedFiles, pair.adversarial) : []
  const tierOf = new Map(cited.map(({ pattern, tier }) => [pattern, tier]))
  const injected = known.injected.map((item) => ({ ...item, tier: tierOf.get(item.id) ?? item.tier }))
  const judgement = { result: verdict.verdict, evidenceLevel: level, injected, blamed, changedFiles }
  return {
    ...hearing,
    ...correction(judgement, policy.correction),
    id: verdictId(hearing),
    level,
    blames,
    cited,
  }
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

/** As it was recorded, or as the changed files that are known by now make it. */
function levelOf({ deliberation }: CorrectionCase, changedFiles: readonly string[] | undefined) {
  if (deliberation === undefined) return undefined
  const { evidenceLevel: recorded, text } = deliberation.payload
  if (changedFiles === undefined || recorded < 3) return recorded
  const now = evidenceLevel({ text: stripOwnBlocks(text), changedFiles })
  return now.claimed ? now.levelIfUnconfirmed : now.level
}

function verdictId({ asked, pair, known }: Hearing): string {
  const { run, deliberation } = known
  const about = [run ?? null, deliberation?.payload.deliberation ?? null, pair.adversarial, pair.validator]
  return `v-${digest(canonicalJson([...about, asked.verdict])).slice(0, 24)}`
}

function reportOf(ruling: Ruling, duplicate: boolean): Correction {
  const { id, pair, verdict, known, level, gate } = ruling
  return {
    verdict: id,
    duplicate,
    result: verdict.verdict,
    adversarialRole: pair.adversarial,
    validatorRole: pair.validator,
    ...(known.run === undefined ? {} : { run: known.run }),
    ...(known.deliberation === undefined ? {} : { deliberation: known.deliberation.payload.deliberation }),
    ...(level === undefined ? {} : { evidenceLevel: level }),
    gate: duplicate ? { open: false, reason: 'this verdict was recorded before' } : gate,
    actions: duplicate ? [] : actionsOf(ruling),
    problems: verdict.problems,
  }
}

function actionsOf({ blames, cited, fates, known }: Ruling): CorrectionAction[] {
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
