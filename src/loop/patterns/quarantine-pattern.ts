import type { LoopContext } from '../context.ts'
import { appendFacts, patternStream } from '../journal/append-facts.ts'
import { checkPayload } from '../journal/check-payload.ts'
import { versionOf } from '../journal/facts-about.ts'
import { untilAppended } from '../journal/until-appended.ts'
import { showPattern } from './patterns.ts'

export interface QuarantineRequest {
  readonly pattern: string
  readonly by: string
  readonly reason: string
}

export interface PatternQuarantined {
  readonly pattern: string
  readonly text: string
  readonly quarantined: boolean
  /** False when a person had said the same before. */
  readonly changed: boolean
}

/** Sets a pattern aside: it is not shown until a person releases it. */
export function quarantinePattern(
  context: LoopContext,
  request: QuarantineRequest,
): Promise<PatternQuarantined> {
  return decide(context, request, false)
}

/** Vouches for a pattern that was set aside, because it came from outside or because a person said so. */
export function releasePattern(
  context: LoopContext,
  request: QuarantineRequest,
): Promise<PatternQuarantined> {
  return decide(context, request, true)
}

function decide(
  context: LoopContext,
  { pattern: asked, by, reason }: QuarantineRequest,
  released: boolean,
): Promise<PatternQuarantined> {
  return untilAppended(async () => {
    const { pattern } = await showPattern(context, asked)
    const { id, text } = pattern
    const stream = patternStream(id)
    const payload = await checkPayload('pattern-quarantined', { pattern: id, by, reason, released })
    const expectedVersion = await versionOf(context, stream)
    const changed = pattern.quarantined === released
    if (changed)
      await appendFacts(context, [
        {
          type: 'pattern-quarantined',
          payload,
          stream,
          expectedVersion,
          provenance: { source: 'person', trust: 'internal' },
        },
      ])
    return { pattern: id, text, quarantined: !released, changed }
  })
}
