import type { Catalogue } from './catalogue.ts'

/** Commands that are asked while an agent works, in the order of the overview. */
export const AT_A_STEP: Catalogue = [
  {
    name: 'hook',
    group: 'Learn and use it',
    summary: "Answer a hook of a client's session.",
    load: () => import('./commands/hook.ts'),
  },
  {
    name: 'gate',
    group: 'Learn and use it',
    summary: 'Ask whether a step may be taken.',
    load: () => import('./commands/gate.ts'),
  },
  {
    name: 'consensus',
    group: 'Learn and use it',
    summary: 'Weigh the votes of agents by how far each is trusted.',
    load: () => import('./commands/consensus.ts'),
  },
  {
    name: 'approval list',
    group: 'Look and decide',
    summary: 'List what the gate asked, the latest first.',
    load: () => import('./commands/approval-list.ts'),
  },
  {
    name: 'approval answer',
    group: 'Look and decide',
    summary: 'Answer a question of the gate.',
    load: () => import('./commands/approval-answer.ts'),
  },
]
