import { post } from '../api.ts'
import { counted } from '../words.ts'
import { decide } from './ask-reason.tsx'

/** A person's decisions on a pattern; `back` reverts each. */
export const DECISIONS = {
  promote: {
    name: 'Promote',
    does: 'It becomes proven, and stays so until someone resets it.',
    done: 'Promoted.',
    back: 'reset',
  },
  deprecate: {
    name: 'Retire',
    does: 'No agent is shown it until someone resets it.',
    done: 'Retired.',
    back: 'reset',
  },
  reset: {
    name: 'Reset',
    does: 'Your decision is withdrawn, and the evidence decides again.',
    done: 'Reset. The evidence decides again.',
    back: undefined,
  },
  quarantine: {
    name: 'Hold',
    does: 'No agent is shown it until someone releases it.',
    done: 'Held.',
    back: 'release',
  },
  release: { name: 'Release', does: 'Agents may be shown it again.', done: 'Released.', back: 'quarantine' },
} as const

interface Wording {
  readonly title?: string
  readonly detail?: string
  readonly action?: string
  readonly done?: string
}

/** Asks for the reason, decides on one or more patterns, and offers to undo it. `wording` replaces the default text. */
export function decidePatterns(verb: keyof typeof DECISIONS, ids: readonly string[], wording: Wording = {}) {
  const { name, does, done, back } = DECISIONS[verb]
  const [what, subject] = ids.length === 1 ? ['this pattern', ''] : [counted(ids.length, 'pattern'), 'Of each: ']
  const all = (word: string, reason: string) =>
    Promise.all(ids.map((id) => post(`patterns/${encodeURIComponent(id)}/${word}`, { reason })))
  const question = { title: `${name} ${what}?`, detail: `${subject}${does}`, action: name, ...wording }
  return decide(
    { ...question, about: ids.join(' '), isGrave: verb === 'deprecate' },
    ({ reason }) => all(verb, reason),
    {
      done: wording.done ?? done,
      ...(back === undefined ? {} : { undo: ({ reason }) => all(back, `undo: ${reason}`) }),
    },
  )
}
