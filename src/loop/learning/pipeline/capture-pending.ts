import { type Pending, readPendingText } from '../../../compat/formats/learning-json.ts'
import { digest } from '../../../domain/digest.ts'
import { UserError } from '../../../domain/user-error.ts'
import { LEARNING } from '../../../projection/documents/documents.ts'
import type { LoopContext } from '../../context.ts'
import { appendFacts, JOURNAL_STREAM, runStream } from '../../journal/append-facts.ts'
import { withoutIdentity } from '../../journal/without-claims.ts'
import { recordLearning } from '../record-learning.ts'
import type { PendingFile } from '../workshop.ts'
import type { Step } from './step.ts'

interface Taken {
  learnings: number
  nothing: number
  rescued: number
  refused: { file: string; reason: string }[]
}

/**
 * Takes in what agents left in `.learnings/pending`. A file is moved only when what it says is in the journal; a file that says
 * nothing that can be recorded is set aside with the reason. Dying in between is harmless: the same file is the same learning.
 */
export const capturePending: Step = async ({ context, workshop }, progress) => {
  const taken: Taken = { learnings: 0, nothing: 0, rescued: 0, refused: [] }
  const pending = await workshop?.pendingFiles()
  const files = pending?.files ?? []
  const held = pending?.held ?? []
  for (const [index, file] of files.entries()) {
    progress(index, files.length)
    await take(context, file, taken)
  }
  const waiting = await context.journal.count(LEARNING, ['pending'])
  return {
    done: files.length,
    what: [`${files.length} taken in, ${waiting} to classify`, ...remarks(taken), ...heldRemark(held)].join(
      ', ',
    ),
    details: { ...taken, waiting, held, aside: pending?.aside() ?? [] },
  }
}

function remarks({ nothing, rescued, refused }: Taken): string[] {
  return [
    ...(rescued === 0 ? [] : [`${rescued} rescued`]),
    ...(nothing === 0 ? [] : [`${nothing} with nothing learned`]),
    ...(refused.length === 0 ? [] : [`${refused.length} set aside in .learnings/pending/rejected`]),
  ]
}

function heldRemark(held: readonly string[]): string[] {
  return held.length === 0 ? [] : [`${held.length} ignored until accepted (mettle trust)`]
}

async function take(context: LoopContext, file: PendingFile, taken: Taken): Promise<void> {
  const { content, name, path, isStray } = file
  const said: Pending =
    'problem' in content ? { kind: 'refused', reason: content.problem } : readPendingText(content.text, name)
  const problem = said.kind === 'refused' ? said.reason : await record(context, said, file)
  if (problem === undefined) file.archive()
  else {
    file.setAside(problem)
    taken.refused.push({ file: path, reason: problem })
  }
  if (said.kind === 'learning' && problem === undefined) taken.learnings += 1
  if (said.kind === 'nothing') taken.nothing += 1
  if (isStray) taken.rescued += 1
}

/** Undefined when it is in the journal; else why it can never be. What may go better the next time is thrown. */
async function record(
  context: LoopContext,
  said: Exclude<Pending, { kind: 'refused' }>,
  { name, content }: PendingFile,
): Promise<string | undefined> {
  const place = said.run === undefined ? {} : { run: said.run }
  const key = digest(`${name}\n${'text' in content ? content.text : ''}`).slice(0, 24)
  if (said.kind === 'nothing') {
    await appendFacts(byAgent(context), [
      {
        type: 'nothing-learned',
        payload: { about: 'capture', agent: withoutIdentity(said).input.agent, reason: said.reason },
        stream: said.run === undefined ? JOURNAL_STREAM : runStream(said.run),
        key: `nothing/${key}`,
        ...place,
      },
    ])
    return undefined
  }
  try {
    const { kind: _, at: __, ...learning } = withoutIdentity(said).input
    await recordLearning(byAgent(context), { ...learning, learning: `f-${key}` })
    return undefined
  } catch (error) {
    if (error instanceof UserError && REFUSALS.has(error.code)) return error.message
    throw error
  }
}

/** Whoever runs `learn`, a file in the project is the word of an agent. */
function byAgent(context: LoopContext): LoopContext {
  return { ...context, origin: { ...context.origin, speaker: 'agent' } }
}

const REFUSALS = new Set(['input', 'own-text', 'conflict'])
