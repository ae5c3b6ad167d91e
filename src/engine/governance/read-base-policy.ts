import type { BasePolicy } from '../../domain/base-policy.ts'
import { BASE_POLICY } from './gate.ts'

type Check = (value: unknown) => boolean
type Fields = Readonly<Record<string, Check>>

const isFlag: Check = (value) => typeof value === 'boolean'
const isName: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.trim().length <= 200
const isRisk: Check = (value) => typeof value === 'number' && value >= 0 && value <= 10
const isRetries: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100
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

/**
 * The policy in a text, for hooks: they load no schema library, and the change of a file holds at the very next step. It takes no text that `checkBasePolicy` would refuse, and a
 * test compares the two.
 */
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
  return (
    hasFields(value, TOOL) &&
    'program' in value &&
    'adapter' in value &&
    !('only' in value && 'except' in value)
  )
}

function hasFields(value: unknown, fields: Fields): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    Object.entries(value).every(([key, one]) => Object.hasOwn(fields, key) && fields[key]!(one))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
