import { polarityOf } from '../../capture/classify.ts'
import type { Step } from '../../capture/session/session.ts'
import { speakerOf } from '../../domain/event.ts'
import { once } from '../../domain/once.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { MADE_A_RULE, PERSON, placesOf, ruleOf } from '../../domain/pattern-pull.ts'
import { EVERYONE } from '../../domain/pattern-scope.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { inputError, notFound, UserError } from '../../domain/user-error.ts'
import { relationOf } from '../../engine/laws/relation.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { oneLine } from '../../engine/text/visible-text.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { ALL } from '../facts/cached-lists.ts'
import { appendFacts, BY_PERSON, type Draft, JOURNAL_STREAM, patternStream } from '../journal/append-facts.ts'
import { joinPattern } from '../patterns/join-pattern.ts'
import { showPattern } from '../patterns/patterns.ts'
import type { By, Fields } from '../verbs/define-verb.ts'
import type { addRuleInput, removeRuleInput } from '../verbs/patterns.ts'
import { lineageIn } from './lineage.ts'

const SEARCHED = 24
const MOST_NEAR = 3
const LONGEST = 500
/** A new rule replaces one only if it leaves no room for it, or shares at least this much of its words. */
const SURE = 0.75

export type RuleRequest = Fields<typeof addRuleInput> & By

export interface Rule {
  readonly id: string
  readonly text: string
  readonly by: string
  readonly madeAt: number
  readonly role?: string
  readonly places: readonly string[]
  /** Other wordings of the same rule. */
  readonly alsoSaid: readonly string[]
  readonly replaces?: string
}

export interface RuleAdded {
  readonly rule: Rule
  /** `known`: the rule existed, and this is another wording of it. */
  readonly status: 'new' | 'known'
  /** Rules that said the opposite; they are no longer shown. */
  readonly replaced: readonly Told[]
  /** Rules that may say the opposite. They are still shown: a person decides. */
  readonly doubtful: readonly Told[]
  /** Patterns that may say the same in other words. They are still shown: a person decides. */
  readonly near: readonly Told[]
  /** Learned patterns that say the same; they are shown as this rule. */
  readonly merged: readonly Told[]
  /** Undoing it takes all of this back. */
  readonly event: string
}

export interface Told {
  readonly pattern: string
  readonly text: string
}

/** The rules that agents are shown, the latest first. */
export async function listRules({ journal }: LoopContext): Promise<Rule[]> {
  const documents = await journal.list(PATTERN, { states: ['rule'], limit: ALL })
  return documents.map(({ body }) => viewed(body.pattern))
}

/** Makes a rule of a person's statement. A rule with the same meaning gets another wording, one with the opposite is replaced, and a learned pattern with the same is merged into it. It is one transaction; undoing any part undoes all. */
export async function addRule(context: LoopContext, request: RuleRequest): Promise<RuleAdded> {
  if (speakerOf(context.origin) !== 'person')
    throw new UserError('person', 'Only a person can make a rule.', 'A person types in a terminal: mettle rule add "…"')
  return stateRule(context, request)
}

