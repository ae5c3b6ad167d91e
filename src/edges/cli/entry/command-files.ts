import type { Command } from '../command.ts'

/** The files of commands, under the headings of the overview and in its order. Each exports its commands, and is loaded when one is called. */
export const COMMAND_FILES = {
  'Set up': {
    init: () => import('../commands/init.ts'),
    status: () => import('../commands/status.ts'),
    doctor: () => import('../commands/doctor.ts'),
    demo: () => import('../commands/demo.ts'),
    completion: () => import('../commands/completion.ts'),
  },
  Record: {
    learning: () => import('../commands/learning.ts'),
    'outcome-record': () => import('../commands/outcome-record.ts'),
    outcomes: () => import('../commands/outcomes.ts'),
    recording: () => import('../commands/recording.ts'),
    deliberations: () => import('../commands/deliberations.ts'),
    'task-trouble': () => import('../commands/task-trouble.ts'),
    sessions: () => import('../commands/sessions.ts'),
  },
  'Learn and show': {
    learn: () => import('../commands/learn.ts'),
    inject: () => import('../commands/inject.ts'),
    prompts: () => import('../commands/prompts.ts'),
    hook: () => import('../commands/hook.ts'),
    gate: () => import('../commands/gate.ts'),
  },
  'Inspect and decide': {
    approvals: () => import('../commands/approvals.ts'),
    patterns: () => import('../commands/patterns.ts'),
    'pattern-decisions': () => import('../commands/pattern-decisions.ts'),
    tasks: () => import('../commands/tasks.ts'),
    policy: () => import('../commands/policy.ts'),
    'policy-decisions': () => import('../commands/policy-decisions.ts'),
    goals: () => import('../commands/goals.ts'),
    runs: () => import('../commands/runs.ts'),
    reports: () => import('../commands/reports.ts'),
  },
  Journal: {
    exports: () => import('../commands/exports.ts'),
    journal: () => import('../commands/journal.ts'),
    keeping: () => import('../commands/keeping.ts'),
  },
  Connect: {
    sharing: () => import('../commands/sharing.ts'),
    trust: () => import('../commands/trust.ts'),
    mcp: () => import('../commands/mcp.ts'),
    serve: () => import('../commands/serve.ts'),
    tokens: () => import('../commands/tokens.ts'),
  },
  Advanced: { compute: () => import('../commands/compute.ts'), config: () => import('../commands/config.ts') },
  'Commands of other systems': {
    'pipeline-names': () => import('../commands/pipeline-names.ts'),
    tool: () => import('../commands/tool.ts'),
    'governance-names': () => import('../commands/governance-names.ts'),
  },
} as const

export type Group = keyof typeof COMMAND_FILES

export function commandsIn(file: object): Command[] {
  return Object.values(file).filter((value) => typeof value === 'object' && value !== null && 'run' in value)
}
