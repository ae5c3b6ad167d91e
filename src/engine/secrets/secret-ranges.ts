import { assignedSecretRanges } from './assigned-secret.ts'
import { HOST_RULES } from './host-rules.ts'
import { PASSWORD_RULES } from './password-rules.ts'
import { SECRET_RULES, type SecretRule } from './redact-rules.ts'
import { cookieRanges, disguisedRanges, privateKeyRanges, randomTokenRanges } from './secret-shapes.ts'

/** One stretch of text to be replaced, [start, end), and the secret in it. */
export interface SecretRange {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** The match of the most specific rule; if several overlap, the range can be longer. */
  readonly secret: string
}

type Found = Omit<SecretRange, 'secret'>

const ASSIGNS =
  /pass|pwd|pw|secret|token|credential|key|connection|api|auth|salt|nonce|signature|psk|bearer|contrase|mot de|senha|wachtw/
const RULES = [...SECRET_RULES, ...PASSWORD_RULES, ...HOST_RULES]

/** The rules by the beginnings of their keywords, so that one pass over a text finds the rules to try. */
const BY_START = new Map<number, { readonly keyword: string; readonly rule: SecretRule }[]>()
for (const rule of RULES) {
  for (const keyword of rule.keywords) {
    const start = pairAt(keyword, 0)
    BY_START.set(start, [...(BY_START.get(start) ?? []), { keyword, rule }])
  }
}

/** Every secret in a text, in order and apart from each other. `known` are secrets seen elsewhere, with their kinds. */
export function secretRanges(text: string, known: ReadonlyMap<string, string>): SecretRange[] {
  const lower = text.toLowerCase()
  const found = [...ruleMatches(text, lower), ...knownMatches(text, known)]
  if (lower.includes('cookie') || lower.includes('curl')) found.push(...named('session-cookie', cookieRanges(text)))
  if (ASSIGNS.test(lower)) found.push(...named('assigned-secret', assignedSecretRanges(text)))
  found.push(...named('random-token', randomTokenRanges(text, isSecret)))
  found.push(...named('disguised-secret', disguisedRanges(text, isSecret)))
  return merged(text, found)
}

const named = (kind: string, ranges: readonly [number, number][]): Found[] =>
  ranges.map(([start, end]) => ({ start, end, kind }))

const isSecret = (text: string): boolean => ruleMatches(text, text.toLowerCase()).length > 0

function ruleMatches(text: string, lower: string): Found[] {
  const found = lower.includes('private key') ? named('private-key', privateKeyRanges(text)) : []
  const announced = rulesAnnounced(lower)
  if (announced.size === 0) return found
  for (const rule of RULES) if (announced.has(rule)) found.push(...matchesOf(rule, text))
  return found
}

/** The rules with a keyword in the text. */
function rulesAnnounced(lower: string): ReadonlySet<SecretRule> {
  const announced = new Set<SecretRule>()
  for (let at = 0; at + 1 < lower.length; at++) {
    const starting = BY_START.get(pairAt(lower, at))
    if (starting === undefined) continue
    for (const { keyword, rule } of starting) if (lower.startsWith(keyword, at)) announced.add(rule)
  }
  return announced
}

/** Two characters as one number. */
function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1)
}

function matchesOf({ kind, pattern, accepts }: SecretRule, text: string): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices![1] ?? match.indices![0]!
    if (!accepts || accepts(text.slice(start, end))) found.push({ kind, start, end })
  }
  return found
}

function knownMatches(text: string, known: ReadonlyMap<string, string>): Found[] {
  const found: Found[] = []
  for (const [secret, kind] of known) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
      found.push({ kind, start: at, end: at + secret.length })
    }
  }
  return found
}

/** Merges overlapping ranges; the rule that is first in the table names the result. */
function merged(text: string, found: readonly Found[]): SecretRange[] {
  const ranked = found.map((range, rank) => ({ ...range, rank, secret: text.slice(range.start, range.end) }))
  ranked.sort((a, b) => a.start - b.start || a.rank - b.rank)
  const out: typeof ranked = []
  for (const range of ranked) {
    const last = out.at(-1)
    if (!last || range.start >= last.end) out.push(range)
    else
      out[out.length - 1] = {
        ...(range.rank < last.rank ? range : last),
        start: last.start,
        end: Math.max(last.end, range.end),
      }
  }
  return out
}
