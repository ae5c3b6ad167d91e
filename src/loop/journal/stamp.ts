import { type Origin, type Provenance, speakerOf } from '../../domain/event.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import type { Speaker } from '../../domain/values/session.ts'
import type { LoopContext } from '../context.ts'

/**
 * Where a fact comes from, as the door has it. Who is no person speaks for none, and vouches for nothing; what verbs read of a payload
 * cannot change that, for every fact is stamped here on its way into the journal.
 */
export function stampedProvenance(origin: Origin, told: Provenance, type: EventType): Provenance {
  if (speakerOf(origin) === 'person' || hasTrait(type, 'source-known')) return told
  const source = told.source === 'person' ? 'agent' : told.source
  const trust = told.trust === 'corroborated' && source !== 'external' ? 'internal' : told.trust
  const claimed = origin.surface === 'mcp' ? { claimed: true as const } : {}
  return { ...told, source, trust, ...claimed }
}

/** The door of a loop. Who speaks is found out once, when it matters: most commands record nothing. */
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

/** An origin as it is stored: what it leaves out is not there. */
export function plainOrigin({ surface, client, actor, speaker }: Origin): Origin {
  return { surface, client, actor, speaker }
}

/** For what Mettle itself reads off a session: whoever started it, nobody but Mettle speaks. */
export function byMettle<T extends Pick<LoopContext, 'origin'>>(context: T): T {
  const { speaker: _, ...origin } = plainOrigin(context.origin)
  return { ...context, origin }
}
