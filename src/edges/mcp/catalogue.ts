import { callEntryPoint, ENTRY_POINTS, type EntryPoint } from '../../compat/names/catalogue.ts'
import { gate } from './gate.ts'
import { recall } from './recall.ts'
import { recordLearning } from './record-learning.ts'
import { recordOutcome } from './record-outcome.ts'
import { ADDS, type Hints, READS, RECORDS, type Tool, WIPES } from './tool.ts'
import { VERB_TOOLS } from './verb-tool.ts'
import { why } from './why.ts'

/** The tools by our own names, what agents need most first: one verb each, or several that are one to an agent. */
export const OWN_TOOLS: readonly Tool[] = [recall, recordLearning, recordOutcome, ...VERB_TOOLS, gate, why]

/** What an agent cannot do without, in few tokens: hooks do the rest. */
export const CORE_TOOLS: readonly Tool[] = [recall, recordLearning]

/** Every tool, in the order in which clients list them; those under the names of other systems come last. */
export const TOOLS: readonly Tool[] = [...OWN_TOOLS, ...ENTRY_POINTS.map(toolOf)]

function toolOf(point: EntryPoint): Tool {
  const { name, summary, input, output } = point
  return {
    name,
    title: name,
    description: summary,
    input,
    output,
    hints: hintsOf(point),
    run: async ({ host, loop }, given) => callEntryPoint(await loop(), { name, input: given }, host.now()),
  }
}

function hintsOf({ effect, isRepeatable }: EntryPoint): Hints {
  if (effect === 'reads') return READS
  if (effect === 'wipes') return WIPES
  return isRepeatable ? RECORDS : ADDS
}
