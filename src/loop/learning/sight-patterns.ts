import type { ExtractedPattern } from '../../capture/extract-patterns.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import type { LoopContext } from '../context.ts'
import { withCitedLines } from '../patterns/cited-lines.ts'
import { joinPattern, relationBetween, type Sighting } from '../patterns/join-pattern.ts'
import { echoesIn } from './person-said.ts'

/** A pattern stated in a deliberation, and how it was matched. */
export interface SightedPattern {
  readonly pattern: string
  readonly text: string
  readonly method: PayloadOf<'pattern-sighted'>['joined']['method']
  readonly strength: PayloadOf<'pattern-sighted'>['strength']
}

interface SightingDraft {
  readonly payload: PayloadOf<'pattern-sighted'>
  readonly key: string
  readonly sighted: SightedPattern
}

type Recorded = PayloadOf<'deliberation-recorded'>

const MOST_FILES = 40
const LONGEST_LABEL = 200

/** The sightings of one deliberation, each pattern at most once however often the text repeats it. */
export async function statedIn(
  context: LoopContext,
  deliberation: Recorded,
  patterns: readonly ExtractedPattern[],
  spoken: { readonly run: string | undefined; readonly at: number },
): Promise<{ sightings: SightingDraft[]; echoes: string[] }> {
  const sightings: SightingDraft[] = []
  const echoes = new Set<string>()
  const shown = await echoesIn(context, spoken)
  for (const pattern of patterns) {
    const stated = sightingOf(deliberation, pattern)
    if (stated === undefined) continue
    const sighting = await withCitedLines(context, stated)
    // A pattern that this batch creates cannot be found yet.
    if (sightings.some(({ payload }) => relationBetween(context, payload, sighting).relation === 'same')) continue
    const echo = shown.of(sighting)
    const { pattern: id, ...joined } = echo === undefined ? await joinPattern(context, sighting) : { pattern: echo }
    if (!('method' in joined) || shown.has(id)) {
      echoes.add(id)
      continue
    }
    if (sightings.some(({ payload }) => payload.pattern === id)) continue
    sightings.push({
      payload: { ...sighting, pattern: id, joined },
      key: `sighted/${deliberation.deliberation}/${sighting.textHash.slice(0, 16)}`,
      sighted: { pattern: id, text: sighting.text, method: joined.method, strength: sighting.strength },
    })
  }
  return { sightings, echoes: [...echoes] }
}

function sightingOf(
  { deliberation, role, phase, labels, files: changedFiles = [] }: Recorded,
  pattern: ExtractedPattern,
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
    context: withoutUndefined({
      labels: labels?.map((label) => label.slice(0, LONGEST_LABEL)),
      files: files.length === 0 ? undefined : files.slice(0, MOST_FILES),
      phase,
    }),
    citation,
  }
}
