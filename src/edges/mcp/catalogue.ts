import { callEntryPoint, ENTRY_POINTS, type EntryPoint } from '../../compat/names/catalogue.ts'
import { gate } from './gate.ts'
import { recall } from './recall.ts'
import { recordLearning } from './record-learning.ts'
import { recordOutcome } from './record-outcome.ts'
import { ADDS, READS, RECORDS, type Tool, WIPES } from './tool.ts'
import { VERB_TOOLS } from './verb-tool.ts'
import { why } from './why.ts'

/** Our own tools, the most needed first: one verb each, or several that an agent sees as one. */
export const OWN_TOOLS: readonly Tool[] = [recall, recordLearning, recordOutcome, ...VERB_TOOLS, gate, why]

/** The minimal tools, in few tokens: hooks do the rest. */
export const CORE_TOOLS: readonly Tool[] = [recall, recordLearning]

/** Every tool, in listing order; other systems' names come last. */
export const TOOLS: readonly Tool[] = [...OWN_TOOLS, ...ENTRY_POINTS.map(toolOf)]

function toolOf({ name, summary: description, input, output, effect }: EntryPoint): Tool {
  const hints = { reads: READS, adds: ADDS, 'adds once': RECORDS, wipes: WIPES }[effect]
  const run: Tool['run'] = async ({ host, loop }, given) =>
    callEntryPoint(await loop(), { name, input: given }, host.now())
  return { name, title: name, description, input, output, hints, run }
}
