import type { BasePolicy } from '../../domain/base-policy.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { BASE_POLICY } from './gate.ts'
import { idOf } from './normalise-outcome.ts'

/** Rules of a policy file that are valid but hardly intended: they contradict or hide each other. */
export function basePolicyWarnings(base: BasePolicy): string[] {
  return [...limitWarnings('', base), ...adapterWarnings(base), ...toolWarnings(base)]
}

function adapterWarnings(base: BasePolicy): string[] {
  const seen = new Map<string, string>()
  return Object.entries(base.adapters).flatMap(([name, rule]) => {
    const field = `adapters.${name}`
    const twin = seen.get(idOf(name))
    seen.set(idOf(name), twin ?? name)
    return [
      ...(twin === undefined ? [] : [`${field}: is the same adapter as ${twin}, whose rule holds`]),
      ...(rule.deny && rule.requireApproval ? [`${field}: is denied, so nobody is ever asked`] : []),
      ...limitWarnings(`${field}.`, { ...base, ...rule }),
    ]
  })
}

function limitWarnings(
  field: string,
  { askFromRisk, denyFromRisk }: { readonly askFromRisk: number; readonly denyFromRisk?: number | undefined },
): string[] {
  if (denyFromRisk === undefined || denyFromRisk > askFromRisk) return []
  return [
    `${field}denyFromRisk: ${denyFromRisk} is not above askFromRisk ${askFromRisk}, so nobody is asked about risk`,
  ]
}

/** The first matching rule applies, so nothing after a rule for all commands of a program is reached. */
function toolWarnings({ tools }: BasePolicy): string[] {
  return tools.flatMap((rule, at) => {
    const before = tools.findIndex(
      (earlier, place) => place < at && earlier.program === rule.program && !earlier.only && !earlier.except,
    )
    return before === -1 ? [] : [`tools[${at}]: is never reached, for tools[${before}] takes every '${rule.program}'`]
  })
}

type Rule = BasePolicy['adapters'][string]
type Limits = Pick<Rule, 'maxRetries' | 'askFromRisk' | 'denyFromRisk'>

/** The fields in which a policy is looser than another. Until a person accepts that, the gate applies the stricter of both. */
export function looserThan(policy: BasePolicy, other: BasePolicy): string[] {
  const rules = new Map(Object.entries(policy.adapters).map(([name, rule]) => [idOf(name), rule]))
  return [
    ...looserLimits(policy, other),
    ...(other.unclear === 'ask' && policy.unclear === 'allow' ? ['unclear'] : []),
    ...Object.entries(other.adapters).flatMap(([name, rule]) =>
      looserRule(rules.get(idOf(name)) ?? {}, rule).map((field) => `adapters.${name}.${field}`),
    ),
    ...Object.entries(other.safety ?? {}).flatMap(([rule, says]) =>
      policy.safety?.[rule] === says || policy.safety?.[rule] === 'deny' ? [] : [`safety.${rule}`],
    ),
    // For the assignment of programs to adapters, neither side is stricter.
    ...(canonicalJson(policy.tools) === canonicalJson(other.tools) ? [] : ['tools']),
  ]
}

function looserRule(rule: Rule, other: Rule): string[] {
  const flags = (['deny', 'requireApproval'] as const).filter((flag) => other[flag] && !rule[flag])
  return [...flags.filter((flag) => flag === 'deny' || !rule.deny), ...looserLimits(rule, other)]
}

function looserLimits(limits: Limits, other: Limits): string[] {
  const fields = ['maxRetries', 'askFromRisk', 'denyFromRisk'] as const
  return fields.filter(
    (field) => other[field] !== undefined && (limits[field] ?? Number.POSITIVE_INFINITY) > other[field],
  )
}

type Check = (value: unknown) => boolean
type Fields = Readonly<Record<string, Check>>

const isFlag: Check = (value) => typeof value === 'boolean'
const isName: Check = (value) => typeof value === 'string' && value.trim() !== '' && value.trim().length <= 200
const isRisk: Check = (value) => typeof value === 'number' && value >= 0 && value <= 10
const isRetries: Check = (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100
const isNames: Check = (value) => Array.isArray(value) && value.length <= 200 && value.every(isName)
const isSome: Check = (value) => isNames(value) && (value as unknown[]).length > 0

const RULE: Fields = {
  deny: isFlag,
  requireApproval: isFlag,
  maxRetries: isRetries,
  askFromRisk: isRisk,
  denyFromRisk: isRisk,
  approvers: isSome,
  note: (value) => typeof value === 'string' && value !== '' && value.length <= 2_000,
}

const TOOL: Fields = {
  program: isName,
  adapter: (value) => typeof value === 'string' && value.trim().length <= 200,
  only: isSome,
  except: isSome,
  valued: isNames,
}

const FILE: Fields = {
  version: (value) => value === 1,
  maxRetries: isRetries,
  askFromRisk: isRisk,
  denyFromRisk: isRisk,
  unclear: (value) => value === 'allow' || value === 'ask',
  approvers: isSome,
  adapters: (value) =>
    isRecord(value) && Object.entries(value).every(([name, rule]) => isName(name) && hasFields(rule, RULE)),
  safety: (value) =>
    isRecord(value) &&
    Object.entries(value).every(([rule, says]) => isName(rule) && (says === 'ask' || says === 'deny')),
  tools: (value) => Array.isArray(value) && value.length <= 1_000 && value.every(isTool),
}

/** Reads the policy from a text, for hooks: they load no schema library, and a changed file applies at the next step. Rejects every text that `checkBasePolicy` would refuse; a test compares the two. */
export function readBasePolicy(text: string): BasePolicy | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (!hasFields(value, FILE) || !('version' in value)) return undefined
    return { ...BASE_POLICY, ...(value as unknown as BasePolicy) }
  } catch {
    return undefined
  }
}

function isTool(value: unknown): boolean {
  return hasFields(value, TOOL) && 'program' in value && 'adapter' in value && !('only' in value && 'except' in value)
}

function hasFields(value: unknown, fields: Fields): value is Record<string, unknown> {
  return isRecord(value) && Object.entries(value).every(([key, one]) => Object.hasOwn(fields, key) && fields[key]!(one))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
