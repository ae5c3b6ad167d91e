import type { ExtractedPattern } from '../capture/extract-patterns.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { jaccard } from '../engine/jaccard.ts'
import { sanitize } from '../engine/sanitize.ts'
import { textHash } from '../engine/text-hash.ts'
import { tokenSet } from '../engine/text-tokens.ts'
import type { LoopContext } from './context.ts'
import { joinPattern, NEAR_ENOUGH, type Sighting } from './join-pattern.ts'

/** A pattern that a deliberation states, and how it was found to be the one it is. */
export interface SightedPattern {
  readonly pattern: string
  readonly text: string
  readonly method: PayloadOf<'pattern-sighted.v1'>['joined']['method']
  readonly strength: PayloadOf<'pattern-sighted.v1'>['strength']
}

interface SightingDraft {
  readonly payload: PayloadOf<'pattern-sighted.v1'>
  readonly key: string
  readonly sighted: SightedPattern
}

type Recorded = PayloadOf<'deliberation-recorded.v1'>

const MOST_FILES = 40
const LONGEST_LABEL = 200

/** The sightings of one deliberation, each pattern at most once however often the text repeats it. */
export async function sightingsIn(
  context: LoopContext,
  deliberation: Recorded,
  patterns: readonly ExtractedPattern[],
  changedFiles: readonly string[],
): Promise<SightingDraft[]> {
  const drafts: SightingDraft[] = []
  for (const pattern of patterns) {
    const sighting = sightingOf(deliberation, pattern, changedFiles)
    if (sighting === undefined || drafts.some(({ payload }) => saysTheSame(payload, sighting))) continue
    const { pattern: id, ...joined } = await joinPattern(context, sighting)
    if (drafts.some(({ payload }) => payload.pattern === id)) continue
    drafts.push({
      payload: { ...sighting, pattern: id, joined },
      key: `sighted/${deliberation.deliberation}/${sighting.textHash.slice(0, 16)}`,
      sighted: { pattern: id, text: sighting.text, method: joined.method, strength: sighting.strength },
    })
  }
  return drafts
}

function sightingOf(
  { deliberation, role, phase, labels }: Recorded,
  pattern: ExtractedPattern,
  changedFiles: readonly string[],
): Sighting | undefined {
  const { text } = sanitize(pattern.text)
  if (text === '') return undefined
  const { category, strength, polarity, citation } = pattern
  const files = [...new Set([...(citation === undefined ? [] : [citation.file]), ...changedFiles])]
  return {
    text,
    textHash: textHash(text),
    role,
    category,
    strength,
    polarity,
    appliesTo: [],
    deliberation,
    context: {
      ...(labels === undefined ? {} : { labels: labels.map((label) => label.slice(0, LONGEST_LABEL)) }),
      ...(files.length === 0 ? {} : { files: files.slice(0, MOST_FILES) }),
      ...(phase === undefined ? {} : { phase }),
    },
    ...(citation === undefined ? {} : { citation }),
  }
}

/** A pattern that is about to be made cannot be found yet, so what repeats it within the text is told by its words. */
function saysTheSame(known: Sighting, other: Sighting): boolean {
  return (
    known.polarity === other.polarity && jaccard(tokenSet(known.text), tokenSet(other.text)) >= NEAR_ENOUGH
  )
}
