import { type Origin, type Provenance, speakerOf } from '../../domain/event.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import { isReservedName } from '../../domain/reserved-name.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Speaker } from '../../domain/values/session.ts'
import type { LoopContext } from '../context.ts'

/** The provenance of a fact, corrected by what the entry point knows: only a person can speak for a person. Every fact passes through here before it is recorded, so no payload can bypass it. */
export function stampedProvenance(origin: Origin, provenance: Provenance, type: EventType): Provenance {
  if (speakerOf(origin) === 'person' || hasTrait(type, 'source-known')) return provenance
  const source = provenance.source === 'person' ? 'agent' : provenance.source
  const trust = provenance.trust === 'corroborated' && source !== 'external' ? 'internal' : provenance.trust
  const claimed = origin.surface === 'mcp' ? { claimed: true as const } : {}
  return { ...provenance, source, trust, ...claimed }
}

/** The origin of a loop's facts. The speaker is determined once, on first use, because most commands record nothing. */
export function originOf(surface: Origin['surface'], speaker?: () => Speaker): Origin {
  if (speaker === undefined) return { surface }
  let found: Speaker | undefined
  return {
    surface,
    get speaker() {
      found ??= speaker()
      return found === 'person' ? undefined : found
    },
  } as Origin
}

/** An origin as stored, without undefined fields. */
export function plainOrigin({ surface, client, actor, speaker }: Origin): Origin {
  return { surface, client, actor, speaker }
}

/** The context for facts that Mettle derives from a session: Mettle is the speaker, whoever started the process. */
export function byMettle<T extends Pick<LoopContext, 'origin'>>(context: T): T {
  const { speaker: _, ...origin } = plainOrigin(context.origin)
  return { ...context, origin }
}

/** Fields that may name the speaker. */
const NAMES: readonly string[] = ['agent', 'role', 'by', 'validatorRole', 'adversarialRole']
const NOBODY = 'agent'

type Call = (...inputs: unknown[]) => Promise<unknown>

/** Wraps a reporting verb. If the speaker is not a person, fields that name or vouch for the speaker are dropped, and the answer lists them. */
export function withoutClaims(verb: Call, origin: Origin): Call {
  return async (...inputs) => {
    if (speakerOf(origin) === 'person') return verb(...inputs)
    const stripped = inputs.map(withoutIdentity)
    const answer = await verb(...stripped.map(({ input }) => input))
    const notKept = stripped.flatMap((one) => one.notKept)
    if (notKept.length === 0) return answer
    const before = (answer as { notKept?: readonly string[] }).notKept ?? []
    return { ...(answer as object), notKept: [...new Set([...before, ...notKept])] }
  }
}

/** Refuses an agent that speaks for somebody else, however it started the command: it could credit itself. */
export function refuseAgents(origin: Origin, speaksFor: string): void {
  if (speakerOf(origin) === 'agent')
    throw new UserError(
      'person',
      `An agent cannot speak for ${speaksFor}.`,
      `A person records it in a terminal, or a job that no agent started.`,
    )
}

/** An input without identity fields that only a person may set, also in nested records. */
export function withoutIdentity<T>(input: T): { input: T; notKept: string[] } {
  if (typeof input !== 'object' || input === null) return { input, notKept: [] }
  const notKept: string[] = []
  const kept = Object.entries(input).flatMap(([field, value]) => {
    const inner = withoutIdentity(value)
    notKept.push(...(isClaim(field, value) ? [field] : inner.notKept))
    if (!isClaim(field, value)) return [[field, inner.input] as const]
    return NAMES.includes(field) ? [[field, NOBODY] as const] : []
  })
  if (notKept.length === 0) return { input, notKept }
  const fields = Array.isArray(input) ? kept.map(([, value]) => value) : Object.fromEntries(kept)
  return { input: fields as T, notKept }
}

function isClaim(field: string, value: unknown): boolean {
  if (NAMES.includes(field)) return typeof value === 'string' && isReservedName(value)
  return field === 'mined' ? value !== undefined : field === 'trust' && value === 'corroborated'
}
