import { SAFETY_RULES, type SafetyDecision } from './rules.ts'
import type { Match } from './shell-rules.ts'

/** A rule that a step matches, and the part of the step that made it match. */
export interface SafetyFinding {
  readonly rule: string
  readonly decision: SafetyDecision
  readonly because: string
}

/** People's decisions about the rules: which are off, and which are stricter than their defaults. */
export interface SafetyChoices {
  readonly off?: readonly string[] | undefined
  readonly stricter?: Readonly<Record<string, SafetyDecision>> | undefined
}

/** The decision of a rule after people's choices; undefined if it is off. A project's policy file can only tighten it. */
export function chosenDecision(id: string, { off = [], stricter }: SafetyChoices): SafetyDecision | undefined {
  const known = SAFETY_RULES.find((item) => item.id === id)
  if (known === undefined) return undefined
  const wanted = stricter !== undefined && Object.hasOwn(stricter, id) ? stricter[id] : undefined
  if (wanted === 'deny') return 'deny'
  if (off.includes(id)) return wanted
  return known.isOptional ? wanted : known.decision
}

/** The findings of some matches under these choices: each rule once, refusals first. */
export function findingsOf(matches: readonly Match[], choices: SafetyChoices): SafetyFinding[] {
  const found = new Map<string, SafetyFinding>()
  for (const { rule, detail } of matches) {
    const decision = chosenDecision(rule, choices)
    if (decision === undefined || found.has(rule)) continue
    const { because } = SAFETY_RULES.find(({ id }) => id === rule)!
    found.set(rule, { rule, decision, because: detail === undefined ? because : `${because} (${detail})` })
  }
  return [...found.values()].sort((a, b) => Number(b.decision === 'deny') - Number(a.decision === 'deny'))
}

/** Whether an option is an abbreviation, which GNU programs and Git accept if it is unambiguous: `--rec`, from `--r` on, is `--recursive`. */
export function isShortFor(arg: string, least: string, option: string): boolean {
  return arg.startsWith(least) && option.startsWith(arg)
}
