import { hasTrait } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'

/**
 * The facts that were recorded only because others were: the label and the sighting of a learning, the sightings of a deliberation, what a verdict did to
 * patterns. Whoever takes the first back means these too. What a person or an agent said afterwards stands by itself.
 */
export function following(facts: readonly KnownEvent[], taken: ReadonlySet<string>): KnownEvent[] {
  const grounds = new Set<string>()
  const found: KnownEvent[] = []
  for (const fact of facts) {
    const isTaken = taken.has(fact.id)
    if (!isTaken && !groundsOf(fact).some((ground) => grounds.has(ground))) continue
    if (!isTaken) found.push(fact)
    for (const ground of laidBy(fact)) grounds.add(ground)
  }
  return found
}

/** What a fact is the ground of. */
function laidBy(fact: KnownEvent): string[] {
  switch (fact.type) {
    case 'learning-captured':
    case 'learning-classified':
      return [`learning/${fact.payload.learning}`]
    case 'deliberation-recorded':
      return [`deliberation/${fact.payload.deliberation}`]
    case 'verdict-recorded':
      return [breath(fact)]
    default:
      return []
  }
}

/** What a fact stands on. */
function groundsOf(fact: KnownEvent): string[] {
  switch (fact.type) {
    case 'learning-classified':
      return [`learning/${fact.payload.learning}`]
    case 'pattern-sighted': {
      const { learning, deliberation } = fact.payload
      return [
        ...(learning === undefined ? [] : [`learning/${learning}`]),
        ...(deliberation === undefined ? [] : [`deliberation/${deliberation}`]),
      ]
    }
    default:
      return hasTrait(fact.type, 'from-verdict') ? [breath(fact)] : []
  }
}

/** Facts of one transaction in one stream. */
function breath({ stream, recordedAt }: KnownEvent): string {
  return `verdict ${stream} ${recordedAt}`
}
