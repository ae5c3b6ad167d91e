import { promptSurface } from '../../../injection/surface.ts'
import { MAIN } from '../../../injection/work-context.ts'
import { hearingOf } from '../../agents/answers.ts'
import type { HookAnswer } from '../../agents/hook-call.ts'
import { promptFact } from '../../agents/session-facts.ts'
import { askWithPrompt } from '../ask-lesson.ts'
import { currentCommit } from '../current-commit.ts'
import type { HookContext } from '../hook-context.ts'
import { show } from '../show.ts'
import { spoolOf } from '../spool.ts'

const LONGEST_PROMPT = 8_000

/** Handles a person's prompt: the session's next iteration begins, and relevant patterns are shown. */
export async function prompt(context: HookContext): Promise<HookAnswer> {
  const { call } = context
  const text = call.prompt?.trim() ?? ''
  if (text === '') return {}
  if (context.setting<boolean>('hook.record')) record(context, text)
  const { client } = context.call
  const mayLack = hearingOf(client).losesStart || context.session.startIsDue
  const start = mayLack ? await (await import('./start-again.ts')).startAgain(context, true) : ''
  const ask = askWithPrompt(context, text)
  const block = context.setting<boolean>('hook.prompt') ? blockFor(context, text) : ''
  const told = [start, block, ask].filter((part) => part !== '')
  return told.length === 0 ? {} : { context: told.join('\n') }
}

/** `yes`, `fix the tests`: a prompt with fewer long words than this matches everything. */
const FEWEST_WORDS = 3
const LONGER_WORD = /[\p{L}\d_]{4,}|[^\0-\x7f]/gu

function blockFor(context: HookContext, text: string): string {
  if ((text.match(LONGER_WORD) ?? []).length < FEWEST_WORDS) return ''
  const { session, run } = context
  const surface = promptSurface({ task: text.slice(0, LONGEST_PROMPT), run, agent: MAIN }, context.policy.inject)
  return show(context, surface, { agent: '', seen: session.seenBy('') })
}

/** Records the prompt before choosing patterns or counting iterations, since either may fail or take too long. */
function record(context: HookContext, text: string): void {
  const spool = spoolOf(context)
  try {
    const before = context.session.note({ agent: '', prompted: true, at: context.now })
    const iteration = before.filter(({ prompted }) => prompted).length + 1
    const commit = currentCommit(context.workspace)
    spool.add('iteration-started', { iteration, commit })
  } finally {
    spool.add('prompt-given', promptFact(text))
    spool.write()
  }
}