/** A request to remember in a prompt: after `remember:` or `rule:`, or after `from now on`. */
const REMEMBER =
  /^\s*["'“]?\s*(?:(?:please |bitte )?(?:remember|(?:new |team )?rule|merk dir|regel|retiens|règle|记住|规则)\s*[:：]|(?:from now on|ab (?:jetzt|sofort)|désormais|à partir de maintenant|从现在(?:开始|起))\s*[,，:：]?)\s*(\S.{3,400}?)["'”]?\s*$/iu
/** Whether a sentence asks to be remembered: then it is a rule already, and needs nobody's review. */
export const isAskedFor = (sentence: string): boolean => REMEMBER.test(sentence)

const LONGEST_PROMPT = 1_500
const MOST_OF_ONE_PROMPT = 5

/** Makes rules of a person's requests to remember in a session, each once: removed or undone ones stay so. Pasted text and repeated tool output are no rules. */
export async function rememberSaid(context: LoopContext, run: string, steps: readonly Step[]): Promise<void> {
  const lineage = once(() => lineageIn(context, run))
  for (const step of steps) {
    if (step.is !== 'prompt' || step.text.length > LONGEST_PROMPT) continue
    const typed = step.text.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(/^\s*>.*$/gm, '')
    const said = typed.split('\n').flatMap((line) => REMEMBER.exec(line)?.[1] ?? [])
    for (const [n, text] of said.slice(0, MOST_OF_ONE_PROMPT).entries()) {
      const batch = `rule/${step.event}-${n}`
      const [known] = await context.journal.read({ key: `${batch}/said`, limit: 1 })
      if (known !== undefined || adviceRisk(text) !== undefined) continue
      const { held } = (await lineage())(text, BY_PERSON)
      if (held !== undefined || (await isOvertaken(context, text, step.at))) continue
      await stateRule(context, { text, by: PERSON, saidAt: step.at }, batch)
    }
  }
}

/** Whether a rule that was made after that time says the opposite; a session may be read long after it happened. */
async function isOvertaken(context: LoopContext, text: string, saidAt: number): Promise<boolean> {
  const { opposite } = await nearTo(context, text, EVERYONE)
  return opposite.some((one) => (ruleOf(one)?.at ?? 0) > saidAt)
}

/** The same for what a person said elsewhere. */
export async function stateRule(
  context: LoopContext,
  request: RuleRequest & { readonly saidAt?: number; readonly tellTale?: string | undefined },
  batch = `rule/${context.nextId()}`,
): Promise<RuleAdded> {
  const { at, role = EVERYONE, by, saidAt } = request
  const text = wordsOf(request.text)
  const sighting = {
    text,
    textHash: textHash(text),
    role: PERSON,
    category: 'convention' as const,
    strength: 'rule' as const,
    polarity: polarityOf(text),
    appliesTo: [role],
    context: at === undefined ? undefined : { files: [at] },
  }
  const near = await nearTo(context, text, role)
  const known = near.same.find((one) => ruleOf(one) !== undefined)
  const { pattern: id, ...joined } =
    known === undefined
      ? await joinPattern(context, sighting)
      : { pattern: known.id, method: 'jaccard' as const, similarity: 1 }
  const replaced = near.opposite.filter((one) => one.id !== id && ruleOf(one) !== undefined)
  const merged = near.same.filter((one) => one.id !== id && ruleOf(one) === undefined)
  const draft = draftsOf(batch, by)
  const reason = replaced.length === 0 ? MADE_A_RULE : `${REPLACES}${replaced.map((one) => one.text).join('; ')}`
  // A lesson keeps its check for repeated mistakes when a person makes it a rule.
  const tellTale = request.tellTale ?? merged.find((one) => one.tellTale !== undefined)?.tellTale
  const sight = { ...sighting, pattern: id, joined, ...withoutUndefined({ tellTale }) }
  const drafts: Draft[] = [
    {
      type: 'pattern-sighted',
      payload: await checkPayload('pattern-sighted', sight),
      stream: JOURNAL_STREAM,
      key: `${batch}/said`,
      provenance: { source: 'person', role: PERSON, trust: 'internal' },
    },
    ...(known === undefined
      ? [await draft('pattern-promoted', id, { reason: reason.slice(0, 2_000), axes: [...BOTH] })]
      : []),
  ]
  for (const one of replaced)
    drafts.push(
      await draft('pattern-deprecated', one.id, {
        reason: `a later rule says otherwise: ${text}`.slice(0, 2_000),
        axes: [...BOTH],
      }),
    )
  for (const one of merged) drafts.push(await draft('pattern-merged', one.id, { into: id, reason: MADE_A_RULE }))
  const dated = drafts.map((one) => ({ ...one, occurredAt: saidAt }))
  const [said, made = said] = await appendFacts(context, dated)
  const { pattern } = await showPattern(context, id)
  return {
    rule: viewed(pattern),
    status: known === undefined ? 'new' : 'known',
    replaced: replaced.map(told),
    doubtful: near.unsure.filter((one) => ruleOf(one) !== undefined).map(told),
    near: near.near.filter((one) => one.id !== id).map(told),
    merged: merged.map(told),
    event: made!.event.id,
  }
}

export type RuleRemoval = Fields<typeof removeRuleInput> & By

export interface RuleRemoved extends Told {
  /** Undoing it brings the rule back. */
  readonly event: string
}

/** Takes a rule away: agents are no longer shown it. */
export async function removeRule(context: LoopContext, request: RuleRemoval): Promise<RuleRemoved> {
  const { pattern } = await showPattern(context, request.rule)
  if (ruleOf(pattern) === undefined) throw notFound(`'${pattern.id}' is not a rule.`, 'mettle rule list')
  const { by, reason = 'the rule was removed' } = request
  const draft = await draftsOf(`rule/${context.nextId()}`, by)('pattern-deprecated', pattern.id, {
    reason,
    axes: [...BOTH],
  })
  const [removed] = await appendFacts(context, [draft])
  return { ...told(pattern), event: removed!.event.id }
}

const BOTH = ['lifecycle', 'maturity'] as const
const REPLACES = 'it replaces: '

/** Facts of one decision share a key prefix, so they are undone together. */
function draftsOf(batch: string, by: string) {
  return async <T extends 'pattern-promoted' | 'pattern-deprecated' | 'pattern-merged'>(
    type: T,
    pattern: string,
    more: object,
  ): Promise<Draft> =>
    ({
      type,
      payload: await checkPayload(type, { pattern, by, ...more }),
      stream: patternStream(pattern),
      key: `${batch}/${type}/${pattern}`,
      provenance: BY_PERSON,
    }) as Draft
}

function wordsOf(given: string): string {
  const text = oneLine(sanitize(redact(stripOwnBlocks(given)).text).text).trim()
  if (text === '') throw inputError('The rule has no words.', 'mettle rule add "Ask before you delete a branch"')
  if (text.length <= LONGEST) return text
  throw inputError(
    `The rule has ${text.length} characters, and at most ${LONGEST} are shown at every start.`,
    'Say it in one or two sentences, or split it into several rules.',
  )
}

interface Near {
  readonly same: readonly Pattern[]
  readonly opposite: readonly Pattern[]
  /** Possible opposites. */
  readonly unsure: readonly Pattern[]
  /** Perhaps the same; the nearest first. */
  readonly near: readonly Pattern[]
}

/** The rules and learned patterns that say the same as a text, and those that say the opposite. */
async function nearTo({ journal, embedder }: LoopContext, text: string, isFor: string): Promise<Near> {
  const rules = await journal.list(PATTERN, { states: ['rule'], limit: ALL })
  const found = (await journal.search(PATTERN, text, SEARCHED)).map(({ document }) => document)
  const all = new Map([...rules, ...found].map(({ id, body }) => [id, body.pattern]))
  const [same, opposite, unsure]: Pattern[][] = [[], [], []]
  const near: [Pattern, number][] = []
  for (const one of all.values()) {
    const isShared = one.appliesTo.length === 0 || [isFor, EVERYONE].some((name) => one.appliesTo.includes(name))
    if (one.mergedInto !== undefined || !isShared) continue
    const relations = [one.text, ...one.aliases].map((other) => relationOf(text, other, embedder()))
    const { relation, similarity, nearness, isFinal } = relations[0]!
    if (relations.some((found) => found.relation === 'same')) same!.push(one)
    else if (relation === 'near' && !one.quarantined) near.push([one, nearness])
    else if (relation === 'conflict') (isFinal || similarity >= SURE ? opposite! : unsure!).push(one)
  }
  const nearest = near.sort(([, a], [, b]) => b - a).slice(0, MOST_NEAR)
  return { same: same!, opposite: opposite!, unsure: unsure!, near: nearest.map(([one]) => one) }
}

function told({ id, text }: Pattern): Told {
  return { pattern: id, text }
}

function viewed(pattern: Pattern): Rule {
  const { id, text, appliesTo, aliases } = pattern
  const { by = '', at = 0, reason = '' } = ruleOf(pattern) ?? {}
  const [role] = appliesTo.filter((name) => name !== EVERYONE)
  return {
    id,
    text,
    by,
    madeAt: at,
    role: appliesTo.includes(EVERYONE) ? undefined : role,
    places: placesOf(pattern),
    alsoSaid: aliases,
    replaces: reason.startsWith(REPLACES) ? reason.slice(REPLACES.length) : undefined,
  }
}
